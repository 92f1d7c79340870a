"""Asks workers and remote thinkers for computers' moves and for hints.

Workers get views, never a state, a table's secret or its match key. Their random numbers come from a secret
of this process or, for hints, from the position, so they are independent of the chance in a match.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import replace
from secrets import token_bytes

from bot.computers.pool import MAX_HINT_SECONDS, MIN_MOVE_SECONDS, WorkerPool
from bot.computers.process import WorkerProcess
from bot.computers.remote import RemoteThinkers
from bot.computers.worker import Job, Ranking
from bot.model.table import Table
from games.core.match import Match
from games.core.rng import Chance

HINT_LEVEL = "hard"
"""Level of the computer that thinks about hints."""


class Thinker:
    """Chooses computers' moves and hints with the help of workers and remote thinkers."""

    def __init__(self, seconds: float, *workers: WorkerProcess, remote: RemoteThinkers | None = None) -> None:
        """Create the thinker without starting anything.

        :param seconds: maximum seconds for thinking about the first move of a turn. The ``n``-th move gets
            1/``n`` of this time, so that long turns don't keep people waiting.
        :param workers: one by default.
        :param remote: asked before the workers.
        """
        self._remote = remote
        self.pool = WorkerPool(workers or (WorkerProcess(),))
        self._seconds = seconds
        self._secret = token_bytes(32)

    async def connect_remote_thinkers(self) -> None:
        """Create the queue of questions to remote thinkers, if the bot uses any."""
        if self._remote is not None:
            await self._remote.connect()

    async def choose_move(self, table: Table, match: Match, seat: int) -> str:
        """Return the token of a computer's move, or a random legal token if thinking failed.

        :param match: a match in which ``seat`` can act now. If other seats must answer first, it contains the
            answers of their standing orders.
        """
        level = table.occupants[seat].computer or HINT_LEVEL
        seconds = max(self._seconds / (1 + _count_moves_this_turn(match, seat)), MIN_MOVE_SECONDS)
        job = replace(self._make_job(table, match, seat, level, seconds), stops_early=True)
        ranking = await self._ask_remote_thinker(job) or await self.pool.rank_moves_for_computer(job)
        return ranking[0][0] if ranking else await self.choose_random_move(table, match, seat)

    async def choose_random_move(self, table: Table, match: Match, seat: int) -> str:
        """Return a random legal token. Used if thinking failed, so that no table waits forever."""
        chance = Chance(self._derive_seed(table, match, seat), match.ply)
        # Use a thread, because a large hand of cards allows many actions.
        legal = await asyncio.to_thread(match.rules.list_candidates, match.state, seat)
        return str(chance.choice(legal).token)

    async def rank_moves_for_hint(self, table: Table, match: Match, seat: int) -> Sequence[tuple[str, float]]:
        """Return (token, value) pairs for a person's hint, best first. Values are from 0 to 1.

        :param match: a match in which ``seat`` can act now. If other seats must answer first, it contains the
            answers of their standing orders.
        :returns: the pairs, or nothing if too many hints are being computed or thinking failed.
        """
        job = self._make_job(table, match, seat, HINT_LEVEL, MAX_HINT_SECONDS)
        # This seed survives a restart, so that the person gets the same hint again. Unlike a computer's move,
        # a hint may be predictable.
        job = replace(job, is_hint=True, seed=hashlib.sha256(_make_position_id(table, match, seat)).digest())
        ranking = await self._ask_remote_thinker(job, is_hint=True)
        if ranking:
            # Drop illegal tokens, because remote answers aren't trusted.
            legal = await asyncio.to_thread(match.rules.list_candidates, match.state, seat)
            tokens = {action.token for action in legal}
            ranking = tuple(one for one in ranking if one[0] in tokens)
        return ranking or await self.pool.rank_moves_for_hint(job)

    async def _ask_remote_thinker(self, job: Job, *, is_hint: bool = False) -> Ranking | None:
        return None if self._remote is None else await self._remote.ask(job, is_hint=is_hint)

    def refuse_hints(self) -> None:
        """Give empty answers to the hints that the workers haven't answered, and to all later ones.

        Questions to remote thinkers still wait for an answer, up to their short time limit.
        """
        self.pool.refuse_hints()

    def close(self) -> None:
        """Kill the workers and stop accepting questions. Waiting questions get empty answers."""
        if self._remote is not None:
            self._remote.close()
        self.pool.close()

    def _make_job(self, table: Table, match: Match, seat: int, level: str, seconds: float) -> Job:
        view, seed = match.rules.recall(match.state, seat), self._derive_seed(table, match, seat)
        seconds = min(seconds, self._seconds)
        return Job(match.game.key, match.rules.version, view, seat, level, seed, match.ply, seconds)

    def _derive_seed(self, table: Table, match: Match, seat: int) -> bytes:
        return hmac.new(self._secret, _make_position_id(table, match, seat), hashlib.sha256).digest()


def _make_position_id(table: Table, match: Match, seat: int) -> bytes:
    # Use the ply, not the length of the log, because an undo lengthens the log but restores an earlier
    # position.
    return f"{table.id}:{match.ply}:{seat}".encode()


def _count_moves_this_turn(match: Match, seat: int) -> int:
    move_count, ply = 0, match.ply
    while ply and match.active_seat == seat and not match.count_ended_turns(ply):
        move_count += match.steps[ply - 1].seat == seat
        ply -= 1
    return move_count
