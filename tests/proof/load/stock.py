"""Fills a database with many finished and live tables, without connecting to Discord."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from itertools import chain, islice
from pathlib import Path
from random import Random

from bot.kit.server_url import ServerUrl
from bot.model.table import TABLE_IN_LOBBY
from bot.storage import Store
from bot.storage.matches import MatchRow
from bot.storage.seats import SeatRow
from games.core.match import LoggedRow, Match
from games.core.protocol import Game
from games.core.rng import derive_match_key
from games.registry import GAMES
from tests.support.standin.world import GUILD_ID, OWNER_ID

PLAYED_PLIES = 40
"""Number of plies already played in most live matches."""
PATTERNS_PER_GAME = 12
"""Number of different matches per game. All other matches in the database are copies of these."""
SECRET = bytes(32)
MAX_CONCURRENT_TABLES = 100
"""Number of tables written concurrently, so that they share commits."""
FIRST_OLD_CHANNEL_ID = 9_000_000
"""ID of the first channel with finished tables, where nobody plays."""


def _get_only_guild(channel: int) -> int:
    """Return the same server for each channel."""
    return GUILD_ID


def play_random_match(
    game: Game, number: int, plies: int | None
) -> tuple[tuple[int, ...], tuple[LoggedRow, ...]]:
    """Return the press IDs and log of a random match.

    :param plies: maximum number of plies of a match in progress, or ``None`` for a finished match.
    """
    presses = (number * 10 + 1, number * 10 + 2, number * 10 + 3)
    match = Match.begin(game, 2, {}, derive_match_key(SECRET, presses))
    chance = Random(number)
    while match.outcome is None and (plies is None or match.ply < plies):
        seat = match.to_act[0]
        match = match.act(seat, chance.choice(match.rules.list_candidates(match.state, seat)).token)
    if match.outcome is not None and plies is not None:
        return play_random_match(game, number + 1000, plies // 2)
    return presses, match.rows


async def fill_database(
    path: Path | ServerUrl,
    finished_count: int,
    live_channels: Sequence[int],
    find_guild: Callable[[int], int] = _get_only_guild,
) -> None:
    """Create a database with some finished tables, and a live table in each of ``live_channels``."""
    store = await Store.open(path)
    try:
        ended = await asyncio.to_thread(_play_patterns, None)
        going = await asyncio.to_thread(_play_patterns, PLAYED_PLIES)
        adding = chain(
            (
                add_table(
                    store, FIRST_OLD_CHANNEL_ID + number, OWNER_ID, *ended[number % len(ended)], is_over=True
                )
                for number in range(finished_count)
            ),
            (
                add_table(
                    store,
                    channel,
                    OWNER_ID + 2 * place,
                    *going[place % len(going)],
                    is_over=False,
                    guild=find_guild(channel),
                )
                for place, channel in enumerate(live_channels)
            ),
        )
        while batch := list(islice(adding, MAX_CONCURRENT_TABLES)):
            await asyncio.gather(*batch)
    finally:
        await store.close()


def _play_patterns(plies: int | None) -> list[tuple[Game, tuple[int, ...], tuple[LoggedRow, ...]]]:
    """Return ``PATTERNS_PER_GAME`` random matches of each game."""
    return [
        (game, *play_random_match(game, n, plies))
        for n in range(1, PATTERNS_PER_GAME + 1)
        for game in GAMES.values()
    ]


async def add_table(
    store: Store,
    channel: int,
    first_user_id: int,
    game: Game,
    presses: tuple[int, ...],
    rows: tuple[LoggedRow, ...],
    *,
    is_over: bool,
    against: str | None = None,
    guild: int = GUILD_ID,
) -> int:
    """Add a table with its log, and return its ID. The people's user IDs are consecutive numbers.

    :param presses: IDs of the press with which each player joined, and of the press that started the match.
    :param against: level of a computer player to put into the second seat instead.
    """
    row = MatchRow(
        id=0,
        game=game.key,
        version=None,
        options=game.get_default_options(),
        status=TABLE_IN_LOBBY,
        channel_id=channel,
        guild_id=guild,
        locale="en",
        host_id=first_user_id,
        capacity=len(presses) - 1,
        secret=SECRET,
        start_press=None,
        opened_at=1_700_000_000,
        ended_at=None,
    )
    seats = [
        SeatRow(seat, first_user_id + seat, f"Person {seat + 1}", press)
        for seat, press in enumerate(presses[:-1])
    ]
    if against is not None:
        seats[1] = SeatRow(1, 0, "Fish 1", presses[1], against)
    table = await store.matches.add_table(row, seats)
    await store.matches.start_match(table, game.version, presses[-1])
    await store.matches.append_rows(table, 0, rows, 1_700_000_000, is_over=is_over)
    return table
