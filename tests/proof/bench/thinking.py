"""Compares the moves per second of one and two workers, and times drawing while workers think."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import cycle

from bot.computers.pool import WorkerPool
from bot.computers.process import WorkerProcess
from bot.computers.worker import Job, rank_actions
from bot.ui.pictures import Pictures
from games.core.protocol import Game
from games.registry import GAMES
from tests.proof.bench.harness import AT_LEAST, AT_MOST, Effort, Figure
from tests.proof.bench.pictures import time_each_board
from tools.walks import Case

THOUGHT_SECONDS = 1.0
"""Time limit in seconds of each thought during which pictures are drawn."""
WORKER_COUNT = 2
TABLE_COUNT = 3
"""Number of tables that keep the workers busy. Each requests a move as soon as its last one is made."""
WARM_UP_MOVE_COUNT, COUNTED_MOVE_COUNT = 2, 8
"""Number of moves before the measurement, and number of moves measured."""
POSITION_PLIES = (0, 3, 6)
"""Plies of the positions to think about. They are early, because thinking takes longest there."""
QUICK_THOUGHT_COUNT = 300
"""Number of quick thoughts for which the bot's own processor time is measured."""
UNLIMITED_SECONDS = 60.0
"""A time limit long enough for each search to reach its level's own limit."""


def measure_figures(effort: Effort) -> Iterator[Figure]:
    """Yield figures on thinking: effect on drawing, gain from a second worker, the bot's own cost."""
    with closing(asyncio.new_event_loop()) as loop:
        for game in GAMES.values():
            slower = loop.run_until_complete(_measure_drawing(game, effort))
            yield Figure(
                f"{game.key}: picture while {WORKER_COUNT} workers think / idle", slower, AT_MOST, 1.2
            )
        faster = loop.run_until_complete(_measure_workers(GAMES["coral_reef"], effort))
        yield Figure("moves by two workers / by one in the same time", faster, AT_LEAST, 1.8)
        cost = loop.run_until_complete(_measure_bot_cost(GAMES["reef"], effort))
        yield Figure("the bot's processor time for a quick thought / the thought's own", cost, AT_MOST, 0.5)


async def _measure_drawing(game: Game, effort: Effort) -> float:
    """Return the time to draw a picture while workers think, relative to idle workers."""
    pool, pictures = WorkerPool([WorkerProcess() for _ in range(WORKER_COUNT)]), Pictures()
    jobs = [replace(job, seconds=THOUGHT_SECONDS) for job in _make_jobs(game, "hard", (1, 2))[:WORKER_COUNT]]
    idle: list[float] = []
    busy: list[float] = []
    # Warm up: start the processes and draw everything once.
    await asyncio.gather(*map(pool.rank_moves_for_computer, jobs))
    await time_each_board(pictures, game, [])
    for _ in range(effort.count_rounds(6)):
        await time_each_board(pictures, game, idle)
        thoughts = [asyncio.create_task(pool.rank_moves_for_computer(job)) for job in jobs]
        while not any(thought.done() for thought in thoughts):
            await time_each_board(pictures, game, busy)
        await asyncio.gather(*thoughts)
    pictures.close()
    pool.close()
    return statistics.median(busy) / statistics.median(idle)


async def _measure_workers(game: Game, effort: Effort) -> float:
    """Return the speed of two workers relative to one."""
    jobs = _make_jobs(game, "hard", range(1, 5))
    pools = [WorkerPool([WorkerProcess() for _ in range(number)]) for number in (1, WORKER_COUNT)]
    for pool in pools:
        await asyncio.gather(
            *(pool.rank_moves_for_computer(replace(jobs[0], seconds=0.01)) for _ in pool.workers)
        )
    ratios = []
    for _ in range(effort.count_rounds(4)):
        one, two = [await _time_moves(pool, jobs) for pool in pools]
        ratios.append(one / two)
    for pool in pools:
        pool.close()
    return statistics.median(ratios)


async def _time_moves(pool: WorkerPool, jobs: Sequence[Job]) -> float:
    """Return the seconds in which a pool makes ``COUNTED_MOVE_COUNT`` moves, requested by several tables."""
    coming, done = cycle(jobs), list[float]()

    async def ask_repeatedly() -> None:
        while len(done) < WARM_UP_MOVE_COUNT + COUNTED_MOVE_COUNT:
            await pool.rank_moves_for_computer(next(coming))
            done.append(time.perf_counter())

    # Thoughts still in progress at the end of the measurement don't count.
    await asyncio.gather(*(ask_repeatedly() for _ in range(TABLE_COUNT)))
    return done[WARM_UP_MOVE_COUNT + COUNTED_MOVE_COUNT - 1] - done[WARM_UP_MOVE_COUNT - 1]


async def _measure_bot_cost(game: Game, effort: Effort) -> float:
    """Return the bot's CPU time for a quick thought, relative to the thought's own CPU time."""
    job = _make_jobs(game, "normal", (1,))[0]
    jobs = [replace(job, seed=number.to_bytes(32)) for number in range(QUICK_THOUGHT_COUNT)]
    pool = WorkerPool([WorkerProcess()])
    await pool.rank_moves_for_computer(job)
    ratios = []
    for _ in range(effort.count_rounds(6)):
        began = time.process_time()
        for each in jobs:
            await pool.rank_moves_for_computer(each)
        spent = time.process_time() - began
        began = time.process_time()
        for each in jobs:
            rank_actions(each)
        ratios.append(spent / (time.process_time() - began))
    pool.close()
    return statistics.median(ratios)


def _make_jobs(game: Game, level: str, seeds: Iterable[int]) -> list[Job]:
    """Return thinking jobs for positions of random matches in which several moves are possible."""
    found = []
    for seed in seeds:
        case = Case(
            game,
            game.seat_counts.start,
            game.get_default_options(),
            seed,
            is_rich=False,
            max_plies=max(POSITION_PLIES),
        )
        for ply in (ply for ply in POSITION_PLIES if ply <= case.match.ply):
            state = case.match.state_at(ply)
            # A random match may end before this ply.
            seat = next(iter(case.rules.to_act(state)), None)
            if seat is not None and len(case.rules.list_candidates(state, seat)) > 1:
                view = case.rules.view(state, seat)
                found.append(
                    Job(game.key, game.version, view, seat, level, bytes(32), ply, UNLIMITED_SECONDS)
                )
    return found
