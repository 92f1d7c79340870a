"""Rows about computer players: what two workers get done beside one, and a picture while they think."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import count

from bot.computers.pool import Pool
from bot.computers.process import Worker
from bot.computers.worker import Job
from bot.ui.pictures import Pictures
from games.core.match import Match
from games.core.protocol import Game
from games.registry import GAMES
from tests.bench.harness import AT_LEAST, AT_MOST, Effort, Row
from tests.bench.pictures import boards

SECONDS = 1.0
"""How long each thought goes on; as many pictures are drawn as fit in."""
LEVEL = "normal"
MOVES, BATCH = 24, 8
"""Thoughts of a round, and how many of them wait at a time: few enough that none is cut short."""
LONG = 30.0
_keys = count()


def rows(effort: Effort) -> Iterator[Row]:
    """Each game with its fewest seats."""
    with closing(asyncio.new_event_loop()) as loop:
        for game in GAMES.values():
            slower = loop.run_until_complete(_slower(game, effort))
            yield Row(f"{game.key}: picture while a computer player thinks / idle", slower, AT_MOST, 2)
        game = GAMES["reef"]
        yield Row(
            "reef: moves of two workers / of one in the same time",
            loop.run_until_complete(_faster(game, effort)),
            AT_LEAST,
            1.8,
        )


async def _slower(game: Game, effort: Effort) -> float:
    worker, pictures = Worker(), Pictures()
    match = Match.begin(game, game.seats.start, {}, bytes(32))
    seat = match.to_act[0]
    view = match.rules.view(match.state, seat)
    job = Job(game.key, match.rules.version, view, seat, "hard", bytes(32), 0, SECONDS)
    idle: list[float] = []
    busy: list[float] = []
    # The process is started, and everything is drawn once.
    await asyncio.to_thread(worker.ask, job)
    await _draw(pictures, game, [])
    for _ in range(effort.rounds(6)):
        await _draw(pictures, game, idle)
        thought = asyncio.create_task(asyncio.to_thread(worker.ask, job))
        while not thought.done():
            await _draw(pictures, game, busy)
        await thought
    pictures.close()
    worker.close()
    return statistics.median(busy) / statistics.median(idle)


async def _faster(game: Game, effort: Effort) -> float:
    """Return how much sooner two workers are done with moves than one: thoughts that no clock ends."""
    seconds: dict[int, list[float]] = {1: [], 2: []}
    match = Match.begin(game, game.seats.start, {}, bytes(32))
    seat = match.to_act[0]
    view = match.rules.view(match.state, seat)
    jobs = [
        Job(game.key, match.rules.version, view, seat, LEVEL, number.to_bytes(32), 0, LONG)
        for number in range(MOVES)
    ]
    pools = {number: Pool([Worker() for _ in range(number)]) for number in seconds}
    for pool in pools.values():
        await asyncio.gather(*map(pool.move, jobs[: len(pool.workers)]))
    for _ in range(effort.rounds(5)):
        for number, pool in pools.items():
            began = time.perf_counter()
            for start in range(0, MOVES, BATCH):
                await asyncio.gather(*map(pool.move, jobs[start : start + BATCH]))
            seconds[number].append(time.perf_counter() - began)
    for pool in pools.values():
        pool.close()
    return statistics.median(seconds[1]) / statistics.median(seconds[2])


async def _draw(pictures: Pictures, game: Game, taken: list[float]) -> None:
    """Draw each board once, and note the seconds that each took."""
    for board in boards(game.key, game.seats.start):
        began = time.perf_counter()
        await pictures.render(next(_keys), game, board.view, board.scene)
        taken.append(time.perf_counter() - began)
