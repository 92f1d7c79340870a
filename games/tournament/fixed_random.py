"""A generator of pseudo-random numbers for searches that must be reproducible."""

from __future__ import annotations


class FixedRandom:
    """A linear congruential generator. Equal seeds give equal numbers in all versions of Python."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def draw_below(self, limit: int) -> int:
        """Return the next number, from 0 to ``limit - 1``."""
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        return (self._state >> 33) * limit >> 31
