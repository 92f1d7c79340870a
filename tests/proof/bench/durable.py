"""Measures how many moves the whole table service stores per second, relative to bare INSERTs.

The bare side does what a bot without rules would do: one aiosqlite connection, one INSERT and one COMMIT per
move, with the same write-ahead mode and synchronous FULL, in the same folder. The two sides are measured in
pairs, because disk speed varies from moment to moment.
"""

from __future__ import annotations

import asyncio
import logging
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import count, cycle, islice
from pathlib import Path
from typing import Any

import aiosqlite
import asyncpg

from bot.model.table import Person, Place, Table
from bot.storage import Store
from bot.storage.engine.postgres_server import MAX_CONNECTIONS, Connection
from bot.tables.service import Tables, make_tables
from games.core.protocol import Game
from games.registry import GAMES
from tests.proof.bench.harness import AT_LEAST, AT_MOST, Effort, Figure
from tests.proof.load.stock import fill_database
from tests.support import postgres
from tools.walks import Walker

TABLE_COUNT = 32
"""Number of tables played concurrently."""
FEW_MATCHES, MANY_MATCHES = 100, 10_000
"""Database sizes, in finished matches, at which the CPU time of a move is compared."""
LIVE_TABLE_COUNT = 8
_CREATE_LOG_SQL = (
    "CREATE TABLE log (match_id INTEGER, seq INTEGER, kind TEXT, seat INTEGER, text TEXT, at INTEGER,"
    " PRIMARY KEY (match_id, seq))"
)


class RandomPlayer:
    """Plays random matches one after another, each at a new table."""

    def __init__(self, tables: Tables, game: Game, channel: int) -> None:
        self._tables, self._game = tables, game
        self._walker = Walker(game.rules[game.version], channel, is_rich=True)
        self._people = [
            Person(1000 * channel + seat, f"Person {seat}") for seat in range(game.seat_counts.start)
        ]
        self._place = Place(channel, 1, "en")
        self._table: Table | None = None

    async def choose_move(self) -> tuple[int, int, str, int]:
        """Choose a random move, opening a new table if the last match has ended.

        Return the arguments for ``Play.perform_action``.
        """
        if self._table is None or self._table.match is None or self._table.match.outcome:
            table = await self._tables.lobby.open_table(
                self._place, self._people[0], self._game.key, {}, press_id=1, seat_count=len(self._people)
            )
            for press, person in enumerate(self._people[1:], 2):
                table = await self._tables.lobby.join_lobby(table.id, person, press)
            self._table = await self._tables.lobby.start_match(table.id, self._people[0].user_id, 99)
        table = self._table
        assert table.match is not None
        seat, token = self._walker.choose_action(table.match)
        return table.id, self._people[seat].user_id, token, table.match.seq

    async def make_move(self, choice: tuple[int, int, str, int]) -> None:
        """Make a chosen move and wait until it is stored."""
        self._table = (await self._tables.play.perform_action(*choice)).table


def measure_figures(effort: Effort) -> Iterator[Figure]:
    """Yield figures for each game with its fewest seats on each engine, and one for a growing SQLite file.

    Without PostgreSQL, its figures are omitted.
    """
    logging.getLogger("bot").setLevel(logging.WARNING)
    with closing(asyncio.new_event_loop()) as loop, tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for game in GAMES.values():
            share = loop.run_until_complete(_measure_relative_speed(game, folder, effort))
            what = f"durable moves/s, {TABLE_COUNT} concurrent tables / bare appends"
            yield Figure(f"{game.key}: {what}", share, AT_LEAST, 0.5)
        yield from _measure_server_figures(loop, effort)
        many = MANY_MATCHES // 10 if effort.is_quick else MANY_MATCHES
        growth = loop.run_until_complete(_measure_relative_cost(many, folder, effort))
        yield Figure(
            f"processor time of a move with {many} finished matches / {FEW_MATCHES}", growth, AT_MOST, 1.1
        )


async def _measure_relative_speed(game: Game, folder: Path, effort: Effort) -> float:
    """Return the bot's stored moves per second relative to bare INSERTs in SQLite."""
    store = await Store.open(folder / f"{game.key}.db")
    bare = await _open_bare(folder / f"{game.key}-bare.db")
    tables = make_tables(store, GAMES, draw_secret=_make_secrets().__next__)
    players = [RandomPlayer(tables, game, channel) for channel in range(1, TABLE_COUNT + 1)]
    ratios, seqs = [], count()
    for _ in range(effort.count_rounds(60)):
        choices = [await player.choose_move() for player in players]
        began = time.perf_counter()
        await asyncio.gather(*(p.make_move(choice) for p, choice in zip(players, choices, strict=True)))
        ours = time.perf_counter() - began
        began = time.perf_counter()
        for seq in islice(seqs, TABLE_COUNT):
            await bare.execute("BEGIN IMMEDIATE")
            await bare.execute("INSERT INTO log VALUES (1, ?, 'act', 0, 'take:D8:rrr', 0)", (seq,))
            await bare.execute("COMMIT")
        ratios.append((time.perf_counter() - began) / ours)
    await bare.close()
    await store.close()
    return statistics.median(ratios)


def _measure_server_figures(loop: asyncio.AbstractEventLoop, effort: Effort) -> Iterator[Figure]:
    """Yield a figure for each game, or none if PostgreSQL isn't installed.

    The bare INSERTs use as many connections as the bot.
    """
    programs = postgres.find_programs()
    if programs is None:
        print(f"{postgres.NOT_INSTALLED_TEXT}: its rows are left out")
        return
    server = postgres.Server(programs, settings=())
    try:
        for game in GAMES.values():
            share = loop.run_until_complete(_measure_relative_server_speed(game, server, effort))
            what = f"durable moves/s on PostgreSQL, {TABLE_COUNT} concurrent tables / bare INSERT and COMMIT"
            yield Figure(f"{game.key}: {what}, {MAX_CONNECTIONS} connections each", share, AT_LEAST, 0.5)
    finally:
        server.remove()


async def _measure_relative_server_speed(game: Game, server: postgres.Server, effort: Effort) -> float:
    """Return the bot's stored moves per second relative to bare INSERTs on PostgreSQL."""
    store = await Store.open(await server.lend_database())
    bare: Any = await asyncpg.create_pool(
        server.create_empty_database().text,
        min_size=MAX_CONNECTIONS,
        max_size=MAX_CONNECTIONS,
        connection_class=Connection,
    )
    await bare.execute(_CREATE_LOG_SQL)
    tables = make_tables(store, GAMES, draw_secret=_make_secrets().__next__)
    players = [RandomPlayer(tables, game, channel) for channel in range(1, TABLE_COUNT + 1)]
    ratios, seqs = [], count()

    async def append_row(seq: int) -> None:
        async with bare.acquire() as connection:
            await connection.execute("BEGIN")
            await connection.execute("INSERT INTO log VALUES (1, $1, 'act', 0, 'take:D8:rrr', 0)", seq)
            await connection.execute("COMMIT")

    for _ in range(effort.count_rounds(60)):
        choices = [await player.choose_move() for player in players]
        began = time.perf_counter()
        await asyncio.gather(*(p.make_move(choice) for p, choice in zip(players, choices, strict=True)))
        ours = time.perf_counter() - began
        began = time.perf_counter()
        await asyncio.gather(*map(append_row, islice(seqs, TABLE_COUNT)))
        ratios.append((time.perf_counter() - began) / ours)
    await bare.close()
    await store.close()
    return statistics.median(ratios)


async def _open_bare(path: Path) -> aiosqlite.Connection:
    """Open a plain SQLite file that is as durable as the bot's."""
    connection = await aiosqlite.connect(path, isolation_level=None)
    await connection.execute("PRAGMA journal_mode = WAL")
    await connection.execute("PRAGMA synchronous = FULL")
    await connection.execute(_CREATE_LOG_SQL)
    return connection


async def _measure_relative_cost(match_count: int, folder: Path, effort: Effort) -> float:
    """Return the CPU time of a move with ``match_count`` finished matches, relative to ``FEW_MATCHES``.

    Only one table is cached, so each move reads its table from disk.
    """
    stores, sides = [], []
    for finished in (FEW_MATCHES, match_count):
        path = folder / f"{finished}.db"
        await fill_database(path, finished, ())
        stores.append(await Store.open(path))
        tables = make_tables(stores[-1], GAMES, cache_size=1, draw_secret=_make_secrets().__next__)
        games = islice(cycle(GAMES.values()), LIVE_TABLE_COUNT)
        sides.append([RandomPlayer(tables, game, channel) for channel, game in enumerate(games, 1)])
    ratios = []
    for _ in range(effort.count_rounds(60)):
        costs = []
        for players in sides:
            cost = 0.0
            for player in players:
                choice = await player.choose_move()
                began = time.process_time()
                await player.make_move(choice)
                cost += time.process_time() - began
            costs.append(cost)
        ratios.append(costs[1] / costs[0])
    for store in stores:
        await store.close()
    return statistics.median(ratios)


def _make_secrets() -> Iterator[bytes]:
    """Yield predictable secrets, so that each run has the same deals."""
    return (number.to_bytes(32, "big") for number in count())
