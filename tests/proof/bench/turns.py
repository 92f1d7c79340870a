"""Measures a whole turn (checks, durable commit and picture), and reading a log from disk."""

from __future__ import annotations

import asyncio
import logging
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path

from bot.model.table import Person, Place, Table
from bot.storage import Store
from bot.tables.service import make_tables
from bot.ui.pictures import Pictures
from bot.ui.scenes import make_scene
from games.core.match import Match
from games.core.protocol import Game
from games.core.words import load_words
from games.registry import GAMES
from tests.proof.bench.harness import AT_MOST, Effort, Figure, measure_medians
from tests.proof.bench.pictures import make_boards, save_plainly
from tools.walks import Walker

LOG_MOVE_COUNT = 200
"""Length of the log to read back, in moves. If matches are shorter, the longest of several is used."""
MAX_EXTRA_MATCHES = 12
"""Maximum number of additional matches to play for a long log."""
CALLS_PER_SIDE = 4
"""Number of calls per side before switching. CPU caches are cold after each switch."""


class ServiceBench:
    """The real table service on a real file, with one table at which random moves are made."""

    def __init__(self, store: Store, game: Game, seat_count: int) -> None:
        self.store, self.game, self.seats = store, game, seat_count
        numbers = count()
        self.tables = make_tables(store, GAMES, draw_secret=lambda: next(numbers).to_bytes(32, "big"))
        self.pictures = Pictures()
        self._walker = Walker(game.rules[game.version], 1, is_rich=True)
        self._channel = 0
        self.table: Table | None = None

    async def open_table(self) -> Table:
        """Open a table, seat everybody and start the match."""
        self._channel += 1
        place = Place(self._channel, 1, "en")
        people = [Person(100 + seat, f"Person {seat}") for seat in range(self.seats)]
        table = await self.tables.lobby.open_table(
            place, people[0], self.game.key, {}, press_id=1, seat_count=self.seats
        )
        for press, person in enumerate(people[1:], 2):
            table = await self.tables.lobby.join_lobby(table.id, person, press)
        return await self.tables.lobby.start_match(table.id, people[0].user_id, 99)

    async def find_or_open_table(self) -> tuple[Table, Match]:
        if self.table is None or self.table.match is None or self.table.match.outcome:
            self.table = await self.open_table()
        assert self.table.match is not None
        return self.table, self.table.match

    async def make_move(self) -> tuple[Table, Match]:
        """Make a random move through the service and wait until it is stored."""
        table, match = await self.find_or_open_table()
        seat, token = self._walker.choose_action(match)
        acted = await self.tables.play.perform_action(table.id, 100 + seat, token, match.seq)
        self.table = acted.table
        assert acted.table.match is not None
        return acted.table, acted.table.match

    async def draw_picture(self, table: Table, match: Match) -> bytes:
        view, made = make_scene(table, match, None, load_words())
        return await self.pictures.render_view((table.id, match.seq), self.game, view, made)


@contextmanager
def open_bench(game: Game, seat_count: int, loop: asyncio.AbstractEventLoop) -> Iterator[ServiceBench]:
    """Open a bench in a temporary folder and, as in the tests, without logging."""
    logging.getLogger("bot").setLevel(logging.WARNING)
    with tempfile.TemporaryDirectory() as folder:
        store = loop.run_until_complete(Store.open(Path(folder) / "reefs.db"))
        bench = ServiceBench(store, game, seat_count)
        try:
            yield bench
        finally:
            bench.pictures.close()
            loop.run_until_complete(store.close())


def measure_figures(effort: Effort) -> Iterator[Figure]:
    with closing(asyncio.new_event_loop()) as loop:
        for game in GAMES.values():
            for seats in game.seat_counts:
                with open_bench(game, seats, loop) as bench:
                    yield from _measure_case(bench, loop, effort)


def _measure_case(bench: ServiceBench, loop: asyncio.AbstractEventLoop, effort: Effort) -> Iterator[Figure]:
    found, what = make_boards(bench.game.key, bench.seats), f"{bench.game.key} {bench.seats} seats"

    async def take_turn() -> None:
        await bench.draw_picture(*await bench.make_move())

    def save_one() -> None:
        save_plainly(found[len(found) // 2].rgb)

    mine, theirs = measure_medians(
        (lambda: loop.run_until_complete(take_turn()), save_one), effort.count_rounds(40)
    )
    yield Figure(f"{what}: whole turn (check, durable commit, picture) / A", mine / theirs, AT_MOST, 0.15)

    moves, long = loop.run_until_complete(_play_long_match(bench))

    async def read_back() -> None:
        for _ in range(CALLS_PER_SIDE):
            table = await make_tables(bench.store, GAMES).get(long)
            assert table.match is not None
            assert table.match.seq >= moves

    def save_batch() -> None:
        for _ in range(CALLS_PER_SIDE):
            save_one()

    mine, theirs = measure_medians(
        (lambda: loop.run_until_complete(read_back()), save_batch), effort.count_rounds(12)
    )
    yield Figure(f"{what}: replay and re-check {moves} moves from disk / A", mine / theirs, AT_MOST, 0.05)


async def _play_long_match(bench: ServiceBench) -> tuple[int, int]:
    """Play matches until a log has :data:`LOG_MOVE_COUNT` moves, but at most :data:`MAX_EXTRA_MATCHES` more.

    Return the length of the longest log, and its table's ID.
    """
    longest, seen = (0, 0), set[int]()
    while longest[0] < LOG_MOVE_COUNT and len(seen) <= MAX_EXTRA_MATCHES:
        table, match = await bench.make_move()
        longest = max(longest, (match.seq, table.id))
        seen.add(table.id)
    return longest
