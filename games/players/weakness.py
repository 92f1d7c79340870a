"""Erring as people do: some moves are not seen, and what is nearly as good is taken for better."""

from __future__ import annotations

from math import log, sqrt
from typing import Final

from games.core.protocol import Weakness
from games.core.rng import Chance
from games.players.judge import Thought, find_certainty

HUNDRED: Final = 100
STEPS: Final = 1 << 16
DRAWS: Final = 3
"""So many even draws together are about as likely to be far off as people are: great errors are rare."""
SURE: Final = 1e-6


def apply_weakness(thoughts: tuple[Thought, ...], rng: Chance, weakness: Weakness) -> tuple[Thought, ...]:
    """Return thoughts in the order in which somebody who errs would play them; values stay as they are."""
    judged = misjudge(thoughts, rng, weakness.misjudges) if weakness.misjudges else thoughts
    return overlook(judged, rng, weakness.overlooks) if weakness.overlooks else judged


def overlook(thoughts: tuple[Thought, ...], rng: Chance, of_hundred: int) -> tuple[Thought, ...]:
    """Move what a player does not see, ``of_hundred`` so many moves by chance, behind the others.

    At least one move is seen, and none is overlooked that wins at once.
    """
    missed = {
        thought.action
        for thought in thoughts
        if rng.below(HUNDRED) < of_hundred and find_certainty(thought.value) <= 0
    }
    if len(missed) == len(thoughts):
        missed.discard(rng.choice(thoughts).action)
    return tuple(sorted(thoughts, key=lambda thought: thought.action in missed))


def misjudge(thoughts: tuple[Thought, ...], rng: Chance, spread: float) -> tuple[Thought, ...]:
    """Order thoughts by values that are off by about ``spread`` log odds; a win at once is taken for one."""
    off = [spread * _error(rng) for _ in thoughts]
    judged = {
        thought.action: _odds(thought.value) + (error if find_certainty(thought.value) <= 0 else 0.0)
        for thought, error in zip(thoughts, off, strict=True)
    }
    return tuple(sorted(thoughts, key=lambda thought: -judged[thought.action]))


def _error(rng: Chance) -> float:
    """Return an error that is nought on average and 1 away from it."""
    drawn = sum([rng.below(STEPS) for _ in range(DRAWS)]) / STEPS
    return (drawn - DRAWS / 2) * sqrt(12 / DRAWS)


def _odds(value: float) -> float:
    likely = min(max(value, SURE), 1 - SURE)
    return log(likely / (1 - likely))
