"""The composition root: creates all parts of the bot, connects them and subscribes them to the feed."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence

import discord
from discord.ext import commands, tasks

from bot import cogs
from bot.announcing.alarm import Alarm
from bot.announcing.assembly import make_announcing_parts
from bot.announcing.welcome import Welcome
from bot.computers.advice import Adviser
from bot.computers.driver import ComputerDriver
from bot.computers.process import WorkerProcess
from bot.computers.remote import make_remote_thinkers
from bot.computers.thinker import Thinker
from bot.config import Config
from bot.errors.storage import StorageError
from bot.features.contract import FeatureServices
from bot.features.loaded import LoadedFeatures
from bot.features.registry import FEATURES
from bot.platform import choices, deadlines
from bot.platform.attendance import AttendanceChecker
from bot.platform.emoji import UploadedDrawings
from bot.platform.emoji_upload import EmojiUploader, read_drawings
from bot.platform.http_errors import make_error_trace
from bot.platform.intake import PressIntake
from bot.platform.mentions import CommandMentions
from bot.platform.rate_limit_watcher import RateLimitWatcher
from bot.platform.registration import register_commands
from bot.platform.translator import CatalogueTranslator
from bot.shards.client import ShardedClient
from bot.storage import Store
from bot.storage.engine.backup import RESTORED_KEY
from bot.storage.settings import BOT_OWNER
from bot.tables.frozen import stop_frozen_clocks
from bot.tables.service import make_tables
from bot.ui import verbs
from bot.ui.action_limits import ActionLimits
from bot.ui.components import ITEM_CLASSES
from bot.ui.panels import Panels
from bot.ui.pictures import Pictures
from bot.ui.presses import PressHandler, Router
from bot.ui.services import ServiceClient, Services, UrlReader
from bot.ui.texts import TextCache
from bot.ui.tree import MeasuredCommandTree
from games.core.protocol import Game
from games.registry import GAMES

log = logging.getLogger(__name__)

DRAIN_TIMEOUT_SECONDS = 10
"""A stopping bot waits this long for presses in progress, and again for background work."""
RESUME_RETRY_SECONDS = 1.0
"""Seconds before messages are updated again after the database failed. Doubled with each retry."""
MAX_RESUME_RETRY_SECONDS = 30.0
HANDOVER_TIMEOUT_SECONDS = 0.9
"""Maximum seconds to finish presses, and then background work, before a standby takes over.

New presses aren't answered until then.
"""
FIRST_RESPONSE_DEADLINE_SECONDS = 3


class ReefBot(ShardedClient, ServiceClient):
    """The Discord client, which hosts all registered games."""

    def __init__(
        self,
        config: Config,
        store: Store,
        games: Mapping[str, Game] = GAMES,
        *,
        is_playground: bool = False,
        extra_press_handlers: Sequence[PressHandler] = (),
    ) -> None:
        """Create all parts of the bot.

        :param is_playground: whether the bot runs in the playground, where a restart loses all messages. The
            caller must then call :meth:`repost_live_tables`.
        :param extra_press_handlers: handlers of presses that neither :mod:`bot.ui` nor a feature handles.
        """
        super().__init__(
            command_prefix=commands.when_mentioned,
            intents=discord.Intents(guilds=True),
            tree_cls=MeasuredCommandTree,
            help_command=None,
            allowed_mentions=discord.AllowedMentions.none(),
            chunk_guilds_at_startup=False,
            http_trace=make_error_trace(),
            shard_count=config.shard_assignment.shard_count,
            shard_ids=None
            if config.shard_assignment.shard_ids is None
            else list(config.shard_assignment.shard_ids),
        )
        self.config = config
        self.store = store
        self.tables = make_tables(store, games)
        self.pictures = Pictures()
        workers = (WorkerProcess() for _ in range(config.think_worker_count))
        self.thinker = Thinker(
            config.think_seconds, *workers, remote=make_remote_thinkers(config.database_url)
        )
        self.mentions = CommandMentions()
        self.drawings = UploadedDrawings()
        self.action_limits = ActionLimits(store.mention_requests, self.tables.now)
        self.intake, self.texts = PressIntake(), TextCache()
        self.attendance = AttendanceChecker(self, self.tables)
        drawn = (self.pictures, self.mentions, self.drawings)
        posts = make_announcing_parts(
            self, store, self.tables, *drawn, self.action_limits, lambda: self.services.offers
        )
        self.invitations, self.announcer = posts.invitations, posts.announcer
        self.panels = Panels(self.tables, self.announcer.wait_until_announced)
        self.welcome = Welcome(store.channels, self.pictures, self.mentions, games)
        self.alarm = Alarm(self.tables, store.clocks, store.messages, posts.reminders, self.attendance)
        self.driver = ComputerDriver(self.tables, store.matches, self.thinker)
        adviser = Adviser(store.preferences, store.matches, store.reviews, self.thinker)
        read_file: UrlReader | None = (lambda url: self.http.get_from_cdn(url)) if is_playground else None
        self.feature_services = FeatureServices(
            client=self,
            store=store,
            tables=self.tables,
            games=games,
            pictures=self.pictures,
            adviser=adviser,
            announcer=self.announcer,
            attendance=self.attendance,
            mentions=self.mentions,
            drawings=self.drawings,
            may_think_when_idle=not is_playground,
            read_file=read_file,
            is_hosting=self.is_hosting,
        )
        self.features = LoadedFeatures(create(self.feature_services) for create in FEATURES)
        self.router = Router((*verbs.PRESS_HANDLERS, *self.features.press_handlers, *extra_press_handlers))
        self.services = Services(
            tables=self.tables,
            games=games,
            messages=store.messages,
            looks=store.looks,
            lessons=store.lessons,
            pictures=self.pictures,
            adviser=adviser,
            announcer=self.announcer,
            invitations=self.invitations,
            reminders=posts.reminder_trial,
            computers=self.driver,
            attendance=self.attendance,
            mentions=self.mentions,
            drawings=self.drawings,
            intake=self.intake,
            action_limits=self.action_limits,
            panels=self.panels,
            texts=self.texts,
            host_links=config.host_links,
            router=self.router,
            offers=self.features.offers,
        )
        self._subscribe_to_feed()
        if config.database_url is not None:
            how = (config.database_url, config.shard_assignment, store, self.tables)
            self.create_process_group(
                *how,
                on_hosting_began=self.start_hosting,
                on_check=self.announce_outdated_tables,
                pop_interrupted_table_ids=self.announcer.pop_interrupted_table_ids,
            )
        self._rate_limits = RateLimitWatcher()
        if self.http.http_trace is not None:
            # Register this hook last. If a later hook aborted a request, the watcher would never see it end.
            self._rate_limits.watch_requests(self.http.http_trace)
        self._outdated_tables: frozenset[int] = frozenset()
        self._is_playground = is_playground
        self._commands_loaded = self._closing = False
        self._uploader = EmojiUploader(self, self.drawings, read_drawings() if config.uses_own_emoji else ())

    def _subscribe_to_feed(self) -> None:
        feed = self.tables.feed
        feed.subscribe("pictures", self.pictures.handle_change)
        feed.subscribe("texts", self.texts.handle_change)
        feed.subscribe("announcer", self.announcer.handle_change)
        feed.subscribe("panels", self.panels.handle_change)
        feed.subscribe("alarm", self.alarm.handle_change)
        feed.subscribe("computers", self.driver.handle_change)

    async def load_commands(self) -> None:
        """Load the commands and button handlers without connecting to Discord."""
        if self._commands_loaded:
            return
        self._commands_loaded = True
        choices.shorten_autocompletion_failures()
        await self.tree.set_translator(CatalogueTranslator())
        self.add_dynamic_items(*ITEM_CLASSES)
        self.add_listener(self.router.route_form, "on_interaction")
        await cogs.load_cogs(self)
        await self.features.register_features(self, self.tables.feed, self.announcer)

    async def setup_hook(self) -> None:
        """Load the commands, then register them with Discord or, if configured, join the other processes."""
        deadlines.set_timeouts(self)
        await self.load_commands()
        if self.process_group is None:
            await self._upload_commands_and_emoji()
        else:
            await self.join_process_group(self.process_group)

    async def _upload_commands_and_emoji(self) -> None:
        """Register the commands with Discord and, if the bot has its own emoji, start uploading them."""
        await register_commands(
            self.tree, self.store.channels, self.mentions, must_register=self._is_playground
        )
        if self.config.uses_own_emoji:
            self._uploader.start()

    async def start_hosting(self) -> None:
        """Connect to remote thinkers, register the commands and resume play."""
        try:
            await asyncio.gather(self.thinker.connect_remote_thinkers(), self._upload_commands_and_emoji())
        finally:
            if self.is_ready():
                await self._resume_work()

    async def on_ready(self) -> None:
        """Update messages that became outdated while the bot was stopped, if this process hosts."""
        log.info("ready guilds=%d", len(self.guilds))
        if not self.is_standing_by:
            await self._resume_work()

    async def announce_outdated_tables(self) -> None:
        """Update the messages of outdated tables, except tables that the last call tried to update.

        Also start missing clocks, and handle reminders and clocks that are due.
        """
        behind = frozenset(
            await self.tables.core.share.pick_owned_table_ids(
                await self.store.messages.list_outdated_table_ids()
            )
        )
        for table_id in behind - self._outdated_tables:
            self.announcer.announce_table(table_id)
        self._outdated_tables = behind
        await self.tables.clocks.start_missing_clocks()
        self.alarm.start_check()

    async def _resume_work(self) -> None:
        """Update outdated messages, and resume computers and features.

        Retry while the database is unavailable.
        """
        pause = RESUME_RETRY_SECONDS
        while not self.intake.closed:
            try:
                await self._update_and_resume()
                return
            except StorageError as error:
                # Retry all steps, because those that succeeded can safely run again.
                log.warning("messages not updated", extra={"fields": {"reason": str(error)}})
            await asyncio.sleep(pause)
            pause = min(2 * pause, MAX_RESUME_RETRY_SECONDS)

    async def _update_and_resume(self) -> None:
        """Repost or update outdated messages, resume computers and features, and stop frozen tables' clocks.

        In the playground, :meth:`repost_live_tables` resumes computers and features instead.
        """
        if await self.store.channels.get(BOT_OWNER, RESTORED_KEY):
            if not self._is_playground:
                await self.repost_live_tables()
            await self.store.channels.clear(BOT_OWNER, RESTORED_KEY)
        # Make ``announce_outdated_tables`` skip the playground's live tables, because ``repost_live_tables``
        # posts their messages.
        self._outdated_tables = (
            frozenset(await self.store.matches.list_all_active_table_ids())
            if self._is_playground
            else frozenset()
        )
        await self.announce_outdated_tables()
        if not self._is_playground:
            await self._resume_play()
        try:
            await stop_frozen_clocks(self.tables.core, lambda: self.intake.closed)
        except StorageError as error:
            # The next start searches for frozen tables again.
            log.warning("search for frozen tables failed", extra={"fields": {"reason": str(error)}})

    def is_hosting(self) -> bool:
        """Return whether this process currently hosts."""
        return not self.is_stopping and not self.is_standing_by

    async def claim_daily_job(self, job: str) -> bool:
        """Claim a daily job, and return whether this process should do it."""
        return self.process_group is None or await self.process_group.claim_daily_job(job)

    @property
    def is_stopping(self) -> bool:
        return self._closing or self.intake.closed

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Post the welcome message in a new server."""
        if not self.intake.closed and not self.is_standing_by:
            await self.welcome.welcome_server(guild)

    @tasks.loop(hours=24)
    async def _delete_expired_data(self) -> None:
        """Delete expired data, unless another process has done so today."""
        try:
            if await self.claim_daily_job("tidy"):
                await self.tables.people.delete_expired_data()
                await self.features.run_daily_cleanups()
        except StorageError as error:
            # The next cleanup deletes the remaining data.
            log.warning("daily cleanup failed", extra={"fields": {"reason": str(error)}})

    async def repost_live_tables(self) -> None:
        """Repost the live tables of this process after their messages were lost, and resume play."""
        await self.announcer.repost_tables(
            await self.tables.core.share.pick_owned_table_ids(
                await self.store.matches.list_all_active_table_ids()
            )
        )
        await self.features.report_message_loss()
        await self._resume_play()

    async def _resume_play(self) -> None:
        await self.driver.resume()
        await self.features.resume()
        if not self._delete_expired_data.is_running():
            self._delete_expired_data.start()

    async def _wait_until_idle(self) -> None:
        for part in (self.features, self.driver, self.alarm, self.announcer, self.panels):
            await part.wait_until_idle()

    async def close(self) -> None:
        """Stop accepting presses, finish presses in progress and their announcements, and disconnect."""
        if self._closing:
            return
        self._closing = True
        # Presses in progress must not wait for hints, or they might not be answered in time.
        self.thinker.refuse_hints()
        if handing := self.process_group is not None and await self.process_group.prepare_to_leave():
            await self.intake.wait_for_presses(HANDOVER_TIMEOUT_SECONDS)
        self.intake.close()
        for part in (self.announcer, self.panels, self.alarm, self.driver, self.features):
            part.stop()
        self.thinker.close()
        self._delete_expired_data.cancel()
        self._uploader.stop()
        within = self._rate_limits.wait_for_work
        if not handing:
            await within(DRAIN_TIMEOUT_SECONDS, self.intake.wait_for_presses(DRAIN_TIMEOUT_SECONDS))
        if not await within(
            HANDOVER_TIMEOUT_SECONDS if handing else DRAIN_TIMEOUT_SECONDS, self._wait_until_idle()
        ):
            log.warning("stopped with announcements open; the next start updates them")
        if self.process_group is not None:
            await self.process_group.release_leases()
        # Presses received before the shards disconnect are refused, because the intake is closed.
        for shard in self.shards.values():
            await shard.disconnect()
        # Let the tasks of the last presses start, so that ``wait_for_presses`` waits for them.
        await asyncio.sleep(0)
        await within(
            FIRST_RESPONSE_DEADLINE_SECONDS, self.intake.wait_for_presses(FIRST_RESPONSE_DEADLINE_SECONDS)
        )
        self.pictures.close()
        self.texts.close()
        if self.process_group is not None:
            await self.process_group.close()
        await super().close()


def create_bot(config: Config, store: Store, *, is_playground: bool = False) -> ReefBot:
    """Create the bot without logging in."""
    return ReefBot(config, store, is_playground=is_playground)
