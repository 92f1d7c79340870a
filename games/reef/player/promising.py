"""Selects the ways to play a card that are worth searching.

First, each coral is tried alone on every space. Then the best spaces for both are tried together. A play is
evaluated by the score of its card and by the scores that the other cards in hand would then have. Open cards
are ignored, because including them didn't make the computers stronger and results couldn't be cached from
turn to turn.

A card's score depends only on its *prospect* of a reef (:func:`games.reef.sight.list_stack_masks`).
Placing corals changes at most two spaces, and often doesn't change the prospect. So prospects are updated
only for these spaces, and estimates are cached by prospect.
"""

from __future__ import annotations

from functools import cache, lru_cache
from operator import add
from typing import Final, NamedTuple

from games.reef.actions import Action, PlayCard
from games.reef.legal import list_legal_actions, list_plays, list_takes
from games.reef.parts import CARDS, CELL_COUNT, COLOURS, MAX_STACK_HEIGHT, READING_ORDER
from games.reef.sight import FIRST_CARD_OF_SAME_SHAPE, EstimateCache, list_stack_masks, make_prospect
from games.reef.stacks import STACK_HEIGHTS, Reef, add_coral, add_corals
from games.reef.state import State
from games.reef.view import PLAY_STAGE, Supply

MAX_PLAYS_PER_CARD: Final = 2
"""Maximum number of ways to play each card."""
MAX_SPACES_PER_CORAL: Final = 4
"""Maximum number of spaces to try for each coral when both are tried together."""
HELD_POINT_WORTH: Final = 0.8
"""Value of each point that another card in hand would score, relative to a point scored now."""
NEAR_MATCH_WORTH: Final = 0.3
"""Value of a further match that only one space prevents, relative to a complete match."""
Goals = tuple[tuple[int, float], ...]
"""Pairs of a card's number and the weight of its points."""

_READING_RANK_BY_CELL: Final = {cell: rank for rank, cell in enumerate(READING_ORDER)}


def list_promising_actions(state: State, seat: int) -> tuple[Action, ...]:
    """Return the best few plays for each card in hand, and all ways to take a card.

    Before the first corals are chosen, all legal actions are returned.
    """
    if state.stage != PLAY_STAGE or seat != state.active_seat:
        return list_legal_actions(state, seat)
    own = state.seats[seat]
    # A play places at most two corals, so a larger supply makes no difference.
    yellow, red, green, purple = [min(left, 2) for left in state.supply]
    listed: list[Action] = []
    for card in own.hand:
        goals = ((card, 1.0), *[(other, HELD_POINT_WORTH) for other in own.hand if other != card])
        listed += _find_best_plays(card, own.reef, goals, (yellow, red, green, purple))
    return (*listed, *list_takes(state, seat))


_ESTIMATES_BY_CARD: Final = {
    number: EstimateCache(number, NEAR_MATCH_WORTH)
    for number in {FIRST_CARD_OF_SAME_SHAPE.get(card, card) for card in CARDS}
}


class CardOutlook(NamedTuple):
    """A card's prospect (:func:`games.reef.sight.list_stack_masks`), now and after one coral."""

    prospect: int
    """The card's prospect of the reef as it is."""
    changes: tuple[tuple[int, ...], ...]
    """Bits of the prospect that one more coral changes, by colour, then by space."""
    stack_masks: tuple[int, ...]
    """Bitmasks of the card from :func:`games.reef.sight.list_stack_masks`."""
    estimates: EstimateCache


@lru_cache(maxsize=1 << 13)
def _make_outlook(number: int, reef: Reef) -> CardOutlook:
    marks = list_stack_masks(number)
    changes = tuple(
        [
            tuple(
                [
                    (marks[stack] ^ marks[add_coral(stack, colour)]) << cell
                    if STACK_HEIGHTS[stack] < MAX_STACK_HEIGHT
                    else 0
                    for cell, stack in enumerate(reef)
                ]
            )
            for colour in COLOURS
        ]
    )
    return CardOutlook(
        make_prospect(number, reef),
        changes,
        marks,
        _ESTIMATES_BY_CARD[FIRST_CARD_OF_SAME_SHAPE.get(number, number)],
    )


@lru_cache(maxsize=1 << 14)
def _find_best_plays(number: int, reef: Reef, goals: Goals, supply: Supply) -> tuple[PlayCard, ...]:
    """Return the best ways to play a card, by combining the best spaces for each of its corals."""
    one, two = CARDS[number].corals
    has_both = supply[one] > 1 if one == two else supply[one] and supply[two]
    if not has_both or sum([MAX_STACK_HEIGHT - STACK_HEIGHTS[stack] for stack in reef]) < 2:
        return _find_best_legal_plays(number, reef, goals, supply)
    firsts = _find_best_spaces(one, reef, goals)
    seconds = firsts if one == two else _find_best_spaces(two, reef, goals)
    weights = []
    for goal, weight in goals:
        prospect, changes, marks, estimates = _make_outlook(goal, reef)
        weights.append((weight * CARDS[goal].points, prospect, changes[one], changes[two], marks, estimates))
    tried: list[tuple[int, int, bool]] = []
    worth: list[float] = []
    for i, a in enumerate(firsts):
        for b in firsts[i + 1 :] if one == two else seconds:
            if a != b:
                tried.append((a, b, False))
                worth.append(
                    sum(
                        [
                            weight * estimates[prospect ^ ones[a] ^ twos[b]]
                            for weight, prospect, ones, twos, _, estimates in weights
                        ]
                    )
                )
    for a in {*firsts, *seconds}:
        stack = reef[a]
        if STACK_HEIGHTS[stack] + 2 <= MAX_STACK_HEIGHT:
            for below, above in ((one, two),) if one == two else ((one, two), (two, one)):
                after = add_coral(add_coral(stack, below), above)
                tried.append((a, a, below != one))
                worth.append(
                    sum(
                        [
                            weight * estimates[prospect ^ (marks[stack] ^ marks[after]) << a]
                            for weight, prospect, _, _, marks, estimates in weights
                        ]
                    )
                )
    if not tried:
        return _find_best_legal_plays(number, reef, goals, supply)
    best = sorted(range(len(tried)), key=worth.__getitem__, reverse=True)[:MAX_PLAYS_PER_CARD]
    return tuple([_make_play(number, *tried[i]) for i in best])


def _find_best_legal_plays(number: int, reef: Reef, goals: Goals, supply: Supply) -> tuple[PlayCard, ...]:
    """Return the best of all legal plays of a card, for a card whose corals can't both be placed freely."""
    tried = list_plays(number, reef, supply)
    worth = []
    for play in tried:
        after = add_corals(reef, play.placed)
        worth.append(
            sum(
                [
                    weight
                    * CARDS[goal].points
                    * _ESTIMATES_BY_CARD[FIRST_CARD_OF_SAME_SHAPE.get(goal, goal)][make_prospect(goal, after)]
                    for goal, weight in goals
                ]
            )
        )
    best = sorted(range(len(tried)), key=worth.__getitem__, reverse=True)[:MAX_PLAYS_PER_CARD]
    return tuple([tried[i] for i in best])


@cache
def _make_play(number: int, first: int, second: int, is_first_above: bool) -> PlayCard:
    if CARDS[number].has_equal_corals and _READING_RANK_BY_CELL[first] > _READING_RANK_BY_CELL[second]:
        first, second = second, first
    return PlayCard(number, first, second, is_first_above)


def _find_best_spaces(colour: int, reef: Reef, goals: Goals) -> list[int]:
    """Return the best spaces for a single coral of this colour."""
    total: list[float] = [0.0] * CELL_COUNT
    for goal, weight in goals:
        total = list(map(add, total, _score_spaces(colour, reef, goal, weight)))
    cells = [cell for cell in range(CELL_COUNT) if STACK_HEIGHTS[reef[cell]] < MAX_STACK_HEIGHT]
    return sorted(cells, key=total.__getitem__, reverse=True)[:MAX_SPACES_PER_CORAL]


@lru_cache(maxsize=1 << 15)
def _score_spaces(colour: int, reef: Reef, goal: int, weight: float) -> tuple[float, ...]:
    """Return, by space, the expected score of card ``goal`` with one more coral there, times ``weight``."""
    points, outlook = CARDS[goal].points, _make_outlook(goal, reef)
    return tuple(
        [
            weight * (points * outlook.estimates[outlook.prospect ^ change])
            for change in outlook.changes[colour]
        ]
    )
