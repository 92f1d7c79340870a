"""Statistics of block scores: a confidence interval, and a sequential test that stops as early as possible.

Both count blocks, because the scores of one deal depend on each other. If a deal favours the first seat, both
players win there, and their two matches show nothing. Counting matches would make a result look too certain
or, if rotation cancels the luck, not certain enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, log, sqrt
from statistics import NormalDist, fmean, variance
from typing import Final, Literal

Verdict = Literal["stronger", "not stronger", "open"]

MIN_BLOCK_COUNT: Final = 12
"""Minimum number of blocks before the test may stop. With fewer blocks, their variance is too uncertain."""
ASSUMED_BLOCK_COUNT: Final = 2
"""Weight, in blocks, of the expected variance. It prevents a lucky start from looking certain."""
MAX_ERROR_PROBABILITY: Final = 0.05
"""Probability that the sequential test gives a wrong verdict."""


def find_interval(blocks: Sequence[float], confidence: float = 0.95) -> tuple[float, float]:
    """Return the Wilson interval of a score at this confidence, or 0 to 1 for a single block.

    The number of matches is derived from the variance of the blocks. If the blocks don't vary, each counts as
    one match. The quantiles are from Student's distribution.
    """
    count, score = len(blocks), fmean(blocks)
    if count < 2:
        return 0.0, 1.0
    spread = variance(blocks)
    worth = count * score * (1 - score) / spread if spread else float(count)
    t = find_quantile((1 + confidence) / 2, count - 1)
    middle = score + t * t / (2 * worth)
    reach = t * sqrt(score * (1 - score) / worth + t * t / (4 * worth * worth))
    whole = 1 + t * t / worth
    return max(0.0, (middle - reach) / whole), min(1.0, (middle + reach) / whole)


def find_quantile(probability: float, degrees_of_freedom: int) -> float:
    """Return a quantile of Student's t-distribution, using a series expansion around the normal quantile."""
    z = NormalDist().inv_cdf(probability)
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return fsum(term / float(degrees_of_freedom) ** power for power, term in enumerate(terms))


def find_evidence(blocks: Sequence[float], low: float, high: float) -> float:
    """Return the log likelihood ratio between the true scores ``high`` and ``low``.

    The mean of many blocks is treated as normal, with their variance. The generalized likelihood ratio of the
    pentanomial model is about the same.
    """
    count = len(blocks)
    middle = fmean(blocks)
    # Add the expected variance of ASSUMED_BLOCK_COUNT blocks to the observed one.
    prior = max(low * (1 - low), high * (1 - high)) / 2
    squares = sum((score - middle) ** 2 for score in blocks)
    spread = (squares + ASSUMED_BLOCK_COUNT * prior) / (count + ASSUMED_BLOCK_COUNT - 1)
    return count * (high - low) * (2 * middle - low - high) / (2 * spread)


def decide_test(
    blocks: Sequence[float], low: float, high: float, error: float = MAX_ERROR_PROBABILITY
) -> Verdict:
    """Return the verdict of Wald's sequential test: ``high``, ``low``, or open.

    :param error: probability of a wrong verdict if the true score is exactly ``low`` or ``high``.
    """
    if len(blocks) < MIN_BLOCK_COUNT:
        return "open"
    bound = log((1 - error) / error)
    found = find_evidence(blocks, low, high)
    if found >= bound:
        return "stronger"
    return "not stronger" if found <= -bound else "open"
