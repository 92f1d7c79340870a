"""What computer players think, as the host asks for it: tokens for a seat of a table.

The workers get views, never a state, a table's secret or its match key. What they draw by chance is keyed
by a secret of this process alone, so it tells nothing of the chance of a match, nor can that be told by it.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
from collections.abc import Sequence
from secrets import token_bytes

from bot.computers.others import Others
from bot.computers.pool import HINT_SECONDS, LEAST_SECONDS, Pool
from bot.computers.process import Worker
from bot.computers.worker import Job, Ranking
from bot.model.table import Table
from games.core.match import Match
from games.core.rng import Chance

HINT_LEVEL = "hard"


class Thinker:
    """Asks a pool of workers about tables."""

    def __init__(self, seconds: float, *workers: Worker, elsewhere: Others | None = None) -> None:
        """Start nothing yet.

        :param seconds: how long a computer player may think about the first move of a turn. The second has
            half of that, the third a third: a turn of many moves keeps nobody waiting for long.
        :param workers: by default one.
        :param elsewhere: who is asked first; what it does not answer is thought here.
        """
        self._elsewhere = elsewhere
        self.pool = Pool(workers or (Worker(),))
        self._seconds = seconds
        self._secret = token_bytes(32)

    async def prepare(self) -> None:
        """Make ready that others can be asked."""
        if self._elsewhere is not None:
            await self._elsewhere.prepare()

    async def think(self, table: Table, match: Match, seat: int) -> str:
        """Return the token that a computer player does; a legal one by chance where it could not think.

        :param match: the match as ``seat`` finds it, others' answers foreseen.
        """
        level = table.occupants[seat].computer or HINT_LEVEL
        seconds = max(self._seconds / (1 + _made(match, seat)), LEAST_SECONDS)
        job = self._job(table, match, seat, level, seconds)
        found = await self._ask_elsewhere(job) or await self.pool.move(job)
        return found[0][0] if found else await self.draw(table, match, seat)

    async def draw(self, table: Table, match: Match, seat: int) -> str:
        """Return a legal token without a thought, so that no table waits for ever."""
        chance = Chance(self._seed(table, match, seat), match.ply)
        # A rich hand has a great many legal actions.
        legal = await asyncio.to_thread(match.rules.candidates, match.state, seat)
        return str(chance.choice(legal).token)

    async def advise(self, table: Table, match: Match, seat: int) -> Sequence[tuple[str, float]]:
        """Return tokens for a person's hint with what each is worth, from 0 to 1; the best first.

        :param match: the match as ``seat`` finds it, others' answers foreseen.
        :returns: empty when too many ask, or when nothing came of it.
        """
        job = self._job(table, match, seat, HINT_LEVEL, HINT_SECONDS)
        found = await self._ask_elsewhere(job, hint=True)
        if found:
            # What another machine says is a hint only where it can be done.
            legal = await asyncio.to_thread(match.rules.candidates, match.state, seat)
            tokens = {action.token for action in legal}
            found = tuple(one for one in found if one[0] in tokens)
        return found or await self.pool.hint(job)

    async def _ask_elsewhere(self, job: Job, *, hint: bool = False) -> Ranking | None:
        return None if self._elsewhere is None else await self._elsewhere.ask(job, hint=hint)

    def close(self) -> None:
        """End the workers and take no more; what waits gets no answer from them."""
        if self._elsewhere is not None:
            self._elsewhere.close()
        self.pool.close()

    def _job(self, table: Table, match: Match, seat: int, level: str, seconds: float) -> Job:
        view, seed = match.rules.recall(match.state, seat), self._seed(table, match, seat)
        seconds = min(seconds, self._seconds)
        return Job(match.game.key, match.rules.version, view, seat, level, seed, match.ply, seconds)

    def _seed(self, table: Table, match: Match, seat: int) -> bytes:
        about = f"{table.id}:{match.seq}:{seat}".encode()
        return hmac.new(self._secret, about, hashlib.sha256).digest()


def _made(match: Match, seat: int) -> int:
    """Return how many moves of its present turn a seat has made."""
    made, ply = 0, match.ply
    while ply and match.turn == seat and not match.turns_ended(ply):
        made += match.steps[ply - 1].seat == seat
        ply -= 1
    return made
