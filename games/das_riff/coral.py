"""Finds the corals that can house a fish, and the fish that would breed (DR-3.5 to DR-3.7)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from games.das_riff.parts import CORAL_CARD, MAX_CORALS, Brood, Card, get_colour, get_sex, make_fish
from games.das_riff.view import Coral

EMPTY_CORAL = Coral()


def has_room_for_coral(corals: tuple[Coral, ...]) -> bool:
    """Return whether a seat may take one more coral. Corals with broods count towards the limit (DR-3.5)."""
    return len(corals) < MAX_CORALS


def is_empty_coral(coral: Coral) -> bool:
    """Return whether a coral has neither a lone parent nor a brood."""
    return coral.parent is None and coral.brood is None


def find_brood(one: Card, other: Card, broods: tuple[Brood, ...]) -> Brood | None:
    """Return the face-up breeding card that two fish complete, if any (DR-3.7).

    The fish must differ in sex, and either fish may have either colour of the card.
    """
    if not (one ^ other) & 1:
        return None
    low, high = one >> 1, other >> 1
    pair = (low, high) if low <= high else (high, low)
    return pair if pair in broods else None


class FishHomes(NamedTuple):
    """Indices of the corals of a seat that can house a fish."""

    coral_by_parent: dict[Card, int]
    """Index of the first coral with a lone parent, by kind of parent."""
    empty_coral: int | None
    """Index of the first empty coral, if any."""
    mates: tuple[tuple[Card, ...], ...]
    """Lone parents that a fish would breed with, by kind of fish."""


def find_fish_homes(corals: tuple[Coral, ...], broods: tuple[Brood, ...]) -> FishHomes:
    """Find the corals of a seat that can house a fish."""
    lone: dict[Card, int] = {}
    empty = None
    for index, coral in enumerate(corals):
        parent = coral.parent
        if parent is not None:
            lone.setdefault(parent, index)
        elif empty is None and coral.brood is None:
            empty = index
    return FishHomes(lone, empty, _find_mates(tuple(lone), broods) if lone else _NO_MATES)


@lru_cache(maxsize=4096)
def _find_mates(parents: tuple[Card, ...], broods: tuple[Brood, ...]) -> tuple[tuple[Card, ...], ...]:
    """Return the ``parents`` that a fish would breed with, by kind of fish."""
    parents_by_mate: list[list[Card]] = [[] for _ in range(CORAL_CARD)]
    for parent in parents:
        own, other_sex = get_colour(parent), 1 - get_sex(parent)
        for low, high in broods:
            if own in (low, high):
                parents_by_mate[make_fish(low + high - own, other_sex)].append(parent)
    return tuple(map(tuple, parents_by_mate))


_NO_MATES: Final = _find_mates((), ())


def list_home_corals(card: Card, homes: FishHomes) -> list[int]:
    """Return the indices of the corals that can house a fish, beginning with those where it breeds (DR-3.6).

    Of several empty corals, or several with the same kind of lone parent, only the first is included.
    """
    possible = [homes.coral_by_parent[parent] for parent in homes.mates[card]]
    if homes.empty_coral is not None:
        possible.append(homes.empty_coral)
    return possible


def find_first_empty_coral(corals: tuple[Coral, ...]) -> int | None:
    """Return the index of the first coral without a lone parent or brood, if any."""
    return find_fish_homes(corals, ()).empty_coral


def map_lone_parents(corals: tuple[Coral, ...]) -> dict[Card, int]:
    """Return the index of the first coral with a lone parent, by kind of parent."""
    return find_fish_homes(corals, ()).coral_by_parent


def replace_coral(corals: tuple[Coral, ...], index: int, coral: Coral) -> tuple[Coral, ...]:
    """Return the corals, with the coral at ``index`` replaced."""
    return (*corals[:index], coral, *corals[index + 1 :])
