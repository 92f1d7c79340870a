"""The odd habits of players in whose matches puzzles are found."""

from __future__ import annotations

from collections import Counter

import pytest

from games.core.rng import Chance
from games.das_riff.player.collecting import (
    BOAT_PERCENTAGE,
    KEEPING_PERCENTAGE,
    MAX_COLLECTED_SHARKS,
    SHARK_PERCENTAGE,
    choose_collecting_action,
)
from games.das_riff.rules import RULES
from tests.games.das_riff.build import make_position, make_reef

TRY_COUNT = 200
MAX_DIFFERENCE = 10
"""Maximum difference between a share of the choices and its probability, in percent."""


@pytest.mark.parametrize(
    ("sharks", "ranked", "rare", "percentage"),
    [
        (1, ("end", "boat:rrr"), "end", 100 - BOAT_PERCENTAGE),
        (1, ("end", "take:A1:r"), "end", 100 - SHARK_PERCENTAGE),
        (MAX_COLLECTED_SHARKS, ("take:A2:b", "take:A1:r"), "take:A1:r", 0),
        (1, ("shark:A1", "end"), "shark:A1", 100 - KEEPING_PERCENTAGE),
        (1, ("shark:A1",), "shark:A1", 100),
    ],
    ids=["boat", "shark", "enough_sharks", "sent_shark", "only_sharks"],
)
def test_collectors_rarely_leave_boats_and_sharks(
    sharks: int, ranked: tuple[str, ...], rare: str, percentage: int
) -> None:
    state = make_position(make_reef("rrrb", boats=2, sharks=sharks), make_reef("r"), a="sh pe")
    actions = tuple(map(RULES.read, ranked))
    chosen = Counter(
        choose_collecting_action(state, 0, actions, Chance(b"habit", number)).token
        for number in range(TRY_COUNT)
    )
    assert set(chosen) <= set(ranked)
    assert abs(100 * chosen[rare] / TRY_COUNT - percentage) <= MAX_DIFFERENCE
