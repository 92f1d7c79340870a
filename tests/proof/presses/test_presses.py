"""A small part of ``python -m tests.proof.presses``: every game, a few positions."""

from __future__ import annotations

import pytest

from games.registry import GAMES
from tests.proof.presses.table import MOST, Line, sum_up, write_json, write_table
from tests.proof.presses.walking import Counted, count_positions

POSITIONS = 20


@pytest.mark.parametrize("game", GAMES)
async def test_no_move_takes_more_presses_than_its_goal(game: str) -> None:
    lines = sum_up(game, [move async for move in count_positions(game, POSITIONS)])
    assert lines
    assert all(line.holds for line in lines), write_table(lines)


def test_what_takes_too_long_does_not_hold() -> None:
    slow = [Counted("play", "play:1", presses) for presses in (2, 3, MOST + 1)]
    often = [Counted("take", "take:1", presses) for presses in (2, MOST, MOST)]
    fine = [Counted("draw", "draw", presses) for presses in (3, 3, MOST)]
    lines = sum_up("reef", [*slow, *often, *fine])
    assert {line.move: line.holds for line in lines} == {"play": False, "take": False, "draw": True}
    assert lines[0] == Line("reef", "draw", 3, 3, MOST, "3, at most 4", True)
    assert "| reef | take | 3 | 4 | 4 | 3, at most 4 | NO |" in write_table(lines)
    assert '"holds": false' in write_json(lines)
