"""Selects the ways to play a card that are worth searching.

Each coral is first tried alone on every space, then the best spaces of both are tried together. A play is
judged by what the card scores and by what the other cards in the hand would score. Open cards are ignored:
they made play no stronger, and results couldn't be cached from turn to turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from heapq import nlargest
from typing import Final

from games.reef.actions import Action, Play
from games.reef.legal import list_legal, list_plays, list_takes
from games.reef.parts import CARDS, CELLS, HIGHEST, SEEN_ORDER
from games.reef.sight import estimate_matches, make_sight, update_sight
from games.reef.stacks import HEIGHT, Reef, add_coral
from games.reef.state import State
from games.reef.view import PLAY, Supply

WAYS: Final = 2
"""Maximum number of ways to play each card."""
SPACES: Final = 4
"""Number of spaces for each coral that are tried together."""
HELD: Final = 0.8
"""Value of a point of another card in the hand, relative to one scored now."""
HOPE: Final = 0.3
"""Value of a further match in which only one space is missing, relative to a complete match."""
Goals = tuple[tuple[int, float], ...]
"""Card numbers, each with the value of its points."""

_RANK: Final = {cell: rank for rank, cell in enumerate(SEEN_ORDER)}
_FULL: Final = -1000.0


def list_promising(state: State, seat: int) -> tuple[Action, ...]:
    """Return the most promising plays of a seat, a few for each card in hand, and all ways to take a card."""
    if state.stage != PLAY or seat != state.turn:
        return list_legal(state, seat)
    own = state.seats[seat]
    yellow, red, green, purple = [min(left, 2) for left in state.supply]  # at most two are placed
    listed: list[Action] = []
    for card in own.hand:
        goals = ((card, 1.0), *[(other, HELD) for other in own.hand if other != card])
        listed += _find_best(card, own.reef, goals, (yellow, red, green, purple))
    return (*listed, *list_takes(state, seat))


@lru_cache(maxsize=1 << 14)
def _find_best(number: int, reef: Reef, goals: Goals, supply: Supply) -> tuple[Play, ...]:
    """Return the best ways to play a card."""
    tried = _list_tried(number, reef, goals, supply)
    sight = make_sight(reef)
    worth = []
    for play in tried:
        laid: dict[int, int] = {}
        after = sight
        for cell, colour in play.placed:
            before = laid.get(cell, reef[cell])
            laid[cell] = add_coral(before, colour)
            after = update_sight(after, cell, before, laid[cell])
        worth.append(
            sum([weight * CARDS[goal].points * estimate_matches(goal, after, HOPE) for goal, weight in goals])
        )
    return tuple([tried[i] for i in nlargest(WAYS, range(len(tried)), key=worth.__getitem__)])


def _list_tried(number: int, reef: Reef, goals: Goals, supply: Supply) -> Sequence[Play]:
    """Return the plays to try: those with both corals on spaces that are best for one of them."""
    one, two = CARDS[number].corals
    both = supply[one] > 1 if one == two else supply[one] and supply[two]
    if not both or sum(HIGHEST - HEIGHT[stack] for stack in reef) < 2:
        return list_plays(number, reef, supply)
    firsts = _find_spaces(one, reef, goals)
    seconds = firsts if one == two else _find_spaces(two, reef, goals)
    plays: dict[Play, None] = {}
    for a in firsts:
        for b in seconds:
            if a != b:
                plays[_make_play(number, a, b, False)] = None
    for a in {*firsts, *seconds}:
        if HEIGHT[reef[a]] + 2 <= HIGHEST:
            plays[_make_play(number, a, a, False)] = None
            if one != two:
                plays[_make_play(number, a, a, True)] = None
    return list(plays) or list_plays(number, reef, supply)


@cache
def _make_play(number: int, first: int, second: int, first_above: bool) -> Play:
    if CARDS[number].alike and _RANK[first] > _RANK[second]:
        first, second = second, first
    return Play(number, first, second, first_above)


def _find_spaces(colour: int, reef: Reef, goals: Goals) -> list[int]:
    """Return the best spaces for a coral of this colour, if only it is placed."""
    total = [0.0] * CELLS
    for goal, weight in goals:
        for cell, gain in enumerate(_score_spaces(colour, reef, goal)):
            total[cell] += weight * gain
    cells = [cell for cell in range(CELLS) if HEIGHT[reef[cell]] < HIGHEST]
    return nlargest(SPACES, cells, key=total.__getitem__)


@lru_cache(maxsize=1 << 15)
def _score_spaces(colour: int, reef: Reef, goal: int) -> tuple[float, ...]:
    """Return the expected score of a card with one more coral on each space."""
    sight = make_sight(reef)
    points = CARDS[goal].points
    return tuple(
        [
            points * estimate_matches(goal, update_sight(sight, cell, stack, add_coral(stack, colour)), HOPE)
            if HEIGHT[stack] < HIGHEST
            else _FULL
            for cell, stack in enumerate(reef)
        ]
    )
