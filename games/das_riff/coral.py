"""Where a fish can live, and when two of them breed (DR-3.5 to DR-3.7)."""

from __future__ import annotations

from collections.abc import Mapping

from games.das_riff.parts import MAX_CORALS, Brood, Card
from games.das_riff.view import Coral

EMPTY = Coral()


def room_for_coral(corals: tuple[Coral, ...]) -> bool:
    """Tell whether one more coral may be taken; closed ones count (DR-3.5)."""
    return len(corals) < MAX_CORALS


def is_empty(coral: Coral) -> bool:
    """Tell whether neither a lone parent nor a brood is on a coral."""
    return coral.parent is None and coral.brood is None


def offspring(one: Card, other: Card, broods: tuple[Brood, ...]) -> Brood | None:
    """Return the face-up breeding card that two fish complete, if any (DR-3.7).

    They must differ in sex; either sex may bring either colour.
    """
    if not (one ^ other) & 1:
        return None
    low, high = one >> 1, other >> 1
    pair = (low, high) if low <= high else (high, low)
    return pair if pair in broods else None


def homes(
    fish: Card, lone: Mapping[Card, int], empty: int | None, broods: tuple[Brood, ...]
) -> tuple[int, ...]:
    """Return the corals that can house a fish, those where it breeds first (DR-3.6).

    Equal corals (all empty ones; equal lone parents) are one choice: the first of them.

    :param lone: as of :func:`lone_parents`.
    :param empty: as of :func:`first_empty`.
    """
    breeding = [index for parent, index in lone.items() if offspring(parent, fish, broods)] if lone else ()
    return tuple(breeding) if empty is None else (*breeding, empty)


def first_empty(corals: tuple[Coral, ...]) -> int | None:
    """Return the first coral with neither a lone parent nor a brood."""
    for index, coral in enumerate(corals):
        if is_empty(coral):
            return index
    return None


def lone_parents(corals: tuple[Coral, ...]) -> dict[Card, int]:
    """Return each kind of lone parent with the first coral that it is on."""
    first: dict[Card, int] = {}
    for index, coral in enumerate(corals):
        if coral.parent is not None:
            first.setdefault(coral.parent, index)
    return first


def with_coral(corals: tuple[Coral, ...], index: int, coral: Coral) -> tuple[Coral, ...]:
    """Return the corals with one replaced."""
    return (*corals[:index], coral, *corals[index + 1 :])
