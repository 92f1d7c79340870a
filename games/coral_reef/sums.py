"""Which corals of a hand add up to what: the arithmetic of CR-2.2, by rank counts.

A hand is its ranks as letters in the order of ``LETTERS``. Sums are bits of a number, bit :data:`ZERO` being
the sum 0, so that adding a coral to every sum at once is one shift. Tens add nothing and are left out: one
may join any set of corals that meets its target (CR-2.3).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from games.coral_reef.parts import FACES, NINE, TEN, VALUES

ZERO: Final = 64
"""More than the faces of the box can take away (48)."""


def mask(targets: Iterable[int]) -> int:
    """Return the bits of targets."""
    bits = 0
    for target in targets:
        bits |= 1 << (ZERO + target)
    return bits


@lru_cache(maxsize=4096)
def reachable(hand: str) -> int:
    """Return the sums that corals of ``hand`` can have, tens left out."""
    bits = 1 << ZERO
    for letter in hand:
        bits |= _shifted(bits, VALUES[letter])
    return bits


def _shifted(bits: int, value: int) -> int:
    return bits << value if value >= 0 else bits >> -value


def can_act(hand: str, targets: int) -> bool:
    """Tell whether a hand has a legal play on one of the targets (a mask), or a nine to seed (CR-2.5)."""
    return NINE in hand or bool(reachable(hand) & targets)


def playable(hand: str, targets: int) -> str:
    """Return the ranks that take part in some legal play or seed, in the order of ``LETTERS``."""
    return "".join([letter for letter in dict.fromkeys(hand) if _takes_part(hand, letter, targets)])


def _takes_part(hand: str, letter: str, targets: int) -> bool:
    if letter == NINE:
        return True
    rest = hand.replace(letter, "", 1)
    return bool(_shifted(reachable(rest), VALUES[letter]) & targets)


@lru_cache(maxsize=16384)
def tops(corals: str) -> str:
    """Return the ranks of a set of corals that may end on top: a ten must, a face never may (CR-2.3)."""
    if TEN in corals:
        return TEN if corals.count(TEN) == 1 else ""
    return "".join([letter for letter in dict.fromkeys(corals) if letter not in FACES])


def ways(hand: str, targets: int) -> dict[int, list[str]]:
    """Return every set of corals that meets a target, each once, by target; tens included.

    Sets grow rank by rank; one that the ranks to come cannot bring to a target is dropped at once.
    """
    groups = [(letter, hand.count(letter), VALUES[letter]) for letter in dict.fromkeys(hand) if letter != TEN]
    if not groups:
        return {}
    found = {0: [""]}
    for (letter, count, value), useful in zip(groups, _wanted(groups, targets), strict=True):
        longer = {total: sets for total, sets in found.items() if useful >> (ZERO + total) & 1}
        # In this order each list is read before another one grows into it, so none need be copied.
        for total in sorted(found, reverse=value > 0):
            sets = found[total]
            for n in range(1, count + 1):
                after = total + n * value
                if useful >> (ZERO + after) & 1:
                    more = letter * n
                    grown = [corals + more for corals in sets]
                    if after in longer:
                        longer[after] += grown
                    else:
                        longer[after] = grown
        found = longer
    if TEN in hand:
        for sets in found.values():
            sets += [corals + TEN for corals in sets]
    for sets in found.values():
        sets.sort(key=len, reverse=True)
    return found


def _wanted(groups: list[tuple[str, int, int]], targets: int) -> list[int]:
    """Return for each rank the sums worth having once it is decided how many of it go in."""
    bits = targets
    wanted = []
    for _, count, value in reversed(groups):
        wanted.append(bits)
        for _ in range(count):
            bits |= _shifted(bits, -value)
    wanted.reverse()
    return wanted
