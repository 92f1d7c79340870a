"""``python -m tests.bot.features.ratings.bench [MATCHES]``: time to compute all ratings.

A hundred random matches of all games are stored repeatedly, each time with two random people.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from statistics import median

from bot.features.ratings.counter import apply_results, store_and_apply_results
from bot.features.ratings.reader import ResultReader
from bot.storage import Store
from bot.storage.matches import MatchRow
from bot.storage.seats import SeatRow
from bot.tables.reading import deal_match
from games.core.match import LoggedRow, Match
from games.registry import GAMES

DISTINCT_MATCH_COUNT = 100
PLAYER_COUNT = 200
SINGLE_MATCH_COUNT = 50
"""Number of matches added one by one afterwards, to time the rating of a single match."""


def play_random_match(key: str, seed: int) -> tuple[LoggedRow, ...]:
    """Play a random match, and return its rows for :func:`store_match`."""
    dice, game = Random(seed), GAMES[key]
    row = MatchRow(0, key, game.version, {}, "playing", 1, 1, "en", 1, 2, bytes(32), 9, 5, None)
    seats = tuple(SeatRow(seat, 1, "x", 100 + seat) for seat in range(2))
    match: Match = deal_match(game, row, seats)
    while match.outcome is None:
        seat = match.to_act[0]
        match = match.act(seat, dice.choice(match.rules.list_candidates(match.state, seat)).token)
    return match.rows


async def store_match(
    store: Store, key: str, rows: tuple[LoggedRow, ...], rng: Random, ended_at: int
) -> None:
    """Store a match between two random people that ended at the time ``ended_at``."""
    users = rng.sample(range(1, PLAYER_COUNT + 1), 2)
    seats = [SeatRow(n, user, f"Player {user}", 100 + n) for n, user in enumerate(users)]
    row = MatchRow(
        0, key, None, {}, "lobby", ended_at, 1 + ended_at % 7, "en", users[0], 2, bytes(32), None, 5, None
    )
    new = await store.matches.add_table(row, seats)
    await store.matches.start_match(new, GAMES[key].version, 9)
    await store.matches.append_rows(new, 0, rows, ended_at, is_over=True)


async def measure_rating_time(match_count: int) -> None:
    """Print how long it takes to rate all matches, and to rate one more."""
    dice = Random(1)
    began = time.perf_counter()
    played = [
        (key, play_random_match(key, seed)) for seed in range(DISTINCT_MATCH_COUNT // 4) for key in GAMES
    ]
    print(f"played {len(played)} matches in {time.perf_counter() - began:.1f} s")
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(Path(folder) / "reefs.db")
        try:
            began = time.perf_counter()
            for at in range(match_count):
                await store_match(store, *dice.choice(played), dice, at + 1)
            print(f"stored {match_count} in {time.perf_counter() - began:.1f} s")
            reader = ResultReader(store, GAMES)
            began = time.perf_counter()
            await store_and_apply_results(store.ratings, reader, GAMES)
            print(f"counted all of them in {time.perf_counter() - began:.1f} s")
            before = await store.ratings.list_ratings()
            await store._database.run("UPDATE result_seats SET folded = 0 WHERE counts = 1")
            began = time.perf_counter()
            await apply_results(store.ratings, GAMES)
            print(f"of that, folding took {time.perf_counter() - began:.1f} s")
            assert before == await store.ratings.list_ratings()
            took = []
            for at in range(SINGLE_MATCH_COUNT):
                await store_match(store, *dice.choice(played), dice, match_count + at + 1)
                newest = (await reader.list_match_ids_without_result())[-1]
                began = time.perf_counter()
                await store_and_apply_results(store.ratings, reader, GAMES, table_ids=[newest])
                took.append(1000 * (time.perf_counter() - began))
            print(f"one more: {median(took):.0f} ms, at most {max(took):.0f} ms")
        finally:
            await store.close()


if __name__ == "__main__":
    asyncio.run(measure_rating_time(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000))
