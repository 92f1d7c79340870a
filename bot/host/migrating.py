"""``python -m bot migrate``: copy the database from a file to a server, or back."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from bot.config import Config, read_server_url
from bot.errors.base import BotError
from bot.errors.config import ConfigError
from bot.errors.storage import CopiedDataMismatch
from bot.kit.progress import show_progress
from bot.kit.server_url import POSTGRESQL_SCHEMES, ServerUrl
from bot.storage import Store
from bot.storage.engine.database import Database
from bot.storage.engine.moving import move_rows
from bot.storage.matches import Matches
from bot.tables.service import make_tables
from games.core.words import N_, Words
from games.registry import GAMES

URL_SETTING = "DATABASE_URL"
"""Name of a setting that can be typed on the command line instead of its value, to hide the password."""


def run_migration(config: Config, w: Words, target_text: str, source_text: str | None) -> int:
    """Copy the database to another location, and print what was copied.

    :param target_text: a path, a URL or :data:`URL_SETTING`, like ``source_text``.
    :param source_text: the location of the database; ``None`` for the one in the settings.
    :raises ConfigError: the source or target is invalid, or both are of the same kind.
    :raises StorageError: copying failed; the target is unchanged.
    """
    target = _read_location(config, "--to", target_text)
    if source_text is not None:
        old = _read_location(config, "--from", source_text)
    elif isinstance(target, Path):
        old = config.database_location
    else:
        old = config.database_path
    if isinstance(old, Path) == isinstance(target, Path):
        raise ConfigError(N_("{command} moves between a file and a server."), command="migrate")
    moved, games = asyncio.run(_move_database(old, target, w))
    print(
        w.plural(
            "{source} is moved to {target}: {n} row, compared with what was there.",
            "{source} is moved to {target}: {n} rows, each compared with what was there.",
            moved,
            source=old,
            target=target,
        )
    )
    if games:
        listed = ", ".join(games)
        print(
            w(
                "One match of each of these was exported from both, byte for byte the same: {games}",
                games=listed,
            )
        )
    print(w("The old database is unchanged. From now on, let the bot use only the new one."))
    return 0


async def _move_database(
    source: Path | ServerUrl, target: Path | ServerUrl, w: Words
) -> tuple[int, Sequence[str]]:
    """Copy all SQL tables. Return the number of rows, and the titles of games whose exports were compared."""
    games: list[str] = []

    async def check_exports(old: Database, new: Database) -> None:
        games.extend(await _compare_exports(old, new))

    with show_progress("", w("rows")) as report:
        return await move_rows(
            source, target, lambda table, number, total: report(number, total, table), check_exports
        ), games


async def _compare_exports(old: Database, new: Database) -> list[str]:
    """Compare both databases' exports of each game's newest match, a finished one if possible.

    Return the titles of the compared games.

    :raises CopiedDataMismatch: two exports differ.
    """
    newest: dict[str, int] = {}
    for status in ("playing", "over"):
        newest |= await Matches(old).find_newest_match_ids(status)
    compared = []
    for game, match in sorted(newest.items()):
        if game in GAMES:
            files = [await _export_match(database, match) for database in (old, new)]
            if files[0] != files[1]:
                raise CopiedDataMismatch(f"{game} {match}")
            compared.append(GAMES[game].title)
    return compared


async def _export_match(database: Database, match_id: int) -> str:
    try:
        return await make_tables(Store(database), GAMES).exports.export_json(match_id)
    except BotError as error:
        # An export that fails must fail in the same way with both databases.
        return type(error).__name__


def _read_location(config: Config, option: str, text: str) -> Path | ServerUrl:
    if text == URL_SETTING:
        if config.database_url is None:
            raise ConfigError(N_("DATABASE_URL isn't set, neither in the environment nor in .env."))
        return config.database_url
    if text.partition("://")[0] not in POSTGRESQL_SCHEMES:
        return Path(text).expanduser()
    url = read_server_url(option, text)
    if url.password is not None:
        raise ConfigError(
            N_(
                "Anyone on this computer can read a password on the command line: put the address into "
                "DATABASE_URL and write {option} DATABASE_URL."
            ),
            option=option,
        )
    return url
