"""Statistics of block scores: a confidence interval, and a test that stops as soon as possible.

Both count blocks, because the scores of one deal depend on each other. If the deal favours the first seat,
both players win there, and their two matches say nothing. Counting matches would make the result look more
certain than it is or, if rotation cancels the luck, less certain.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, log, sqrt
from statistics import NormalDist, fmean, variance
from typing import Final, Literal

Verdict = Literal["stronger", "not stronger", "open"]

MIN_BLOCKS: Final = 12
"""Minimum number of blocks before the test may stop, so that their variance is known well enough."""
EXPECTED_BLOCKS: Final = 2
"""Weight, in blocks, of the expected variance, so that a lucky start doesn't look certain."""
ERROR: Final = 0.05
"""Probability of a wrong verdict of the sequential test."""


def find_interval(blocks: Sequence[float], sure: float = 0.95) -> tuple[float, float]:
    """Return the Wilson interval of a score, at confidence ``sure``; 0 to 1 for a single block.

    The number of matches is derived from the variance of the blocks; if they don't vary, each block counts as
    one match. Quantiles are those of Student's distribution.
    """
    count, score = len(blocks), fmean(blocks)
    if count < 2:
        return 0.0, 1.0
    spread = variance(blocks)
    worth = count * score * (1 - score) / spread if spread else float(count)
    t = find_quantile((1 + sure) / 2, count - 1)
    middle = score + t * t / (2 * worth)
    reach = t * sqrt(score * (1 - score) / worth + t * t / (4 * worth * worth))
    whole = 1 + t * t / worth
    return max(0.0, (middle - reach) / whole), min(1.0, (middle + reach) / whole)


def find_quantile(chance: float, freedom: int) -> float:
    """Return a quantile of Student's distribution, computed by a series around the normal quantile."""
    z = NormalDist().inv_cdf(chance)
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return fsum(term / float(freedom) ** power for power, term in enumerate(terms))


def find_evidence(blocks: Sequence[float], low: float, high: float) -> float:
    """Return the log likelihood ratio of a true score of ``high`` over one of ``low``.

    The mean of many blocks is treated as normal, with their own variance. The generalised likelihood ratio of
    the pentanomial model is about the same.
    """
    count = len(blocks)
    middle = fmean(blocks)
    # Add the expected variance of EXPECTED_BLOCKS blocks to the observed one.
    prior = max(low * (1 - low), high * (1 - high)) / 2
    squares = sum((score - middle) ** 2 for score in blocks)
    spread = (squares + EXPECTED_BLOCKS * prior) / (count + EXPECTED_BLOCKS - 1)
    return count * (high - low) * (2 * middle - low - high) / (2 * spread)


def decide_test(blocks: Sequence[float], low: float, high: float, error: float = ERROR) -> Verdict:
    """Return the verdict of Wald's sequential test: whether the score is ``high``, ``low`` or still open.

    :param error: how often either verdict is wrong if the truth is exactly ``low`` or ``high``.
    """
    if len(blocks) < MIN_BLOCKS:
        return "open"
    bound = log((1 - error) / error)
    found = find_evidence(blocks, low, high)
    if found >= bound:
        return "stronger"
    return "not stronger" if found <= -bound else "open"
