"""Tables and fake workers for tests of computer players."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from bot.computers.pool import WorkerPool
from bot.computers.process import WorkerProcess
from bot.computers.worker import Job, Ranking
from bot.model.table import Occupant, Place, Table
from games.core.match import Match
from games.core.rng import derive_match_key
from games.registry import GAMES

SECRET = bytes(range(32))


WAIT_TIMEOUT_SECONDS = 120.0
"""Timeout in seconds of :func:`wait_until`, long enough for a busy machine."""


def make_computer_table(
    key: str = "reef", level: str = "hard", table_id: int = 1
) -> tuple[Table, Match, int]:
    """Return a table of two computer players, its match, and the seat to act."""
    game = GAMES[key]
    match = Match.begin(game, 2, {}, derive_match_key(SECRET, (1, 2)))
    seats = tuple(Occupant(seat, 0, f"Fish {seat}", level) for seat in range(2))
    place = Place(1, 1, "en")
    table = Table(table_id, game, place, 0, "playing", {}, 2, seats, "", match, None, (), None, 0, None)
    return table, match, match.to_act[0]


def count_queued_moves(pool: WorkerPool) -> int:
    return len(pool._moves)


def list_legal_tokens(match: Match, seat: int) -> set[str]:
    return {action.token for action in match.legal_actions(seat)}


class StubWorker(WorkerProcess):
    """A worker that starts no process, and returns the answers of a function."""

    def __init__(self, answers: Callable[[Job], Ranking | str]) -> None:
        super().__init__()
        self.answers = answers
        self.asked: list[Job] = []

    def ask(self, job: Job) -> Ranking | str:
        self.asked.append(job)
        return self.answers(job)


async def wait_until(condition: Callable[[], object]) -> None:
    """Wait until a condition is true.

    :raises AssertionError: it isn't true after :data:`WAIT_TIMEOUT_SECONDS`.
    """
    for _ in range(int(WAIT_TIMEOUT_SECONDS / 0.02)):
        if condition():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("the condition did not become true")
