"""Simulates mistakes of people: overlooked moves and misjudged values."""

from __future__ import annotations

from math import log, sqrt
from typing import Final

from games.core.protocol import LevelWeakness
from games.core.rng import Chance
from games.players.judge import Thought, classify_certainty

MAX_PERCENTAGE: Final = 100
CHANCE_RESOLUTION: Final = 1 << 16
"""Number of values that a uniform random number can have."""
DRAWS_PER_ERROR: Final = 3
"""Number of uniform random numbers whose sum is one error, so that large errors are rare."""
MIN_CHANCE: Final = 1e-6


def apply_weakness(
    thoughts: tuple[Thought, ...], rng: Chance, weakness: LevelWeakness
) -> tuple[Thought, ...]:
    """Return the thoughts in the order in which a weak player would choose them, with unchanged values."""
    judged = misjudge_thoughts(thoughts, rng, weakness.value_error) if weakness.value_error else thoughts
    return (
        overlook_thoughts(judged, rng, weakness.overlooked_percentage)
        if weakness.overlooked_percentage
        else judged
    )


def overlook_thoughts(thoughts: tuple[Thought, ...], rng: Chance, percentage: int) -> tuple[Thought, ...]:
    """Move each thought to the end with a probability of ``percentage`` percent.

    At least one move stays, and immediate wins are never overlooked.
    """
    missed = {
        thought.action
        for thought in thoughts
        if rng.draw_below(MAX_PERCENTAGE) < percentage and classify_certainty(thought.value) <= 0
    }
    if len(missed) == len(thoughts):
        missed.discard(rng.choice(thoughts).action)
    return tuple(sorted(thoughts, key=lambda thought: thought.action in missed))


def misjudge_thoughts(thoughts: tuple[Thought, ...], rng: Chance, spread: float) -> tuple[Thought, ...]:
    """Sort thoughts by their values with random errors of about ``spread`` log odds.

    Immediate wins are never misjudged.
    """
    off = [spread * _draw_error(rng) for _ in thoughts]
    judged = {
        thought.action: _convert_to_log_odds(thought.value)
        + (error if classify_certainty(thought.value) <= 0 else 0.0)
        for thought, error in zip(thoughts, off, strict=True)
    }
    return tuple(sorted(thoughts, key=lambda thought: -judged[thought.action]))


def _draw_error(rng: Chance) -> float:
    """Return a random error with mean 0 and standard deviation 1."""
    drawn = sum([rng.draw_below(CHANCE_RESOLUTION) for _ in range(DRAWS_PER_ERROR)]) / CHANCE_RESOLUTION
    return (drawn - DRAWS_PER_ERROR / 2) * sqrt(12 / DRAWS_PER_ERROR)


def _convert_to_log_odds(value: float) -> float:
    likely = min(max(value, MIN_CHANCE), 1 - MIN_CHANCE)
    return log(likely / (1 - likely))
