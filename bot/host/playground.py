"""The playground: the real bot in a browser on this machine, using SimCord's Preview.

Only this module, ``page``, ``places`` and ``languages`` import simcord, and only ``python -m bot`` without a
token imports this module.
"""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import logging
import os
import secrets
import socket
import sys
import webbrowser
from datetime import UTC, datetime, timedelta
from time import monotonic
from typing import Any, NamedTuple

import discord
import simcord
from simcord.backend.cdn import CDN_BASE

from bot.app import ReefBot
from bot.config import Config
from bot.errors.config import ConfigError
from bot.errors.reasons import find_reason
from bot.host import languages, plug
from bot.host.first_messages import write_first_post, write_hosting_instructions, write_second_channel_post
from bot.host.hosting import catch_stop_signals, open_store
from bot.host.languages import SOURCE_LOCALE, Language
from bot.host.page import LiveUpdates, PlaygroundServer, show_channel
from bot.host.places import ThreadSaver, list_match_ids_to_repost, restore_threads
from bot.model.hours import DAY, HOUR
from bot.platform.emoji_upload import read_drawings
from bot.storage import Store
from bot.storage.settings import BOT_OWNER, PLAYGROUND_PREFIX
from bot.ui import replies
from bot.ui.components import make_button, make_view
from bot.ui.durations import write_duration, write_timestamp
from bot.ui.escaping import strip_markup
from bot.ui.ids import make_custom_id, read_page
from bot.ui.presses import make_tableless_handler
from bot.ui.services import Interaction
from bot.ui.table import welcome
from games.core.words import N_, Words, list_locales

log = logging.getLogger(__name__)

BOT_NAME = "Reefs"
FIRST_CHANNEL, SECOND_CHANNEL = "the-reef", "the-lagoon"
PLAYER_NAMES = ("Anna", "Ben", "Chris", "Dana")
SETTLE_TIMEOUT_SECONDS = 4.0
"""Maximum seconds for which an action waits for its messages. Later messages appear as they arrive."""
SKIP_SECONDS = (HOUR, 8 * HOUR, DAY, 3 * DAY)
TIME_KEY = f"{PLAYGROUND_PREFIX}now"
"""Name of the setting with the simulated time, which is updated at each start and each skip."""
PAGE_KEY = f"{PLAYGROUND_PREFIX}key"
"""Name of the setting with the secret in the page's address, so that the address stays the same."""

MAX_THINK_SECONDS = 0.5
"""Maximum thinking time of a computer, because the page waits for the moves of all computers."""


class PatientEnvironment(simcord.Env):
    """A simulated Discord that continues if the bot is busy for longer than SimCord's time limit."""

    async def _settle_internal(self, **how: Any) -> None:
        with contextlib.suppress(TimeoutError):
            await super()._settle_internal(**how)


class World(NamedTuple):
    """A simulated server with two channels and four members. The first member owns the server."""

    env: simcord.Env
    channel: simcord.ChannelHandle
    second_channel: simcord.ChannelHandle
    people: tuple[simcord.MemberActor, ...]
    language: Language


def make_world(bot: ReefBot, start_time: datetime | None = None, language: Language | None = None) -> World:
    """Return a simulated server for a bot that hasn't been started, and let the bot use the simulated clock.

    SimCord makes IDs from its clock and a counter. Users and channels are always created at the same early
    time, so that they get the IDs that stored tables refer to. Then the clock is set to ``start_time``, so
    that new messages don't get the IDs of earlier ones.

    :param start_time: simulated time; by default the real time.
    """
    language = language or Language()
    w = language.words
    env = PatientEnvironment(bot, shard_count=1, settle_timeout=SETTLE_TIMEOUT_SECONDS)
    env.backend.clock.advance(1.0)
    env.backend.bot_user.name = BOT_NAME
    users = [env.create_user(name.lower(), global_name=name) for name in PLAYER_NAMES]
    # Without an owner, SimCord would create one, who would appear in lists.
    guild = env.create_guild(w("Reef Harbour"), owner=users[0], preferred_locale=language.locale)
    channel = guild.create_text_channel(FIRST_CHANNEL)
    people = tuple(guild.add_member(user) for user in users)
    # Create the second channel last, because it would change the IDs of everything created after it.
    other = guild.create_text_channel(SECOND_CHANNEL)
    if bot.config.uses_own_emoji:
        # Create the emoji as if an earlier run of the bot had uploaded them.
        for drawing in read_drawings():
            env.backend.create_application_emoji(drawing.name)
    env.backend.clock.advance(((start_time or datetime.now(UTC)) - env.now()).total_seconds())
    bot.tables.core.get_time = lambda: env.now().timestamp()
    language.apply_to_interactions(env)
    return World(env, channel, other, people, language)


async def restore_world(bot: ReefBot, store: Store, locale: str = SOURCE_LOCALE) -> World:
    """Rebuild the simulated server from the database, with the threads of active tables.

    :param locale: the language if none was chosen before.
    """
    language = await languages.read_language(store, locale)
    world = make_world(bot, await _find_start_time(store), language)
    await store.channels.set(BOT_OWNER, TIME_KEY, world.env.now().isoformat())
    await restore_threads(world.env, store, world.channel.id, language.words)
    return world


def find_emoji_images(env: simcord.Env) -> dict[str, tuple[str, bytes]]:
    """Return the content type and data of each emoji, by URL, because SimCord doesn't store them."""
    drawings = {drawing.name: drawing.image for drawing in read_drawings()}
    return {
        f"{CDN_BASE}/emojis/{emoji.id}.png": ("image/png", drawings[emoji.name])
        for emoji in env.backend.application_emojis.values()
        if emoji.name in drawings
    }


def write_time_line(now: float, w: Words) -> str:
    """Return the text above the buttons that skip time."""
    return w(
        "It's {now} here. Let time pass to see reminders and clocks:", now=write_timestamp(int(now), "f")
    )


def make_time_buttons(w: Words) -> discord.ui.View:
    """Return a view with the buttons that skip time."""
    return make_view(
        [
            make_button(make_custom_id("b", "pt", seconds), w("+ {time}", time=write_duration(seconds, w)))
            for seconds in SKIP_SECONDS
        ]
    )


class PlaygroundBot(ReefBot):
    """The bot of the playground, which also handles the buttons of the playground's first message."""

    world: World | None = None
    preview: simcord.Preview | None = None
    """The page. It has a separate clock for relative times."""

    def __init__(self, config: Config, store: Store) -> None:
        """Create the bot. Its world is set later."""
        pull = make_tableless_handler("pp", self.pull_plug)
        skip = make_tableless_handler("pt", self.skip_time)
        host = make_tableless_handler("ph", self.show_hosting, acknowledge="new")
        speaking = make_tableless_handler("pq", self.choose_language, acknowledge="silent")
        super().__init__(config, store, is_playground=True, extra_press_handlers=(pull, skip, host, speaking))
        self.first_messages: list[discord.Message] = []
        self.plug = plug.KillSwitch()
        self.tables.feed.subscribe("plug", self.plug.handle_change)
        # Simulated time hardly passes, so rate limits would never end without the real time.
        self.action_limits.get_press_time = lambda: self.tables.now() + monotonic()

    async def show_hosting(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Answer with instructions for hosting the bot on Discord."""
        await replies.show(interaction, write_hosting_instructions(replies.get_words(interaction)))

    async def choose_language(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Change the language of the playground. Existing tables keep the language of their channels."""
        locale = parts[0] if parts else ""
        if self.world is None or locale not in list_locales():
            return
        self.world.language.choose_locale(locale)
        await self.store.channels.set(BOT_OWNER, languages.LANGUAGE_KEY, locale)
        if self.preview is not None:
            self.preview.locale = self.world.language.locale
        self.world.language.translate_commands(self.world.env)
        for post, shown in zip(
            self.first_messages, await _write_first_messages(self, self.world), strict=True
        ):
            files = shown.pop("files", ())
            await post.edit(**shown, attachments=files)

    async def pull_plug(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Arm the kill switch, or disarm it if the button *Keep it running* was pressed."""
        w, self.plug.armed = replies.get_words(interaction), not parts
        if parts:
            await replies.show(interaction, plug.write_disarmed_answer(w))
        else:
            items = [make_button(make_custom_id("b", "pp", "no"), w("Keep it running"))]
            await replies.show(interaction, plug.write_armed_answer(w), view=make_view(items))

    async def skip_time(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Skip the duration of the pressed button, or only offer durations if it was *Skip time…*."""
        w, seconds = replies.get_words(interaction), read_page(parts, 0)
        if seconds not in (0, *SKIP_SECONDS) or self.world is None:
            return
        env = self.world.env
        # Answer first, because the interaction expires when the clock is advanced.
        text = write_time_line(env.now().timestamp() + seconds, w)
        await replies.show(interaction, text, view=make_time_buttons(w))
        if not seconds:
            return
        env.backend.clock.advance(seconds)
        if self.preview is not None:
            self.preview.capture_time = env.now()
        await self.store.channels.set(BOT_OWNER, TIME_KEY, env.now().isoformat())
        self.alarm.start_check()


async def _find_start_time(store: Store) -> datetime | None:
    """Return the simulated time at which the playground should start; ``None`` at its first start.

    The time is just after the end of the last run, so that no clock runs while the playground is closed. The
    end is the saved time or the newest message's time, whichever is later.
    """
    text, newest = await store.channels.get(BOT_OWNER, TIME_KEY), await store.messages.find_newest_time()
    known = [] if text is None else [datetime.fromisoformat(text)]
    if newest is not None:
        known.append(datetime.fromtimestamp(newest, UTC))
    return max(known) + timedelta(seconds=1) if known else None


async def open_preview(
    world: World, store: Store, port: int, kill_switch: plug.KillSwitch | None = None
) -> simcord.Preview:
    """Create the page without serving it. Its secret is stored, so that its address stays the same.

    :param kill_switch: while it is armed, the page expects a restart instead of the end.
    """
    switch = kill_switch or plug.KillSwitch()
    preview = world.env.preview(
        world.channel,
        viewers=world.people,
        layout="channel",
        locale=SOURCE_LOCALE,
        assets=find_emoji_images(world.env),
        port=port,
    )
    key = await store.channels.get(BOT_OWNER, PAGE_KEY)
    if key is None:
        key = secrets.token_urlsafe(32)
        await store.channels.set(BOT_OWNER, PAGE_KEY, key)
    preview.capability = key
    # Assign the language here, because ``preview()`` refuses languages that Discord doesn't have.
    preview.locale = world.language.locale
    preview._server = PlaygroundServer(preview, port, world.language, lambda: switch.armed)
    return preview


async def run_playground(config: Config, *, browser: bool, locale: str = SOURCE_LOCALE) -> None:
    """Serve the playground until SIGTERM or SIGINT.

    :param locale: the language until somebody chooses one.
    :raises ConfigError: the port is taken, or a part of SimCord is missing.
    :raises StorageError: the database can't be used.
    """
    _require_free_port(config.playground_port)
    config = dataclasses.replace(config, think_seconds=min(config.think_seconds, MAX_THINK_SECONDS))
    store = await open_store(config.playground_database)
    try:
        async with PlaygroundBot(config, store) as bot:
            # Count the stored moves before a computer adds one.
            pulled = await plug.find_pulled_match(store, bot.tables)
            stored = pulled or await plug.find_running_match(store, bot.tables)
            world = await restore_world(bot, store, locale)
            notes = ThreadSaver(world.env, store)
            try:
                await world.env.start()
                with world.env.time_context():
                    await _post_first_messages(bot, world)
                    shown = world.channel.id
                    if stored is not None:
                        shown = await _report_stored_moves(bot, world, stored)
                    # If the plug was pulled, the page is still open, so don't open a browser.
                    await _serve_page(
                        bot, world, config.playground_port, shown, browser=browser and pulled is None
                    )
            finally:
                await bot.close()
                await notes.wait_until_saved()
                await world.env.shutdown()
    finally:
        await store.close()
    log.info("stopped")


async def _write_first_messages(bot: PlaygroundBot, world: World) -> list[dict[str, Any]]:
    w, games = world.language.words, list(bot.services.games.values())
    hosting = make_button(make_custom_id("b", "ph"), w("Host it on Discord…"), row=1)
    skipping = make_button(make_custom_id("b", "pt", 0), w("Skip time…"), row=1)
    pulling = make_button(make_custom_id("b", "pp"), w("Pull the plug…"), row=1)
    items = [
        *welcome.list_game_buttons(games),
        hosting,
        skipping,
        pulling,
        *world.language.make_language_buttons(row=2),
    ]
    files = await bot.pictures.draw_posters(games, w)
    second = bot.mentions.link_commands(write_second_channel_post(f"<#{world.channel.id}>", w))
    return [
        {"content": write_first_post(games, w), "view": make_view(items), "files": files},
        {"content": second},
    ]


async def _post_first_messages(bot: PlaygroundBot, world: World) -> None:
    bot.world = world
    world.language.translate_commands(world.env)
    channels = (world.channel.id, world.second_channel.id)
    bot.first_messages = []
    for channel_id, shown in zip(channels, await _write_first_messages(bot, world), strict=True):
        channel = bot.get_channel(channel_id)
        assert isinstance(channel, discord.TextChannel)
        bot.first_messages.append(await channel.send(**shown))
    await bot.announcer.repost_tables(await list_match_ids_to_repost(bot.store, bot.tables.now(), channels))
    await bot.repost_live_tables()
    await bot.driver.wait_until_idle()
    await bot.announcer.wait_until_idle()
    await bot.features.wait_until_idle()
    await world.env.settle()


async def _report_stored_moves(bot: PlaygroundBot, world: World, stored_match: plug.StoredMatch) -> int:
    """Print and post how many moves of a match were stored. Return the ID of the channel with the post."""
    restart_line = plug.write_restart_line(stored_match, world.language.words)
    print(strip_markup(restart_line), flush=True)
    at = world.channel.id if stored_match.table is None else stored_match.table.place.channel_id
    channel = bot.get_channel(at) or bot.get_channel(world.channel.id)
    assert isinstance(channel, (discord.TextChannel, discord.Thread))
    await channel.send(plug.add_history_note(restart_line, world.language.words))
    await world.env.settle()
    return channel.id


async def _serve_page(bot: PlaygroundBot, world: World, port: int, channel_id: int, *, browser: bool) -> None:
    """Serve the page until it is closed or a stop signal arrives.

    :param channel_id: the channel or thread that the page shows first.
    """
    preview = await open_preview(world, bot.store, port, bot.plug)
    show_channel(preview, world.env.backend.channels[channel_id])
    bot.preview = preview
    updates = asyncio.create_task(LiveUpdates(preview).run())
    with catch_stop_signals() as stopped:
        try:
            await preview.__aenter__()
        except simcord.SetupError as error:
            raise ConfigError(N_("The playground can't start: {reason}"), reason=error) from None
        try:
            w = world.language.words
            print(w("The playground is at {url}", url=preview.url), flush=True)
            if browser and has_display():
                await asyncio.to_thread(webbrowser.open, preview.url)
            ends = [asyncio.create_task(stopped.wait()), asyncio.create_task(preview.wait_closed())]
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            for task in ends:
                task.cancel()
        finally:
            updates.cancel()
            await preview.close()


def _require_free_port(port: int) -> None:
    """Check that the port is free before anything is opened.

    :raises ConfigError: the port can't be used.
    """
    with socket.socket() as probe:
        if sys.platform != "win32":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            raise ConfigError(
                N_("Can't use port {port}: {reason}. Choose another with --port."),
                port=port,
                reason=find_reason(error),
            ) from None


def has_display() -> bool:
    """Return whether there seems to be a local display, so that a browser can be opened."""
    if "SSH_CONNECTION" in os.environ:
        return False
    return sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
