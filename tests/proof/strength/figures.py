"""What scores of blocks tell: an interval, and a test that stops as soon as it can.

Both count blocks. Scores of one deal go together: with good cards for the seat that begins, both players
win there, and their two matches say as much as none. Counting them one by one would be too sure of itself,
or, where rotation takes the luck out, not sure enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, log, sqrt
from statistics import NormalDist, fmean, variance
from typing import Final, Literal

Verdict = Literal["stronger", "not stronger", "open"]

LEAST_BLOCKS: Final = 12
"""Before that many blocks their spread is not known well enough to stop."""
FAIR_SPREAD: Final = 2
"""So many blocks of an even chance are added to the spread: a lucky beginning is not taken for sure."""
ERROR: Final = 0.05


def interval(blocks: Sequence[float], sure: float = 0.95) -> tuple[float, float]:
    """Return Wilson's interval, by as many single matches as the spread of the blocks amounts to.

    Where the blocks do not differ, each counts as one match. Quantiles are Student's.
    """
    count, score = len(blocks), fmean(blocks)
    if count < 2:
        return 0.0, 1.0
    spread = variance(blocks)
    worth = count * score * (1 - score) / spread if spread else float(count)
    t = student((1 + sure) / 2, count - 1)
    middle = score + t * t / (2 * worth)
    reach = t * sqrt(score * (1 - score) / worth + t * t / (4 * worth * worth))
    whole = 1 + t * t / worth
    return max(0.0, (middle - reach) / whole), min(1.0, (middle + reach) / whole)


def student(chance: float, freedom: int) -> float:
    """Return a quantile of Student's distribution, by its expansion around the normal one."""
    z = NormalDist().inv_cdf(chance)
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return fsum(term / float(freedom) ** power for power, term in enumerate(terms))


def evidence(blocks: Sequence[float], low: float, high: float) -> float:
    """Return by how much the blocks rather come from a score of ``high`` than of ``low``, as log odds.

    The mean of many blocks is about normal, with their own spread, which is what the generalised likelihood
    ratio of the pentanomial model comes to as well.
    """
    count = len(blocks)
    middle = fmean(blocks)
    # The spread of so many blocks of fair matches is put beside what was seen.
    prior = max(low * (1 - low), high * (1 - high)) / 2
    squares = sum((score - middle) ** 2 for score in blocks)
    spread = (squares + FAIR_SPREAD * prior) / (count + FAIR_SPREAD - 1)
    return count * (high - low) * (2 * middle - low - high) / (2 * spread)


def decide(blocks: Sequence[float], low: float, high: float, error: float = ERROR) -> Verdict:
    """Return what Wald's sequential test says now: ``stronger`` where the score is ``high`` and not ``low``.

    :param error: how often either answer is wrong where the truth is just ``low`` or ``high``.
    """
    if len(blocks) < LEAST_BLOCKS:
        return "open"
    bound = log((1 - error) / error)
    found = evidence(blocks, low, high)
    if found >= bound:
        return "stronger"
    return "not stronger" if found <= -bound else "open"
