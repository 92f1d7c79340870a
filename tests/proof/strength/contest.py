"""Plays a pairing's blocks in several processes, until there are enough or a test decides."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import Executor, Future
from functools import partial
from itertools import count, islice
from statistics import fmean

from tests.proof.strength.figures import decide_test
from tests.proof.strength.matches import Pairing, play_block
from tests.proof.strength.results import Results, Scores

MAX_QUEUED_BLOCKS_PER_PROCESS = 2
RivalScores = tuple[float, float]
"""Two possible scores. Playing stops once it is clear which score is nearer to the true score."""
PlayBlock = Callable[[Pairing, int], Scores]


def play_blocks(
    pairing: Pairing,
    max_blocks: int,
    results: Results,
    pool: Executor,
    process_count: int,
    test: RivalScores | None = None,
    play: PlayBlock = play_block,
) -> Generator[list[float], None, None]:
    """Yield the list of scores after each block, until there are ``max_blocks`` or ``test`` decides.

    Blocks count in numerical order, however fast each is played, so the contest ends after the same block on
    every machine. Blocks in ``results`` are not played again.
    """
    known = results.read_scores(pairing)
    scores: list[float] = []
    waiting: deque[tuple[int, Future[Scores] | None]] = deque()
    numbers = islice(count(), max_blocks)
    try:
        while True:
            playing = sum(1 for _, block in waiting if block is not None)
            while (
                playing < MAX_QUEUED_BLOCKS_PER_PROCESS * process_count
                and (number := next(numbers, None)) is not None
            ):
                fresh = number not in known
                waiting.append((number, pool.submit(partial(play, pairing, number)) if fresh else None))
                playing += fresh
            if not waiting:
                return
            number, block = waiting.popleft()
            if block is not None:
                known[number] = block.result()
                results.add_block(pairing, number, known[number])
            scores.append(fmean(known[number]))
            yield scores
            if test is not None and decide_test(scores, *test) != "open":
                return
    finally:
        for _, left in waiting:
            if left is not None:
                left.cancel()
