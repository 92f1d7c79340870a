"""Scores predictions of the winner ("tips") by the predicted seat's win chance on the review's curve.

A tip counts as a forecast: three quarters of each seat's chance on the curve, plus a quarter for the
predicted seat. It earns points for how much better than the curve it predicted the result, in bits. Tips
based on nothing but the curve gain nothing, late tips on the leader very little, and early or bold ones a
lot.

This is the logarithmic market scoring rule of R. Hanson, *Combinatorial Information Market Design*, 2003,
based on the score of I. J. Good, *Rational Decisions*, 1952. The rule is proper: on average, the forecast
closest to one's true belief earns most.
"""

from __future__ import annotations

from math import log2
from typing import Final

from games.review.review import Review
from games.review.value import Shares

TIP_WEIGHT: Final = 1 / 4
"""Weight of the tip in the forecast. With a larger weight, frequent tipping would cost more points."""
POINTS_PER_BIT: Final = 24
"""Points per bit, chosen so that a wrong tip costs about ten points."""
MIN_CHANCE, MAX_CHANCE = 0.02, 0.98
"""Bounds for chances on the curve, because the curve is only an estimate."""


def find_win_chance(review: Review, ply: int, seat: int) -> float:
    """Return a seat's win chance after ``ply`` steps, clamped to ``MIN_CHANCE``–``MAX_CHANCE``."""
    return min(max(review.curve[min(ply, len(review.curve) - 1)][seat], MIN_CHANCE), MAX_CHANCE)


def score_tip(chance: float, seat: int, result: Shares) -> int:
    """Return the points for predicting ``seat``, whose win chance was ``chance`` at the time of the tip.

    If several seats share the win, each counts as a fraction of a win.
    """
    right = log2(1 - TIP_WEIGHT + TIP_WEIGHT / chance)
    wrong = log2(1 - TIP_WEIGHT)
    return round(POINTS_PER_BIT * (result[seat] * right + (1 - result[seat]) * wrong))
