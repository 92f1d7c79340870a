"""Rates the accuracy of play from 0 to 100.

Half of the accuracy follows Lichess's formula for chess. The other half depends on the win chance that all
moves together lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from statistics import fmean, pstdev
from typing import Final

FORMULA_SCALE, FORMULA_DECAY, FORMULA_FLOOR = 103.1668, 0.04354, -3.1669
"""Constants of Lichess's formula for a move's accuracy, given the win chance it lost in percentage points."""
WINDOWS_PER_MATCH: Final = 10
MIN_WINDOW, MAX_WINDOW = 2, 8
"""Minimum and maximum number of steps over which the standard deviation of the win chance is computed."""
MIN_WEIGHT, MAX_WEIGHT = 0.5, 12.0


def rate_move(loss: float) -> float:
    """Return the accuracy of a move, 0 to 100, by the win chance that it lost, 0 to 1."""
    return min(max(FORMULA_SCALE * exp(-FORMULA_DECAY * 100 * max(loss, 0.0)) + FORMULA_FLOOR, 0.0), 100.0)


def weigh_moves(win_chances: Sequence[float]) -> list[float]:
    """Return the weight of each step: the standard deviation of the win chance around the step.

    Weights are in percentage points and within limits.

    :param win_chances: the seat's win chance before each step.
    """
    size = min(max(len(win_chances) // WINDOWS_PER_MATCH, MIN_WINDOW), MAX_WINDOW)
    weights = []
    for at in range(len(win_chances)):
        begin = max(min(at - size // 2, len(win_chances) - size), 0)
        spread = pstdev([100 * one for one in win_chances[begin : begin + size]])
        weights.append(min(max(spread, MIN_WEIGHT), MAX_WEIGHT))
    return weights


def rate_match(
    accuracies: Sequence[float], weights: Sequence[float], total_loss: float = 0.0
) -> float | None:
    """Return the accuracy of a match, or ``None`` if there are no moves.

    Half of the accuracy is the average of two means of the moves' accuracies: a weighted mean, in which
    critical moves count most, and a harmonic mean, in which good moves don't hide bad ones. The other half
    depends on the total loss, because many small losses in a long match can cost the win.

    :param total_loss: the win chance lost by all moves together, which may exceed 1.
    """
    if not accuracies:
        return None
    weighted = sum(a * w for a, w in zip(accuracies, weights, strict=True)) / sum(weights)
    harmonic = 1 / fmean([1 / max(one, 1.0) for one in accuracies])
    return ((weighted + harmonic) / 2 + 100 * exp(-total_loss)) / 2
