"""Computes facts that texts mention: where a turtle lands, and how much corals score at the end of a
round.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.australis.parts import FOOD_SPACES, GREY_CUBE_SPACE, REEF_NUMBERS, find_landing_space
from games.australis.score import award_reef
from games.australis.view import View


class Landing(NamedTuple):
    """The space on which a turtle lands, and what it collects on its way."""

    space: int
    cubes: int
    """Number of food cubes that the turtle collects on its way."""


def find_landing(view: View, seat: int, spaces: int) -> Landing:
    """Return where a turtle that swims ``spaces`` lands, and the food on its way (AU-2.10, AU-2.11)."""
    origin, last = view.boards[seat].space, view.track_end
    occupied = {board.space for other, board in enumerate(view.boards) if other != seat}
    space = find_landing_space(origin + spaces, occupied, last)
    grey = view.grey_track > 0 and origin < GREY_CUBE_SPACE <= space
    return Landing(space, sum(origin < food <= space for food in FOOD_SPACES) + grey)


def add_coral(corals: Sequence[int], reef: int, change: int = 1) -> tuple[int, ...]:
    """Return ``corals`` (counts by reef) with ``change`` added to the count of ``reef``."""
    return tuple(
        count + change * (number == reef) for number, count in zip(REEF_NUMBERS, corals, strict=True)
    )


def score_reefs(view: View, seat: int, corals: Sequence[int]) -> int:
    """Return a seat's points for reefs at the end of the round if it has these corals (AU-3.1)."""
    points = 0
    for index in range(len(REEF_NUMBERS)):
        lying = [board.corals[index] for board in view.boards]
        lying[seat] = corals[index]
        points += sum(
            worth for winner, worth in award_reef(index, lying, view.turtle_order) if winner == seat
        )
    return points


def measure_reef_gain(view: View, seat: int, reef: int) -> int:
    """Return how many points another coral on ``reef`` would add for a seat at the end of the round."""
    corals = view.boards[seat].corals
    return score_reefs(view, seat, add_coral(corals, reef)) - score_reefs(view, seat, corals)


def find_best_reef(view: View, seat: int, highest: int) -> int:
    """Return the reef, up to ``highest``, on which a coral gains most. Ties go to the higher reef."""
    return max(
        (reef for reef in REEF_NUMBERS if reef <= highest),
        key=lambda reef: (measure_reef_gain(view, seat, reef), reef),
    )
