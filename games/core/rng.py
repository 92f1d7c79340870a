"""Chance that anybody can recompute: draws keyed by a match key and a ply.

Python's ``random`` promises no sequence across releases, and a recorded match must replay for
good, so the generator is spelled out here: BLAKE2b in counter mode, read as 64-bit words, with
rejection sampling so that no value is favoured.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Iterable, MutableSequence, Sequence
from typing import TypeVar

T = TypeVar("T")

_BLOCK = 64
_WORDS = struct.Struct(">8Q")
_SPAN = 1 << 64


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
        if not self._pool:
            message = self._ply.to_bytes(8, "big") + self._block.to_bytes(8, "big")
            block = hashlib.blake2b(message, key=self._key, digest_size=_BLOCK).digest()
            self._pool.extend(reversed(_WORDS.unpack(block)))
            self._block += 1
        return self._pool.pop()

    def below(self, limit: int) -> int:
        """Return an integer from 0 to ``limit - 1``, each equally likely.

        :raises ValueError: ``limit`` is not positive.
        """
        if limit <= 0:
            raise ValueError(f"limit must be positive, not {limit}")
        self.used = True
        ceiling = _SPAN - _SPAN % limit
        while True:
            word = self._word()
            if word < ceiling:
                return word % limit

    def choice(self, items: Sequence[T]) -> T:
        """Return one of ``items``, each equally likely."""
        return items[self.below(len(items))]

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        """Return ``items`` in a uniformly drawn order (Fisher-Yates, from the end)."""
        pool: MutableSequence[T] = list(items)
        self.used = self.used or len(pool) > 1
        words = self._pool
        for last in range(len(pool) - 1, 0, -1):
            ceiling = _SPAN - _SPAN % (last + 1)
            word = words.pop() if words else self._word()
            while word >= ceiling:
                word = self._word()
            other = word % (last + 1)
            pool[last], pool[other] = pool[other], pool[last]
        return tuple(pool)


def commitment(secret: bytes) -> str:
    """Return the hexadecimal SHA-256 that is shown before anybody joins."""
    return hashlib.sha256(secret).hexdigest()


def match_key(secret: bytes, presses: Sequence[int]) -> bytes:
    """Mix a committed secret with ids that did not exist when the commitment was shown.

    :param secret: 32 bytes, drawn when the table opens.
    :param presses: the interaction ids of everybody's join and start, in that order; where nobody starts
        the match, the id of the message that shows the commitment is the last.
    """
    text = ",".join(str(press) for press in presses).encode()
    return hmac.new(secret, text, hashlib.sha256).digest()
