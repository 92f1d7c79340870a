"""How well somebody played, from 0 to 100, as lichess tells it for chess."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from statistics import fmean, pstdev
from typing import Final

SCALE, DECAY, FLOOR = 103.1668, 0.04354, -3.1669
"""The formula of lichess for one move, by how many points of win chance it lost."""
WINDOW_PART: Final = 10
LEAST_WINDOW, MOST_WINDOW = 2, 8
LEAST_WEIGHT, MOST_WEIGHT = 0.5, 12.0


def rate_move(loss: float) -> float:
    """Return the accuracy of a move that lost this part of the win (0 to 1)."""
    return min(max(SCALE * exp(-DECAY * 100 * max(loss, 0.0)) + FLOOR, 0.0), 100.0)


def weigh_moves(chances: Sequence[float]) -> list[float]:
    """Return the weight of each of some steps: how much the win chance moves about around it.

    :param chances: the seat's part of the win before each step.
    """
    size = min(max(len(chances) // WINDOW_PART, LEAST_WINDOW), MOST_WINDOW)
    weights = []
    for at in range(len(chances)):
        begin = max(min(at - size // 2, len(chances) - size), 0)
        spread = pstdev([100 * one for one in chances[begin : begin + size]])
        weights.append(min(max(spread, LEAST_WEIGHT), MOST_WEIGHT))
    return weights


def rate_match(accuracies: Sequence[float], weights: Sequence[float]) -> float | None:
    """Return the accuracy of a match: between the weighted and the harmonic mean of its moves.

    The one counts most what was played when the match hung in the balance; the other does not let many good
    moves hide a bad one. ``None`` where there was nothing to decide.
    """
    if not accuracies:
        return None
    weighted = sum(a * w for a, w in zip(accuracies, weights, strict=True)) / sum(weights)
    harmonic = 1 / fmean([1 / max(one, 1.0) for one in accuracies])
    return (weighted + harmonic) / 2
