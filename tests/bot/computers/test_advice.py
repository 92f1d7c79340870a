"""A ranking is cached for one table, position and seat only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

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
