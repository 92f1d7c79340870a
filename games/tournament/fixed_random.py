"""Numbers for a search that has to come to the same each time."""

from __future__ import annotations


class FixedRandom:
    """They look drawn, and are the same each time."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def below(self, limit: int) -> int:
        """Return the next, from 0 up to below ``limit``."""
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        return (self._state >> 33) * limit >> 31
