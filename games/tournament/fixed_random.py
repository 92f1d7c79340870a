"""A deterministic source of numbers for searches that must be reproducible."""

from __future__ import annotations


class FixedRandom:
    """Pseudo-random numbers that depend on the seed alone."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def below(self, limit: int) -> int:
        """Return the next number, from 0 to ``limit - 1``."""
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        return (self._state >> 33) * limit >> 31
