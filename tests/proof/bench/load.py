"""Measures the event loop's lag and the time to store a press, with 50 pictures queued."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import count

from bot.ui.pictures import Pictures
from games.core.protocol import Game
from games.registry import GAMES
from tests.proof.bench.harness import AT_MOST, Effort, Figure, find_percentile, measure_lags
from tests.proof.bench.pictures import make_boards, save_plainly
from tests.proof.bench.turns import ServiceBench, open_bench

QUEUED_PICTURE_COUNT = 50
PRESS_UNIT_SECONDS = 0.100
"""Unit of the figure for stored presses, in seconds. A value of 0.5 therefore means 50 ms."""
MAX_LAG_SECONDS = 0.005
_picture_ids = count()


def measure_figures(effort: Effort) -> Iterator[Figure]:
    """Yield the loop lag and press latency for each game and number of seats."""
    with closing(asyncio.new_event_loop()) as loop:
        for game in GAMES.values():
            for seats in game.seat_counts:
                what = f"{game.key} {seats} seats"
                greatest, p99 = loop.run_until_complete(_measure_lag(game, seats, effort))
                yield Figure(
                    f"{what}: maximum loop lag, {QUEUED_PICTURE_COUNT} queued / drawn inline",
                    greatest,
                    AT_MOST,
                    0.01,
                )
                yield Figure(
                    f"{what}: loop lag, p99, {QUEUED_PICTURE_COUNT} queued / 5 ms",
                    p99 / MAX_LAG_SECONDS,
                    AT_MOST,
                    1,
                )
                with open_bench(game, seats, loop) as bench:
                    p99 = loop.run_until_complete(
                        _measure_press_latency(bench, 200 if effort.is_quick else 400)
                    )
                yield Figure(
                    f"{what}: press to acknowledged, p99, {QUEUED_PICTURE_COUNT} queued / 100 ms",
                    p99 / PRESS_UNIT_SECONDS,
                    AT_MOST,
                    0.5,
                )


async def _measure_lag(game: Game, seat_count: int, effort: Effort) -> tuple[float, float]:
    """Return the greatest loop lag relative to drawing inline, and the 99th percentile of lags in seconds.

    The greatest lag is a median over several runs.
    """
    found, pictures = make_boards(game.key, seat_count), Pictures()

    async def draw_queued() -> None:
        await asyncio.gather(
            *(
                pictures.render_view(
                    next(_picture_ids), game, found[i % len(found)].view, found[i % len(found)].scene
                )
                for i in range(QUEUED_PICTURE_COUNT)
            )
        )

    async def draw_inline() -> None:
        for i in range(QUEUED_PICTURE_COUNT):
            board = found[i % len(found)]
            game.draw(board.view, board.scene)
            save_plainly(board.rgb)

    await draw_queued()
    ours, theirs, late = [], [], []
    for _ in range(effort.count_rounds(3)):
        ticks = await measure_lags(draw_queued)
        late.extend(ticks)
        ours.append(max(ticks))
        theirs.append(max(await measure_lags(draw_inline)))
    for _ in range(effort.count_rounds(12)):
        late.extend(await measure_lags(draw_queued))
    pictures.close()
    return statistics.median(ours) / statistics.median(theirs), find_percentile(late, 99)


async def _measure_press_latency(bench: ServiceBench, press_count: int) -> float:
    """Return the 99th percentile of seconds from a press to its stored row, with a full drawing queue."""
    found = make_boards(bench.game.key, bench.seats)
    drawing: set[asyncio.Future[bytes]] = set()

    def fill_queue(finished_task: asyncio.Future[bytes] | None = None) -> None:
        if finished_task is not None:
            drawing.discard(finished_task)
            if finished_task.cancelled():
                return
        board = found[next(_picture_ids) % len(found)]
        task = asyncio.ensure_future(
            bench.pictures.render_view(next(_picture_ids), bench.game, board.view, board.scene)
        )
        drawing.add(task)
        task.add_done_callback(fill_queue)

    for _ in range(QUEUED_PICTURE_COUNT):
        fill_queue()
    taken = []
    for _ in range(press_count):
        await bench.find_or_open_table()
        began = time.perf_counter()
        await bench.make_move()
        taken.append(time.perf_counter() - began)
    for task in tuple(drawing):
        task.cancel()
    return find_percentile(taken, 99)
