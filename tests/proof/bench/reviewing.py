"""Measures event loop lag and drawing time while two workers compute a review."""

from __future__ import annotations

import asyncio
import statistics
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from bot.computers.pool import WorkerPool
from bot.computers.process import WorkerProcess
from bot.computers.reviewer import Reviewer
from bot.ui.pictures import Pictures
from games.core.match import Match
from games.core.protocol import Game
from games.registry import GAMES
from tests.proof.bench.harness import AT_MOST, Effort, Figure, find_percentile, measure_lags
from tests.proof.bench.load import MAX_LAG_SECONDS
from tests.proof.bench.pictures import time_each_board
from tests.support.stores import keep_store_open
from tools.walks import Case

WORKER_COUNT = 2
MAX_PLIES = 80
"""Maximum length of the match, in plies. Short matches are analysed as thoroughly as long ones."""
PICTURE_COUNT = 12


def measure_figures(effort: Effort) -> Iterator[Figure]:
    """Yield the loop's lag and the drawing time during a review, for each game with its fewest seats."""
    with closing(asyncio.new_event_loop()) as loop:
        for game in GAMES.values():
            late, slower = loop.run_until_complete(_measure_lag_and_drawing(game, effort))
            yield Figure(
                f"{game.key}: loop lag, p99, during a review / 5 ms", late / MAX_LAG_SECONDS, AT_MOST, 1
            )
            yield Figure(f"{game.key}: picture during a review / idle", slower, AT_MOST, 1.2)


async def _measure_lag_and_drawing(game: Game, effort: Effort) -> tuple[float, float]:
    """Return two measurements of a review's cost to the bot.

    The first is the 99th percentile of the loop lag, in seconds. The second is the time to draw a picture
    during a review, relative to the time without a review.
    """
    pool, pictures = WorkerPool([WorkerProcess() for _ in range(WORKER_COUNT)]), Pictures()
    late: list[float] = []
    idle: list[float] = []
    busy: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        async with keep_store_open(Path(folder) / "reefs.db") as store:
            reviewer = Reviewer(store.reviews, pool.evaluate_slice, WORKER_COUNT)
            await time_each_board(pictures, game, [])
            for number in range(effort.count_rounds(4) // 2):
                match = _play_match(game, number)
                for _ in range(PICTURE_COUNT):
                    await time_each_board(pictures, game, idle)

                async def review_match(match: Match = match) -> None:
                    assert await reviewer.review_imported_match(match, "") is not None

                late += await measure_lags(review_match)
                reviewing = asyncio.create_task(review_match())
                while not reviewing.done():
                    await time_each_board(pictures, game, busy)
                await reviewing
    pictures.close()
    pool.close()
    return find_percentile(late, 99), statistics.median(busy) / statistics.median(idle)


def _play_match(game: Game, number: int) -> Match:
    """Return a random match. If it isn't over after ``MAX_PLIES``, a player resigns."""
    case = Case(
        game, game.seat_counts.start, game.get_default_options(), number, is_rich=False, max_plies=MAX_PLIES
    )
    match = case.match
    return match if match.outcome is not None else match.resign(0)
