"""Counts presses in a few positions of each game. ``python -m tests.proof.presses`` tries more."""

from __future__ import annotations

import pytest

from games.registry import GAMES
from tests.proof.presses.table import MAX_PRESSES, TableLine, summarize_presses, write_json, write_table
from tests.proof.presses.walking import CountedMove, count_presses_in_positions
from tests.support.nightly import defer_to_ci

POSITION_COUNT = 4


@pytest.mark.parametrize("game", defer_to_ci(GAMES, "australis", "reef"))
async def test_no_move_takes_more_presses_than_its_goal(game: str) -> None:
    lines = summarize_presses(game, [move async for move in count_presses_in_positions(game, POSITION_COUNT)])
    assert lines
    assert all(line.meets_goal for line in lines), write_table(lines)


def test_too_many_presses_miss_the_goal() -> None:
    slow = [CountedMove("play", "play:1", presses) for presses in (2, 3, MAX_PRESSES + 1)]
    often = [CountedMove("take", "take:1", presses) for presses in (2, MAX_PRESSES, MAX_PRESSES)]
    fine = [CountedMove("draw", "draw", presses) for presses in (3, 3, MAX_PRESSES)]
    lines = summarize_presses("reef", [*slow, *often, *fine])
    assert {line.move_kind: line.meets_goal for line in lines} == {"play": False, "take": False, "draw": True}
    assert lines[0] == TableLine("reef", "draw", 3, 3, MAX_PRESSES, "3, at most 4", True)
    assert "| reef | take | 3 | 4 | 4 | 3, at most 4 | NO |" in write_table(lines)
    assert '"meets_goal": false' in write_json(lines)
