"""Chance that anybody can recompute: draws keyed by a match key and a ply.

Python's ``random`` promises no sequence across releases, and a recorded match must replay for
good, so the generator is spelled out here: BLAKE2b in counter mode, read as 64-bit words, with
rejection sampling so that no value is favoured.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeVar

T = TypeVar("T")

_BLOCK = 64
_BACKWARDS = struct.Struct("<8Q")
"""Eight big-endian words out of the reversed bytes, the last word first."""
_COUNTERS = struct.Struct(">2Q")
_SPAN = 1 << 64
_TABLED = 257
_CEILINGS = (0, *(_SPAN - _SPAN % limit for limit in range(1, _TABLED)))
"""By limit, the words from here on are rejected."""


@lru_cache(maxsize=64)
def _make_hash(key: bytes) -> hashlib.blake2b:
    """Return the hash of nothing yet; a copy of it is cheaper than to begin with the key anew."""
    return hashlib.blake2b(key=key, digest_size=_BLOCK)


class Chance:
    """The draws of one ply. ``used`` tells whether anything has been drawn (a sealing step)."""

    __slots__ = ("_block", "_key", "_ply", "_pool", "used")

    def __init__(self, key: bytes, ply: int) -> None:
        """Key the draws.

        :param key: the match key, at most 64 bytes.
        :param ply: 0 for the setup, then the number of the step, counted from 1.
        """
        self._key = key
        self._ply = ply
        self._block = 0
        self._pool: list[int] = []
        self.used = False

    def _word(self) -> int:
        pool = self._pool
        if not pool:
            block = _make_hash(self._key).copy()
            block.update(_COUNTERS.pack(self._ply, self._block))
            pool += _BACKWARDS.unpack(block.digest()[::-1])
            self._block += 1
        return pool.pop()

    def below(self, limit: int) -> int:
        """Return an integer from 0 to ``limit - 1``, each equally likely.

        :raises ValueError: ``limit`` is not positive.
        """
        if limit <= 0:
            raise ValueError(f"limit must be positive, not {limit}")
        self.used = True
        ceiling = _CEILINGS[limit] if limit < _TABLED else _SPAN - _SPAN % limit
        pool = self._pool
        word = pool.pop() if pool else self._word()
        while word >= ceiling:
            word = self._word()
        return word % limit

    def several(self, limit: int, count: int) -> list[int]:
        """Return what so many calls of :meth:`below` would: all the dice of a roll.

        :raises ValueError: ``limit`` is not positive.
        """
        if limit <= 0:
            raise ValueError(f"limit must be positive, not {limit}")
        ceiling = _CEILINGS[limit] if limit < _TABLED else _SPAN - _SPAN % limit
        pool = self._pool
        drawn: list[int] = []
        while len(drawn) < count:
            word = pool.pop() if pool else self._word()
            if word < ceiling:
                drawn.append(word % limit)
        if drawn:
            self.used = True
        return drawn

    def choice(self, items: Sequence[T]) -> T:
        """Return one of ``items``, each equally likely."""
        return items[self.below(len(items))]

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        """Return ``items`` in a uniformly drawn order (Fisher-Yates, from the end)."""
        pool = list(items)
        self._swap(pool, 0)
        return tuple(pool)

    def dealt(self, pile: list[T], count: int) -> list[T]:
        """Take ``count`` items out of ``pile`` one after the other; the last one fills each gap."""
        rest = len(pile) - count
        self._swap(pile, rest - 1)
        taken = pile[rest:]
        del pile[rest:]
        return taken[::-1]

    def _swap(self, pool: list[T], least: int) -> None:
        """Put a drawn item into each place from the last down to the one above ``least``."""
        words = self._pool
        for last in range(len(pool) - 1, least, -1):
            self.used = True
            limit = last + 1
            ceiling = _CEILINGS[limit] if limit < _TABLED else _SPAN - _SPAN % limit
            word = words.pop() if words else self._word()
            while word >= ceiling:
                word = self._word()
            other = word % limit
            pool[last], pool[other] = pool[other], pool[last]


def compute_commitment(secret: bytes) -> str:
    """Return the hexadecimal SHA-256 that is shown before anybody joins."""
    return hashlib.sha256(secret).hexdigest()


def derive_match_key(secret: bytes, presses: Sequence[int]) -> bytes:
    """Mix a committed secret with ids that did not exist when the commitment was shown.

    :param secret: 32 bytes, drawn when the table opens.
    :param presses: the interaction ids of everybody's join and start, in that order; where nobody starts
        the match, the id of the message that carries the commitment is the last.
    """
    text = ",".join(str(press) for press in presses).encode()
    return hmac.new(secret, text, hashlib.sha256).digest()
