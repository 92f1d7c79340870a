"""``python -m bot doctor``: check everything that could prevent the bot from working."""

from __future__ import annotations

import asyncio
import ipaddress
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Protocol, Self

import discord
from discord import app_commands
from PIL import features

from bot.config import LINK_SETTING_NAMES, NOT_A_TOKEN_TEXT, Config, looks_like_token
from bot.errors.config import ConfigError
from bot.errors.reasons import find_reason
from bot.errors.storage import DatabaseInUse, SchemaTooNew, StorageError
from bot.host.disk import LOW_FREE_BYTES, MIN_FREE_BYTES, find_free_bytes, try_writing
from bot.host.doctor_discord import check_token
from bot.host.doctor_server import check_server
from bot.host.findings import Caution, Fault, report_changed_migrations
from bot.platform.commands import collect_payloads, find_exceeded_limits
from bot.platform.emoji_upload import read_drawings
from bot.platform.permissions import NEEDED_PERMISSIONS
from bot.storage import Store
from bot.storage.engine.backup import read_schema_version
from bot.storage.engine.filelock import FileLock
from games.core.protocol import Game
from games.core.rng import Chance
from games.core.texts import Scene
from games.core.words import LOCALES_FOLDER, Words, list_locales
from games.drawing import glyphs
from games.drawing.coverage import list_scripts
from games.registry import GAMES

DATABASE_SETTINGS = ("DATABASE_PATH", "DATABASE_URL")
INVITE_SCOPES = ("bot", "applications.commands")


def make_invite_link(application_id: int) -> str:
    """Return the link that adds the bot to a server with the permissions it needs."""
    return discord.utils.oauth_url(application_id, permissions=NEEDED_PERMISSIONS, scopes=INVITE_SCOPES)


class BotWithCommands(Protocol):
    """A bot whose commands the doctor can check."""

    @property
    def tree(self) -> app_commands.CommandTree[Any]:
        """The bot's slash commands and context menus."""

    async def load_commands(self) -> None:
        """Load the commands without connecting to Discord."""

    async def __aenter__(self) -> Self: ...

    async def __aexit__(self, kind: Any, error: Any, trace: Any, /) -> None: ...


def run_checks(
    config: Config,
    w: Words,
    dotenv: Path,
    create_bot: Callable[[Config, Store], BotWithCommands],
    bad_settings: Sequence[ConfigError] = (),
    *,
    is_file_named: bool = False,
) -> int:
    """Run all checks, and print the findings and the invite link. Return 2 if there are faults, otherwise 0.

    :param dotenv: the path of the ``.env`` file, which may not exist.
    :param create_bot: creates the bot without logging it in.
    :param bad_settings: the errors of invalid settings, which have their defaults in ``config``.
    :param is_file_named: whether the command line names the database file, which is then checked even
        without a token.
    """
    for fault in bad_settings:
        print(w("FAULT  {check}: {finding}", check=w("Settings"), finding=w.msg(fault.message)))
    unclear = config.token is None and _may_be_invalid(bad_settings, "DISCORD_TOKEN")
    of_playground = not (is_file_named or config.token or unclear)
    may_have_other_database = config.database_url is None and _may_be_invalid(
        bad_settings, *DATABASE_SETTINGS
    )
    unsure = not is_file_named and (unclear or may_have_other_database)
    checks: list[tuple[str, Callable[[Config, Words], Iterator[str]]]] = [
        (w("Settings"), partial(_check_settings, dotenv, bad_settings=bad_settings)),
        ("Discord", _report_skipped_check if unclear else check_token),
        (
            w("The playground's database") if of_playground else w("Database"),
            _report_skipped_check if unsure else partial(_check_database, is_file_named=is_file_named),
        ),
        (w("Pictures"), _check_pictures),
        (w("Languages"), _check_languages),
        (w("Commands"), partial(_check_commands, create_bot)),
    ]
    faults = len(bad_settings)
    for name, check in checks:
        try:
            for line in check(config, w):
                if isinstance(line, Caution):
                    print(w("LOOK   {check}: {finding}", check=name, finding=line))
                else:
                    print(w("ok     {check}: {finding}", check=name, finding=line))
        except Fault as fault:
            faults += 1
            print(w("FAULT  {check}: {finding}", check=name, finding=fault))
    if config.application_id is None:
        print(w("The invite link needs your bot's token in DISCORD_TOKEN, or its id in APPLICATION_ID."))
    else:
        print(w("Invite the bot to a server: {link}", link=make_invite_link(config.application_id)))
    return 2 if faults else 0


def _may_be_invalid(bad_settings: Sequence[ConfigError], *settings: str) -> bool:
    """Return whether one of the ``settings`` is invalid, or may be in an invalid line of ``.env``."""
    return any(fault.setting is None or fault.setting in settings for fault in bad_settings)


def _report_skipped_check(config: Config, w: Words) -> Iterator[str]:
    yield Caution(w("not checked until the settings are right"))


def _check_settings(
    dotenv: Path, config: Config, w: Words, *, bad_settings: Sequence[ConfigError] = ()
) -> Iterator[str]:
    folder = dotenv.absolute().parent
    yield (
        w("read from the environment and from {name} in {folder}", name=dotenv.name, folder=folder)
        if dotenv.exists()
        else w("read from the environment; there's no {name} in {folder}", name=dotenv.name, folder=folder)
    )
    if dotenv.exists() and os.name == "posix" and dotenv.stat().st_mode & 0o077:
        yield Caution(w("others on this computer can read it: chmod 600 {path}", path=dotenv))
    replaced = {fault.setting for fault in bad_settings}
    if replaced.isdisjoint(("LOG_LEVEL", "PLAYGROUND_PORT")):
        yield w(
            "log level {level}, playground port {port}", level=config.log_level, port=config.playground_port
        )
    if replaced.isdisjoint(("METRICS_PORT", "METRICS_HOST")):
        yield from _check_metrics(config, w)
    yield from _check_links(config, w)
    if "APPLICATION_EMOJI" not in replaced:
        yield _check_emoji(config, w)
    if config.token is None:
        if not _may_be_invalid(bad_settings, "DISCORD_TOKEN"):
            yield Caution(w("no DISCORD_TOKEN, so the bot opens the playground"))
    elif not looks_like_token(config.token):
        raise Fault(w(NOT_A_TOKEN_TEXT))


def _check_metrics(config: Config, w: Words) -> Iterator[str]:
    if config.metrics_port is None:
        yield w("no METRICS_PORT, so no page for health and metrics")
        return
    yield w("health and metrics at {host}, port {port}", host=config.metrics_host, port=config.metrics_port)
    if not ipaddress.ip_address(config.metrics_host).is_loopback:
        yield Caution(w("METRICS_HOST lets other computers read the metrics, and the page has no password"))


def _check_emoji(config: Config, w: Words) -> str:
    if not config.uses_own_emoji:
        return w("APPLICATION_EMOJI is off: buttons show plain emoji")
    return w.plural(
        "{n} drawing goes up as an emoji at the start",
        "{n} drawings go up as emoji at the start",
        len(read_drawings()),
    )


def _check_links(config: Config, w: Words) -> Iterator[str]:
    host_links = config.host_links
    addresses = dict(
        zip(LINK_SETTING_NAMES, (host_links.terms, host_links.privacy, host_links.support), strict=True)
    )
    for name, address in addresses.items():
        if address:
            yield w("/help shows {name}: {address}", name=name, address=address)
    missing = [name for name, address in addresses.items() if not address]
    if missing and config.token is not None:
        yield w(
            "without {names}, /help shows no such links (docs/hosting/growing.md says when they are needed)",
            names=w.join_list(missing),
        )


def _check_database(config: Config, w: Words, *, is_file_named: bool = False) -> Iterator[str]:
    if config.token and config.database_url is not None:
        yield from check_server(config.database_url, w)
        return
    path = config.database_path if config.token or is_file_named else config.playground_database
    # Without a token, the bot uses the playground's database and never creates the file named on the command
    # line, so that file must exist. With a token, its name may be mistyped.
    is_expected = is_file_named and path != config.playground_database
    try:
        try_writing(path)
        free = find_free_bytes(path)
        health = Store.check_file(path)
        if health.newer_version is None and (path.exists() or (is_expected and not config.token)):
            read_schema_version(path)
    except StorageError as error:
        raise Fault(w.msg(error.message)) from error
    if health.problems:
        raise Fault(w("{path} is damaged: {problems}", path=path, problems="; ".join(health.problems)))
    if health.newer_version is not None:
        raise Fault(w.msg(SchemaTooNew(path, health.newer_version, health.known_version).message))
    yield from _check_free_space(free, w)
    if health.schema_version is None:
        coming = w("{path} will be created at the first start", path=path)
        yield Caution(coming) if is_expected else coming
        return
    yield w("{path} is fine, schema {version}", path=path, version=health.schema_version)
    yield from report_changed_migrations(health.changed_migrations, w)
    try:
        FileLock(path).release()
    except DatabaseInUse:
        yield w("another process is using it, which is fine while the bot runs")
    except StorageError as error:
        raise Fault(w.msg(error.message)) from error


def _check_free_space(free_bytes: int, w: Words) -> Iterator[str]:
    """Yield the finding about the free space on the database's disk.

    :raises Fault: the disk is full.
    """
    megabytes = free_bytes // 1_000_000
    if free_bytes < MIN_FREE_BYTES:
        raise Fault(w("the disk is full"))
    if free_bytes < LOW_FREE_BYTES:
        yield Caution(w("only {n} MB are free on its disk", n=megabytes))
    else:
        yield w("{n} MB are free on its disk", n=megabytes)


def _check_pictures(config: Config, w: Words) -> Iterator[str]:
    for game in GAMES.values():
        try:
            width, height = _draw_start_position(game, w)
        except (OSError, ImportError) as error:
            # A font, a sprite or a library is missing.
            raise Fault(f"{game.title}: {w.msg(find_reason(error))}") from error
        yield w("{game} can be drawn, {width} x {height}", game=game.title, width=width, height=height)
    drawn, undrawn = ([w.msg(one) for one in list_scripts(is_drawable=drawn)] for drawn in (True, False))
    yield w("names are drawn in {scripts}", scripts=w.join_list(drawn))
    if undrawn and glyphs.CAN_SHAPE_TEXT:
        yield w(
            "user names stand in for names in {scripts}; the fonts extra adds these scripts",
            scripts=w.join_list(undrawn),
        )
    elif undrawn:
        yield w("user names stand in for names in {scripts}", scripts=w.join_list(undrawn))
    yield _check_shaping(w)


def _check_shaping(w: Words) -> str:
    if features.check("raqm") and features.check("fribidi"):
        return w(
            "FriBiDi {version} is there for Arabic, Hebrew and Indic names",
            version=features.version("fribidi"),
        )
    return Caution(
        w("FriBiDi is missing, so Arabic, Hebrew and Indic names are drawn wrong: install libfribidi0")
    )


def _draw_start_position(game: Game, w: Words) -> tuple[int, int]:
    rules = game.rules[game.version]
    seats = game.seat_counts[0]
    state, _ = rules.setup(seats, game.get_default_options(), Chance(b"doctor", 0))
    names = tuple(f"{seat + 1}" for seat in range(seats))
    size: tuple[int, int] = game.draw(rules.view(state, None), Scene(names, w)).size
    return size


def _check_languages(config: Config, w: Words) -> Iterator[str]:
    uncompiled = [path.name for path in LOCALES_FOLDER.glob("*.po") if not path.with_suffix(".mo").is_file()]
    if uncompiled:
        raise Fault(w("not compiled: {files}", files=", ".join(sorted(uncompiled))))
    yield ", ".join(list_locales())


def _check_commands(
    create_bot: Callable[[Config, Store], BotWithCommands], config: Config, w: Words
) -> Iterator[str]:
    commands = asyncio.run(_collect_commands(create_bot, config))
    exceeded = find_exceeded_limits(commands)
    if exceeded:
        raise Fault("; ".join(map(w.msg, exceeded)))
    yield w.plural(
        "{n} command within Discord's limits", "{n} commands within Discord's limits", len(commands)
    )


async def _collect_commands(
    create_bot: Callable[[Config, Store], BotWithCommands], config: Config
) -> list[dict[str, object]]:
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(Path(folder) / "doctor.db")
        try:
            async with create_bot(replace(config, database_url=None), store) as bot:
                await bot.load_commands()
                return await collect_payloads(bot.tree)
        finally:
            await store.close()
