"""What a tip was worth: the logarithm of the chance that the tipped seat had, as the review's curve tells it.

A tip is read as a forecast: the curve's own, and to a quarter certain of the tipped seat. It earns by
how much better than the curve it foretold the end, in bits (the logarithmic market scoring rule of R. Hanson,
*Combinatorial Information Market Design*, 2003, upon the score of I. J. Good, *Rational Decisions*, 1952).
So the rule is proper: of all tips, and of none at all, that one earns most on average whose forecast lies
nearest to what its person believes. Who knows no more than the curve gains nothing by tipping, a late tip
on who leads earns next to nothing, and an early or bold one a lot.
"""

from __future__ import annotations

from math import log2
from typing import Final

from games.review.review import Review
from games.review.value import Shares

TIP_WEIGHT: Final = 1 / 4
"""Such a part of a forecast is the tip's own. With a larger one those who tip often would lose a lot."""
POINTS_PER_BIT: Final = 24
"""Makes ten points of what a wrong tip costs."""
LEAST, MOST = 0.02, 0.98
"""The curve is an estimate, and no surer of itself than this."""


def find_chance(review: Review, ply: int, seat: int) -> float:
    """Return which part of the win a seat seemed to have after so many steps."""
    return min(max(review.curve[min(ply, len(review.curve) - 1)][seat], LEAST), MOST)


def score_tip(chance: float, seat: int, result: Shares) -> int:
    """Return the points of a tip on ``seat``, which seemed to have this chance. Winners share the win."""
    right = log2(1 - TIP_WEIGHT + TIP_WEIGHT / chance)
    wrong = log2(1 - TIP_WEIGHT)
    return round(POINTS_PER_BIT * (result[seat] * right + (1 - result[seat]) * wrong))
