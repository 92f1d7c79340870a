"""Reproducible random numbers, determined by a match key and a ply.

Python's ``random`` doesn't guarantee its sequence across releases, and recorded matches must replay forever.
So this generator is fully specified: BLAKE2b in counter mode, read as 64-bit words, with rejection sampling.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeVar

T = TypeVar("T")

_BLOCK_SIZE = 64
_REVERSED_WORDS = struct.Struct("<8Q")
"""Unpacks eight big-endian words from the reversed bytes, last word first."""
_COUNTERS_FORMAT = struct.Struct(">2Q")
_WORD_RANGE = 1 << 64
_TABLE_SIZE = 257
_REJECTION_LIMITS = (0, *(_WORD_RANGE - _WORD_RANGE % limit for limit in range(1, _TABLE_SIZE)))
"""The lowest random word to reject, so that results are uniform. The index is the limit."""


@lru_cache(maxsize=64)
def _make_hash(key: bytes) -> hashlib.blake2b:
    """Return a keyed hash without input. Copying it is cheaper than keying a new one."""
    return hashlib.blake2b(key=key, digest_size=_BLOCK_SIZE)


class Chance:
    """The random numbers of one ply. ``used`` becomes true when the first number is drawn."""

    __slots__ = ("_block", "_key", "_ply", "_pool", "used")

    def __init__(self, key: bytes, ply: int) -> None:
        """Create the random numbers of a ply.

        :param key: the match key, at most 64 bytes.
        :param ply: 0 for the setup, then the number of the step, counted from 1.
        """
        self._key = key
        self._ply = ply
        self._block = 0
        self._pool: list[int] = []
        self.used = False

    def _draw_word(self) -> int:
        pool = self._pool
        if not pool:
            block = _make_hash(self._key).copy()
            block.update(_COUNTERS_FORMAT.pack(self._ply, self._block))
            pool += _REVERSED_WORDS.unpack(block.digest()[::-1])
            self._block += 1
        return pool.pop()

    def draw_below(self, limit: int) -> int:
        """Return a uniform integer from 0 to ``limit - 1``.

        :raises ValueError: if ``limit`` is not positive.
        """
        if limit <= 0:
            raise ValueError(f"limit must be positive, not {limit}")
        self.used = True
        ceiling = _REJECTION_LIMITS[limit] if limit < _TABLE_SIZE else _WORD_RANGE - _WORD_RANGE % limit
        pool = self._pool
        word = pool.pop() if pool else self._draw_word()
        while word >= ceiling:
            word = self._draw_word()
        return word % limit

    def draw_several(self, limit: int, count: int) -> list[int]:
        """Return ``count`` integers as :meth:`draw_below` would draw them, such as all dice of a roll.

        :raises ValueError: if ``limit`` is not positive.
        """
        if limit <= 0:
            raise ValueError(f"limit must be positive, not {limit}")
        ceiling = _REJECTION_LIMITS[limit] if limit < _TABLE_SIZE else _WORD_RANGE - _WORD_RANGE % limit
        pool = self._pool
        drawn: list[int] = []
        while len(drawn) < count:
            word = pool.pop() if pool else self._draw_word()
            if word < ceiling:
                drawn.append(word % limit)
        if drawn:
            self.used = True
        return drawn

    def choice(self, items: Sequence[T]) -> T:
        """Return one of ``items``, uniformly drawn."""
        return items[self.draw_below(len(items))]

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        """Return ``items`` in random order (Fisher-Yates, from the end)."""
        pool = list(items)
        self._shuffle_above(pool, 0)
        return tuple(pool)

    def deal(self, pile: list[T], count: int) -> list[T]:
        """Remove ``count`` random items from ``pile`` and return them in random order."""
        remaining_count = len(pile) - count
        self._shuffle_above(pile, remaining_count - 1)
        top_items = pile[remaining_count:]
        del pile[remaining_count:]
        return top_items[::-1]

    def _shuffle_above(self, pool: list[T], index: int) -> None:
        """Fill the places of ``pool`` above ``index`` with random items of the whole list."""
        words = self._pool
        for last in range(len(pool) - 1, index, -1):
            self.used = True
            limit = last + 1
            ceiling = _REJECTION_LIMITS[limit] if limit < _TABLE_SIZE else _WORD_RANGE - _WORD_RANGE % limit
            word = words.pop() if words else self._draw_word()
            while word >= ceiling:
                word = self._draw_word()
            other = word % limit
            pool[last], pool[other] = pool[other], pool[last]


def compute_commitment(secret: bytes) -> str:
    """Return a secret's hexadecimal SHA-256. The hash is shown before anybody joins."""
    return hashlib.sha256(secret).hexdigest()


def derive_match_key(secret: bytes, interaction_ids: Sequence[int]) -> bytes:
    """Combine a committed secret with IDs that didn't exist when the commitment was shown.

    :param secret: 32 bytes, drawn when the table opens.
    :param interaction_ids: IDs of the interactions that joined and started the match, in order. If nobody
        starts the match, the last ID is that of the message with the commitment.
    """
    text = ",".join(str(press) for press in interaction_ids).encode()
    return hmac.new(secret, text, hashlib.sha256).digest()
