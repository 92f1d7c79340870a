"""Scores tips on the winner by the win chance that the tipped seat had on the review's curve.

A tip counts as a forecast: three quarters of each seat's chance on the curve, plus a quarter for the tipped
seat. It earns points for how much better than the curve it predicted the result, in bits. This is the
logarithmic market scoring rule of R. Hanson, *Combinatorial Information Market Design*, 2003, based on the
score of I. J. Good, *Rational Decisions*, 1952. The rule is proper: on average, the tip (or no tip) closest
to one's true belief earns most. Tips based on nothing but the curve gain nothing, late tips on the leader
very little, and early or bold ones a lot.
"""

from __future__ import annotations

from math import log2
from typing import Final

from games.review.review import Review
from games.review.value import Shares

TIP_WEIGHT: Final = 1 / 4
"""Weight of the tip in the forecast. A larger weight would make frequent tipping expensive."""
POINTS_PER_BIT: Final = 24
"""Points per bit, chosen so that a wrong tip costs about ten points."""
MIN_CHANCE, MAX_CHANCE = 0.02, 0.98
"""Bounds for chances on the curve, which is only an estimate."""


def find_chance(review: Review, ply: int, seat: int) -> float:
    """Return a seat's share of the win after ``ply`` steps, at least ``MIN_CHANCE`` and at most
    ``MAX_CHANCE``.
    """
    return min(max(review.curve[min(ply, len(review.curve) - 1)][seat], MIN_CHANCE), MAX_CHANCE)


def score_tip(chance: float, seat: int, result: Shares) -> int:
    """Return the points for predicting ``seat``, whose win chance was ``chance`` when the tip was made.

    A shared win counts in proportion.
    """
    right = log2(1 - TIP_WEIGHT + TIP_WEIGHT / chance)
    wrong = log2(1 - TIP_WEIGHT)
    return round(POINTS_PER_BIT * (result[seat] * right + (1 - result[seat]) * wrong))
