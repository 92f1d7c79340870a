"""Random reefs."""

from __future__ import annotations

import random

from games.reef.stacks import Reef, add_coral


def make_random_reef(rng: random.Random) -> Reef:
    """Return a random reef, from nearly empty to full, and from mixed to mostly one colour."""
    fullness, favourite, share = rng.random(), rng.randrange(4), rng.random()
    spaces = []
    for _ in range(16):
        stack = 0
        while stack < 85 and rng.random() < fullness:
            stack = add_coral(stack, favourite if rng.random() < share else rng.randrange(4))
        spaces.append(stack)
    return tuple(spaces)
