"""Facts that texts need from a view: what a card scores now, and what it could score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from games.reef.actions import Play, space_text
from games.reef.legal import ways
from games.reef.matching import score, times
from games.reef.parts import CARDS, CELL_NAMES
from games.reef.stacks import Reef, built
from games.reef.view import Supply, View


def reader(view: View) -> int:
    """Return the seat that a text addresses: the viewer, else the active seat."""
    if view.viewer is not None:
        return view.viewer
    return view.starter if view.turn is None else view.turn


def scored(view: View, action: Play) -> tuple[int, int]:
    """Return how many matches a play would score, and the points."""
    card = CARDS[action.card]
    n = times(card, built(view.seats[reader(view)].reef, action.placed))
    return n, n * card.points


def now(view: View, number: int) -> int:
    """Return the score of a card without its own corals."""
    return now_on(view.seats[reader(view)].reef, number)


def now_on(reef: Reef, number: int) -> int:
    """Return the score of a card on a reef without its own corals."""
    return score(CARDS[number], reef)


def once_on(reef: Reef, number: int) -> int:
    """Return the score of a card left in hand at the end, its pattern counted once (RF-3.2)."""
    card = CARDS[number]
    return min(times(card, reef), 1) * card.points


def best(view: View, number: int, spaces: Sequence[int] = ()) -> int:
    """Return the most that a card can score, with corals on each of ``spaces`` or anywhere."""
    return best_on(view.seats[reader(view)].reef, view.supply, number, tuple(spaces))


def best_there(view: View, number: int, cell: int, first: str | None) -> int:
    """Return the most that a card can score with its next coral on a space.

    :param first: the space of its first coral as a field value, or ``None`` while that is asked for.
    """
    seat = view.seats[reader(view)]
    return _reached(seat.reef, view.supply, number).get((first, CELL_NAMES[cell]), 0)


@lru_cache(maxsize=256)
def _reached(reef: Reef, supply: Supply, number: int) -> Mapping[tuple[str | None, str], int]:
    """Return the most that a card can score, by the spaces of its first coral (``None`` for any) and the
    next.
    """
    card = CARDS[number]
    results = {way: built(reef, way.placed) for way in ways(number, reef, supply)}
    points = {result: score(card, result) for result in set(results.values())}
    reached: dict[tuple[str | None, str], int] = {}
    for way, result in results.items():
        one, other = space_text(way.first), space_text(way.second)
        named = [(None, one), (one, other), *([(None, other), (other, one)] if card.alike else ())]
        for spaces in named:
            reached[spaces] = max(reached.get(spaces, 0), points[result])
    return reached


@lru_cache(maxsize=1024)
def best_on(reef: Reef, supply: Supply, number: int, spaces: tuple[int, ...] = ()) -> int:
    """Return the most that a card can score on a reef; ``spaces`` as for :func:`best`."""
    card = CARDS[number]
    results = {
        built(reef, way.placed)
        for way in ways(number, reef, supply)
        if all(cell in (way.first, way.second) for cell in spaces)
    }
    return max((score(card, result) for result in results), default=0)
