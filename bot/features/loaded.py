"""Adds the features to the bot, and starts, notifies and stops their workers."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable

from bot.errors.storage import StorageError
from bot.features.contract import Feature
from bot.tables.feed import Feed
from bot.ui.offers import Offers, merge_offers
from bot.ui.presses import PressHandler
from bot.ui.services import ServiceClient, TableAnnouncer

log = logging.getLogger(__name__)


class LoadedFeatures:
    """All features of the bot. An error in one doesn't affect the others, unless the database fails."""

    def __init__(self, features: Iterable[Feature]) -> None:
        self.features = tuple(features)

    @property
    def press_handlers(self) -> list[PressHandler]:
        return [press for feature in self.features for press in feature.press_handlers]

    @property
    def offers(self) -> Offers:
        return merge_offers(self.features)

    async def register_features(self, client: ServiceClient, feed: Feed, announcer: TableAnnouncer) -> None:
        """Register the commands, workers and board notes of all features."""
        for feature in self.features:
            for notes in feature.board_notes:
                announcer.register_hooks(notes.before_announcing, notes.write_lines)
            for worker in feature.workers:
                feed.subscribe(f"{feature.name} {type(worker).__name__}", worker.handle_change)
            for cog in feature.cogs:
                await client.add_cog(cog)

    async def resume(self) -> None:
        """Resume the workers of all features."""
        await self._run_for_each("resumed", lambda feature: [worker.resume for worker in feature.workers])

    async def report_message_loss(self) -> None:
        """Notify the features that all messages are lost."""
        await self._run_for_each("reposted", lambda feature: feature.message_loss_handlers)

    async def run_daily_cleanups(self) -> None:
        """Run the daily cleanup of all features."""
        await self._run_for_each("tidied", lambda feature: feature.daily_cleanups)

    async def wait_until_idle(self) -> None:
        """Wait until no worker is running a task."""
        await self._run_for_each(
            "settled", lambda feature: [worker.wait_until_idle for worker in feature.workers]
        )

    def stop(self) -> None:
        """Stop all workers."""
        for feature in self.features:
            for worker in feature.workers:
                worker.stop()

    async def _run_for_each(
        self, log_verb: str, list_work: Callable[[Feature], Iterable[Callable[[], Awaitable[None]]]]
    ) -> None:
        """Run one kind of work in every feature. Log a feature's error, and continue with the others.

        :param log_verb: past participle that names the work in log messages, such as ``resumed``.
        :raises StorageError: the database failed; the remaining features are skipped.
        """
        for feature in self.features:
            for work in list_work(feature):
                try:
                    await work()
                except StorageError:
                    # Without the database, the remaining features would fail as well.
                    raise
                except Exception:
                    log.exception("not %s feature=%s", log_verb, feature.name)
