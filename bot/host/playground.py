"""The playground: the real bot in a browser on this computer, through SimCord's Preview.

Nothing but this module and its own, ``page`` and ``places``, imports simcord, and only ``python -m bot``
without a token imports this.
"""

from __future__ import annotations

import asyncio
import dataclasses
import logging
import os
import secrets
import socket
import sys
import webbrowser
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import discord
import simcord
from simcord.backend.cdn import CDN_BASE

from bot.app import ReefBot
from bot.config import Config
from bot.errors.config import ConfigError
from bot.errors.reasons import reason
from bot.host.hosting import stop_signals
from bot.host.page import Server
from bot.host.places import ThreadNotes, list_played, restore_threads
from bot.host.signs import write_first, write_second
from bot.model.hours import DAY, HOUR
from bot.platform.emoji_upload import read_drawings
from bot.storage import Store
from bot.storage.settings import OWN
from bot.ui import replies
from bot.ui.components import button, view
from bot.ui.durations import span, stamp
from bot.ui.ids import custom_id, page_of
from bot.ui.presses import Press
from bot.ui.services import Interaction
from bot.ui.table import welcome
from games.core.words import N_, Words, words

log = logging.getLogger(__name__)

CHANNEL, OTHER = "the-reef", "the-lagoon"
PEOPLE = ("Anna", "Ben", "Chris", "Dana")
LOCALE = "en-US"
"""SimCord's people have this language, whatever the page is set to."""
SETTLE_SECONDS = 30.0
"""How long the page waits for the answer to a press; a slow computer draws its first picture in it."""
PASSES = (HOUR, 8 * HOUR, DAY, 3 * DAY)
"""How many seconds one press lets pass."""
NOW = "playground-now"
"""Under this is kept how late it was at a start, and each time when time was let pass."""
KEY = "playground-key"
"""Under this is kept the key to the page, so that an address holds from one start to the next."""

THINK_SECONDS = 0.5
"""How long a computer player thinks at most about a move: the page shows nothing before all have moved."""


class World(NamedTuple):
    """A server with two channels and four people, the first of whom owns it."""

    env: simcord.Env
    channel: simcord.ChannelHandle
    other: simcord.ChannelHandle
    people: tuple[simcord.MemberActor, ...]


def make_world(bot: ReefBot, begin: datetime | None = None) -> World:
    """Return the world for a bot that has not been started. The bot reads its clock.

    :param begin: how late it is; by default as late as on this computer.

    SimCord's ids are made of its clock and a counter. People and places are made at one early instant,
    so their ids are the same in each start and tables kept in the database find them again; then the
    clock goes on to when the world was left, so that no message has the id of a message of an earlier start.
    """
    w = words(LOCALE)
    env = simcord.Env(bot, shard_count=1, settle_timeout=SETTLE_SECONDS)
    env.backend.clock.advance(1.0)
    env.backend.bot_user.name = w("Reefs")
    users = [env.create_user(name.lower(), global_name=name) for name in PEOPLE]
    # Without an owner SimCord makes up one, whom lists of people would show as a stranger.
    guild = env.create_guild(w("Reef Harbour"), owner=users[0], preferred_locale=LOCALE)
    channel = guild.create_text_channel(CHANNEL)
    people = tuple(guild.add_member(user) for user in users)
    # Last, so that the ids of all others are those of worlds that had one channel.
    other = guild.create_text_channel(OTHER)
    if bot.config.own_emoji:
        # The bot finds them there, as at any start but the first.
        for drawing in read_drawings():
            env.backend.create_application_emoji(drawing.name)
    env.backend.clock.advance(((begin or datetime.now(UTC)) - env.now()).total_seconds())
    bot.tables.core.clock = lambda: env.now().timestamp()
    return World(env, channel, other, people)


async def build_world(bot: ReefBot, store: Store) -> World:
    """Return the world in which the tables of the database go on, with the threads that they are in."""
    world = make_world(bot, await _begin(store))
    await store.channels.set(OWN, NOW, world.env.now().isoformat())
    await restore_threads(world.env, store, world.channel.id, words(LOCALE))
    return world


def find_pictures(env: simcord.Env) -> dict[str, tuple[str, bytes]]:
    """Return the emoji by their addresses, for the page: SimCord keeps no picture of those that it takes."""
    drawings = {drawing.name: drawing.image for drawing in read_drawings()}
    return {
        f"{CDN_BASE}/emojis/{emoji.id}.png": ("image/png", drawings[emoji.name])
        for emoji in env.backend.application_emojis.values()
        if emoji.name in drawings
    }


def time_text(world: World, w: Words) -> str:
    """Return what stands above the buttons that let time pass."""
    now = int(world.env.now().timestamp())
    return w("It's {now} here. Let time pass to see reminders and clocks:", now=stamp(now, "f"))


def time_buttons(w: Words) -> discord.ui.View:
    """Return the buttons that let time pass."""
    return view(
        [button(custom_id("b", "pt", seconds), w("+ {time}", time=span(seconds, w))) for seconds in PASSES]
    )


class PlaygroundBot(ReefBot):
    """The bot in the playground, where a press can let time pass."""

    world: World | None = None
    preview: simcord.Preview | None = None
    """The page, which shows by its own clock how long ago something was."""

    def __init__(self, config: Config, store: Store) -> None:
        """Make the bot, whose world comes later."""
        passing = Press("pt", self.let_time_pass, table=None)
        super().__init__(config, store, playground=True, presses=(passing,))

    async def let_time_pass(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Answer the buttons that let time pass."""
        await replies.begin(interaction, silent=True)
        w = replies.reader(interaction)
        seconds = page_of(parts, 0)
        if seconds not in PASSES or interaction.message is None or self.world is None:
            return
        self.world.env.backend.clock.advance(seconds)
        if self.preview is not None:
            self.preview.capture_time = self.world.env.now()
        await self.store.channels.set(OWN, NOW, self.world.env.now().isoformat())
        self.alarm.look()
        # Not through the interaction, which has expired by the clock that was just advanced.
        await interaction.message.edit(content=time_text(self.world, w), view=time_buttons(w))


async def _begin(store: Store) -> datetime | None:
    """Return when the world goes on: just after it was left, so that what was open has the time it had.

    Its clock stands still meanwhile. What was posted tells how late it was where a kill came before a note.
    """
    text, newest = await store.channels.get(OWN, NOW), await store.messages.newest()
    known = [] if text is None else [datetime.fromisoformat(text)]
    if newest is not None:
        known.append(datetime.fromtimestamp(newest, UTC))
    return max(known) + timedelta(seconds=1) if known else None


async def open_preview(world: World, store: Store, port: int) -> simcord.Preview:
    """Return the page, not yet served. Its address is the same at each start over one database."""
    w = words(LOCALE)
    preview = world.env.preview(
        world.channel,
        viewers=world.people,
        layout="channel",
        locale=LOCALE,
        assets=find_pictures(world.env),
        port=port,
    )
    key = await store.channels.get(OWN, KEY)
    if key is None:
        key = secrets.token_urlsafe(32)
        await store.channels.set(OWN, KEY, key)
    preview.capability = key
    preview._server = Server(preview, port, w)
    return preview


async def run(config: Config, *, browser: bool) -> None:
    """Serve the playground until SIGTERM, SIGINT or *End preview session*.

    :raises ConfigError: the port is taken, or a part of SimCord is missing.
    :raises StorageError: the database cannot be used.
    """
    _claim(config.port)
    config = dataclasses.replace(config, think_seconds=min(config.think_seconds, THINK_SECONDS))
    store = await Store.open(config.playground_database)
    try:
        async with PlaygroundBot(config, store) as bot:
            world = await build_world(bot, store)
            notes = ThreadNotes(world.env, store)
            try:
                await world.env.start()
                with world.env.time_context():
                    await _open_channel(bot, world)
                    await _serve(bot, world, config.port, browser=browser)
            finally:
                await bot.close()
                await notes.settle()
                await world.env.shutdown()
    finally:
        await store.close()
    log.info("stopped")


async def _open_channel(bot: PlaygroundBot, world: World) -> None:
    channel = bot.get_channel(world.channel.id)
    assert isinstance(channel, discord.TextChannel)
    w = words(LOCALE)
    bot.world = world
    games = bot.services.games.values()
    files = await bot.pictures.posters(list(games), w)
    await channel.send(
        bot.mentions.linked(write_first(games, OTHER, w)), view=welcome.offer_games(games), files=files
    )
    await channel.send(time_text(world, w), view=time_buttons(w))
    other = bot.get_channel(world.other.id)
    assert isinstance(other, discord.TextChannel)
    await other.send(bot.mentions.linked(write_second(channel.mention, w)))
    await bot.repost_live()
    await bot.announcer.repost_all(await list_played(bot.store, bot.tables.now()))
    await bot.driver.settle()
    await bot.announcer.settle()
    await bot.features.settle()
    await world.env.settle()


async def _serve(bot: PlaygroundBot, world: World, port: int, *, browser: bool) -> None:
    preview = await open_preview(world, bot.store, port)
    bot.preview = preview
    with stop_signals() as stopped:
        try:
            await preview.__aenter__()
        except simcord.SetupError as error:
            raise ConfigError(N_("The playground can't start: {reason}"), reason=error) from None
        try:
            print(words(LOCALE)("The playground is at {url}", url=preview.url), flush=True)
            if browser and graphical():
                await asyncio.to_thread(webbrowser.open, preview.url)
            ends = [asyncio.create_task(stopped.wait()), asyncio.create_task(preview.wait_closed())]
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            for task in ends:
                task.cancel()
        finally:
            await preview.close()


def _claim(port: int) -> None:
    """Find out before anything is opened whether the port is free."""
    with socket.socket() as probe:
        if sys.platform != "win32":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            raise ConfigError(
                N_("Can't use port {port}: {reason}. Choose another with --port."),
                port=port,
                reason=reason(error),
            ) from None


def graphical() -> bool:
    """Tell whether somebody sits at a screen of this computer."""
    if "SSH_CONNECTION" in os.environ:
        return False
    return sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
