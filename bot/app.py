"""The bot: discord.py's client with the table service, the pictures and the announcer."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import discord
from discord import app_commands
from discord.ext import commands, tasks

from bot import metrics
from bot.announcing.alarm import Watch
from bot.announcing.announcer import Announcer
from bot.announcing.calls import Calls
from bot.cogs import EXTENSIONS
from bot.computers.driver import Automat
from bot.computers.thinker import Thinker
from bot.errors import StorageError, UnknownGame
from bot.host.config import Config
from bot.kit.cache import Cache
from bot.platform import deadlines
from bot.platform.commands import payloads
from bot.platform.mentions import Mentions
from bot.platform.translator import CatalogueTranslator
from bot.storage import Store
from bot.storage.backup import RESTORED
from bot.storage.settings import OWN
from bot.tables.frozen import rest_frozen
from bot.tables.service import make_tables
from bot.ui import handlers, replies
from bot.ui.pictures import Pictures
from bot.ui.play.guide import Guide
from bot.ui.presses import ITEMS
from bot.ui.table.absent import Attendance
from games.core.protocol import Game
from games.registry import GAMES

log = logging.getLogger(__name__)

DRAIN_SECONDS = 10
TELL_SECONDS = 3
"""Discord takes no first answer to a press after that."""
REMEMBERED_PRESSES = 4096
"""Far more than a resumed connection replays."""
COMMAND_IDS = "command-ids"
"""Under this are kept the ids that Discord gave to the commands when they were sent last."""


class ReefTree(app_commands.CommandTree["ReefBot"]):
    """The commands, with an answer whatever goes wrong."""

    async def _call(self, interaction: discord.Interaction[ReefBot]) -> None:
        # discord.py has no other place through which all choices for something typed come and go.
        metrics.arrived(interaction)
        try:
            await super()._call(interaction)
        finally:
            if interaction.type is discord.InteractionType.autocomplete:
                metrics.offered(interaction)

    async def on_error(
        self, interaction: discord.Interaction[ReefBot], error: app_commands.AppCommandError, /
    ) -> None:
        """Tell the person; nothing is ever answered with silence."""
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        async with replies.guarded(interaction):
            raise cause


class ReefBot(commands.AutoShardedBot):
    """Hosts every game of the registry."""

    def __init__(
        self, config: Config, store: Store, games: Mapping[str, Game] = GAMES, *, playground: bool = False
    ) -> None:
        """Take what the bot works with.

        :param playground: the world is made anew at each start: commands are sent always, and threads,
            which its page does not show, are not offered.
        """
        super().__init__(
            command_prefix=commands.when_mentioned,
            intents=discord.Intents(guilds=True),
            tree_cls=ReefTree,
            help_command=None,
            allowed_mentions=discord.AllowedMentions.none(),
            chunk_guilds_at_startup=False,
            http_trace=metrics.trace(),
        )
        self.config = config
        self.store = store
        self.games = games
        self.tables = make_tables(store, games)
        self.pictures = Pictures()
        self.thinker = Thinker(config.think_seconds)
        self.automat = Automat(self)
        self.announcer = Announcer(self)
        self.calls = Calls(self)
        self.watch = Watch(self)
        self.guide = Guide(store)
        self.attendance = Attendance(self.tables.now)
        self.mentions = Mentions()
        self._subscribe()
        self.draining = False
        self.offers_threads = not playground
        self._playground = playground
        self._prepared = False
        self._answered_shards: set[int] = set()
        self._presses: set[asyncio.Task[object]] = set()
        self._begun: Cache[int, bool] = Cache(REMEMBERED_PRESSES)

    def _subscribe(self) -> None:
        """Have everybody told of what is stored. They do not know each other."""
        feed = self.tables.feed
        feed.subscribe("pictures", self.pictures.hear)
        feed.subscribe("announcer", self.announcer.hear)
        feed.subscribe("alarm", self.watch.hear)
        feed.subscribe("computers", self.automat.hear)

    async def prepare(self) -> None:
        """Load commands and buttons, without talking to Discord."""
        if self._prepared:
            return
        self._prepared = True
        await self.tree.set_translator(CatalogueTranslator())
        handlers.load()
        self.add_dynamic_items(*ITEMS)
        for extension in EXTENSIONS:
            await self.load_extension(extension)

    async def setup_hook(self) -> None:
        """Make ready, and send the commands to Discord if they have changed."""
        deadlines.limit(self)
        await self.prepare()
        await self._synchronise()

    async def _synchronise(self) -> None:
        sent, settings = await payloads(self.tree), self.store.channels
        content = json.dumps(sent, sort_keys=True)
        digest = f"{self.application_id}:{hashlib.sha256(content.encode()).hexdigest()}"
        ids = await settings.get(OWN, COMMAND_IDS)
        if self._playground or ids is None or await settings.get(OWN, "commands") != digest:
            ids = json.dumps({command.name: command.id for command in await self.tree.sync()})
            await settings.set(OWN, COMMAND_IDS, ids)
            await settings.set(OWN, "commands", digest)
            log.info("commands synchronised")
        self.mentions.learn(sent, json.loads(ids))

    async def on_ready(self) -> None:
        """Put the messages right that a stop left behind."""
        log.info("ready guilds=%d", len(self.guilds))
        if not self._tidy.is_running():
            self._tidy.start()
        # What the playground had posted is gone with its last run: it posts these anew below its banner.
        later = set(await self.store.matches.live()) if self._playground else set()
        if await self.store.channels.get(OWN, RESTORED):
            if not self._playground:
                await self.repost_live_boards()
            await self.store.channels.clear(OWN, RESTORED)
        for table_id in await self.store.messages.behind():
            if table_id not in later:
                self.announcer.touch(table_id)
        await self.tables.clocks.mend()
        self.watch.look()
        if not self._playground:
            await self.automat.resume()
        try:
            await rest_frozen(self.tables.core, lambda: self.draining)
        except StorageError as error:
            # The next start is early enough.
            log.warning("frozen tables not looked for", extra={"fields": {"reason": str(error)}})

    @property
    def connected(self) -> bool:
        """Whether Discord tells of presses: it has taken the login on each connection, and all are open."""
        return all(
            shard_id in self._answered_shards and not shard.is_closed()
            for shard_id, shard in self.shards.items()
        )

    async def on_shard_connect(self, shard_id: int) -> None:
        """Note that Discord has begun a session on the present connection."""
        self._answered_shards.add(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Note that Discord goes on with the session on the present connection."""
        self._answered_shards.add(shard_id)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Note that the next connection has to be answered anew."""
        self._answered_shards.discard(shard_id)

    @tasks.loop(hours=24)
    async def _tidy(self) -> None:
        try:
            await self.tables.people.tidy()
        except StorageError as error:
            # Tomorrow is early enough.
            log.warning("not tidied", extra={"fields": {"reason": str(error)}})

    async def repost_live_boards(self) -> None:
        """Post every live table anew, for a world that has lost its messages, and go on at each."""
        for table_id in await self.store.matches.live():
            try:
                await self.announcer.repost(table_id)
            except (UnknownGame, discord.HTTPException) as error:
                log.warning("not posted again table=%d", table_id, extra={"fields": {"reason": str(error)}})
        await self.announcer.settle()
        await self.automat.resume()
        await self.announcer.settle()

    @contextmanager
    def busy(self) -> Iterator[None]:
        """Count a press under way, so that a stop waits for it."""
        task = asyncio.current_task()
        if task is None or task in self._presses:
            yield
            return
        self._presses.add(task)
        try:
            yield
        finally:
            self._presses.discard(task)

    async def _settle(self) -> None:
        await self.automat.settle()
        await self.watch.settle()
        await self.announcer.settle()

    def first_time(self, interaction_id: int) -> bool:
        """Note a press; ``False`` where it has been noted before."""
        first = self._begun.get(interaction_id) is None
        self._begun.put(interaction_id, True)
        return first

    async def close(self) -> None:
        """Take no more presses, finish those in flight with their announcements, and close."""
        if self.draining:
            return
        self.draining = True
        self.announcer.stop()
        self.watch.stop()
        self.automat.stop()
        self.thinker.close()
        self._tidy.cancel()
        if self._presses:
            await asyncio.wait(self._presses, timeout=DRAIN_SECONDS)
        try:
            await asyncio.wait_for(self._settle(), DRAIN_SECONDS)
        except TimeoutError:
            log.warning("stopped with announcements open; the next start mends them")
        # Nobody new is heard; who pressed meanwhile is still told that the bot is stopping.
        for shard in self.shards.values():
            await shard.disconnect()
        if self._presses:
            await asyncio.wait(self._presses, timeout=TELL_SECONDS)
        self.pictures.close()
        await super().close()


def create_bot(config: Config, store: Store, *, playground: bool = False) -> ReefBot:
    """Return the bot, not yet logged in."""
    return ReefBot(config, store, playground=playground)
