"""``python -m bot doctor``: look at everything that can be wrong before Discord is asked for anything."""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import discord

from bot.app import create_bot
from bot.commands import payloads, problems
from bot.config import Config
from bot.errors import InUse, StorageError
from bot.storage import Store
from bot.storage.filelock import FileLock
from bot.ui.permissions import NEEDED
from games.core.protocol import Game, Scene
from games.core.rng import Chance
from games.core.words import LOCALES, Words, available
from games.registry import GAMES

SCOPES = ("bot", "applications.commands")


class Fault(Exception):
    """Something is wrong; its text says what."""


def invite(application_id: int) -> str:
    """Return the link that adds the bot to a server with the permissions that it needs and no others."""
    return discord.utils.oauth_url(application_id, permissions=NEEDED, scopes=SCOPES)


def run(config: Config, w: Words) -> int:
    """Print a line for each check; return 0 when all hold, else 2."""
    checks: list[tuple[str, Callable[[Config, Words], Iterator[str]]]] = [
        (w("Settings"), _settings),
        (w("Database"), _database),
        (w("Pictures"), _pictures),
        (w("Languages"), _languages),
        (w("Commands"), _commands),
    ]
    faults = 0
    for name, check in checks:
        try:
            for line in check(config, w):
                print(w("ok     {check}: {finding}", check=name, finding=line))
        except Fault as fault:
            faults += 1
            print(w("FAULT  {check}: {finding}", check=name, finding=fault))
    if config.application_id is None:
        print(w("For the invite link, set DISCORD_TOKEN or APPLICATION_ID."))
    else:
        print(w("Invite the bot to a server: {link}", link=invite(config.application_id)))
    return 2 if faults else 0


def _settings(config: Config, w: Words) -> Iterator[str]:
    yield (
        w("no DISCORD_TOKEN is set: the bot opens the playground")
        if config.token is None
        else w("a DISCORD_TOKEN is set; only Discord can tell whether it is right")
    )
    yield w("log level {level}, playground port {port}", level=config.log_level, port=config.port)


def _database(config: Config, w: Words) -> Iterator[str]:
    path = config.database
    try:
        health = Store.check(path)
    except StorageError as error:
        raise Fault(w.msg(error.message)) from error
    if health.problems:
        raise Fault(w("{path} is damaged: {problems}", path=path, problems="; ".join(health.problems)))
    if health.version is not None and health.version > health.known:
        raise Fault(
            w(
                "{path} has schema {found}; this version of the bot knows up to {known}",
                path=path,
                found=health.version,
                known=health.known,
            )
        )
    place = next(folder for folder in (path, *path.absolute().parents) if folder.exists())
    if (place != path and not place.is_dir()) or not os.access(place, os.W_OK):
        raise Fault(w("{path} cannot be written: no permission for {place}", path=path, place=place))
    if health.version is None:
        yield w("{path} will be made at the first start", path=path)
        return
    yield w("{path} is sound, schema {version}", path=path, version=health.version)
    try:
        FileLock(path).release()
    except InUse:
        yield w("another process is using it; that is right while the bot is running")
    except StorageError as error:
        raise Fault(w.msg(error.message)) from error


def _pictures(config: Config, w: Words) -> Iterator[str]:
    for game in GAMES.values():
        try:
            width, height = _drawn(game, w)
        except (OSError, ImportError) as error:
            # A font or a sprite that is not there.
            raise Fault(f"{game.title}: {error}") from error
        yield w("{game} is drawn, {width} x {height}", game=game.title, width=width, height=height)


def _drawn(game: Game, w: Words) -> tuple[int, int]:
    rules = game.rules[game.version]
    seats = game.seats[0]
    state, _ = rules.setup(seats, game.defaults(), Chance(b"doctor", 0))
    names = tuple(f"{seat + 1}" for seat in range(seats))
    return game.draw(rules.view(state, None), Scene(names, w)).size


def _languages(config: Config, w: Words) -> Iterator[str]:
    uncompiled = [path.name for path in LOCALES.glob("*.po") if not path.with_suffix(".mo").is_file()]
    if uncompiled:
        raise Fault(w("not compiled: {files}", files=", ".join(sorted(uncompiled))))
    yield ", ".join(available())


def _commands(config: Config, w: Words) -> Iterator[str]:
    commands = asyncio.run(_collected(config))
    found = problems(commands)
    if found:
        raise Fault("; ".join(map(w.msg, found)))
    yield w.plural(
        "{n} command within Discord's limits", "{n} commands within Discord's limits", len(commands)
    )


async def _collected(config: Config) -> list[dict[str, object]]:
    """Build the bot over an empty database of its own, without logging in, and ask for its commands."""
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(Path(folder) / "doctor.db")
        try:
            async with create_bot(config, store) as bot:
                await bot.prepare()
                return await payloads(bot.tree)
        finally:
            await store.close()
