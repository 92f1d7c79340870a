"""A ranking is cached and shared for one table, position and seat only."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, cast

from bot.computers.advice import Adviser
from bot.model.table import Table
from games.core.match import Match
from tests.support.thinking import make_computer_table


class Ranker:
    """A thinker whose only suggestion names the table, position and seat of the request."""

    def __init__(self) -> None:
        self.asked = 0

    async def rank_moves_for_hint(self, table: Table, match: Match, seat: int) -> Sequence[tuple[str, float]]:
        self.asked += 1
        return [(f"{table.id}:{match.seq}:{seat}", 0.5)]


async def test_a_ranking_is_cached_only_for_its_own_question() -> None:
    ranker: Any = Ranker()
    unused: Any = None
    adviser = Adviser(unused, unused, unused, ranker)
    (one, match, seat), (two, _, _) = make_computer_table(table_id=1), make_computer_table(table_id=2)
    later = match.act(seat, match.legal_actions(seat)[0].token)
    for _ in range(2):
        assert await adviser.rank_moves(one, match, 0) == (("1:0:0", 0.5),)
        assert await adviser.rank_moves(one, match, 1) == (("1:0:1", 0.5),)
        assert await adviser.rank_moves(one, later, 0) == (("1:1:0", 0.5),)
        assert await adviser.rank_moves(two, match, 0) == (("2:0:0", 0.5),)
    assert ranker.asked == 4, "each question is asked once"
    undone = later.undo(seat, 0)
    assert undone.seq > match.seq
    assert await adviser.rank_moves(one, undone, 0) == (("1:0:0", 0.5),), (
        "an undo leads back to the same advice"
    )


class SlowRanker(Ranker):
    """A thinker that answers once ``may_answer`` is set."""

    def __init__(self) -> None:
        super().__init__()
        self.may_answer = asyncio.Event()
        self.knows = True

    async def rank_moves_for_hint(self, table: Table, match: Match, seat: int) -> Sequence[tuple[str, float]]:
        found = await super().rank_moves_for_hint(table, match, seat)
        await self.may_answer.wait()
        return found if self.knows else []


async def test_questions_about_a_position_share_one_thought() -> None:
    ranker, unused = SlowRanker(), cast(Any, None)
    adviser = Adviser(unused, unused, unused, cast(Any, ranker))
    (one, match, seat), (two, _, _) = make_computer_table(table_id=1), make_computer_table(table_id=2)
    later = match.act(seat, match.legal_actions(seat)[0].token)
    questions = [(one, match, 0), (one, match, 0), (one, match, 1), (one, later, 0), (two, match, 0)]
    asking = [asyncio.create_task(adviser.rank_moves(*each)) for each in questions]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert ranker.asked == 4, "only the second question equals another one"
    asking[0].cancel()
    await asyncio.sleep(0)
    ranker.may_answer.set()
    found = await asyncio.gather(*asking, return_exceptions=True)
    assert isinstance(found[0], asyncio.CancelledError), "the other caller still gets the answer"
    assert found[1:] == [(("1:0:0", 0.5),), (("1:0:1", 0.5),), (("1:1:0", 0.5),), (("2:0:0", 0.5),)]


async def test_a_position_without_advice_is_asked_about_again() -> None:
    ranker, unused = SlowRanker(), cast(Any, None)
    adviser = Adviser(unused, unused, unused, cast(Any, ranker))
    table, match, _ = make_computer_table(table_id=1)
    ranker.knows = False
    ranker.may_answer.set()
    for number in (1, 2):
        assert await adviser.rank_moves(table, match, 0) == ()
        assert ranker.asked == number
