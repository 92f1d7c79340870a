"""Lists the legal actions.

Where corals may be placed depends only on the heights of the stacks. So the up to 272 ways to play a card are
made only once, then filtered for each reef.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import compress, permutations
from typing import Final

from games.reef.actions import STAYS_IN_SUPPLY, Action, DrawCard, PlaceFirstCorals, PlayCard, TakeCard
from games.reef.parts import (
    CARDS,
    COLOURS,
    DECK_PRICE,
    MAX_HAND_SIZE,
    MAX_STACK_HEIGHT,
    READING_ORDER,
    REEF_SIDE,
)
from games.reef.stacks import STACK_HEIGHTS, Reef, find_spaces_with_room
from games.reef.state import State
from games.reef.view import OVER_STAGE, START_STAGE, OpenCard, Supply

_FIRST_CORAL_ACTIONS: Final = tuple(PlaceFirstCorals(colours) for colours in permutations(COLOURS))
_TAKE_ACTION_BY_CARD: Final = {number: TakeCard(number) for number in CARDS}
_DRAW_ACTION_BY_CARD: Final = {number: DrawCard(number) for number in CARDS}


def list_legal_actions(state: State, seat: int, adjacent_only: bool = False) -> tuple[Action, ...]:
    """Return the legal actions of ``seat``. Only the active seat has any.

    :param adjacent_only: whether to include only plays with both corals on the same space or on adjacent
        spaces. If a card has no such play, all its plays are included.
    """
    if state.stage == OVER_STAGE or seat != state.active_seat:
        return ()
    if state.stage == START_STAGE:
        return _FIRST_CORAL_ACTIONS
    own = state.seats[seat]
    listed: list[Action] = []
    for card in own.hand:
        listed += list_plays(card, own.reef, state.supply, adjacent_only)
    return (*listed, *list_takes(state, seat))


def list_takes(state: State, seat: int) -> list[TakeCard | DrawCard]:
    """Return the legal ways to take a card (RF-2.1, RF-2.2)."""
    own = state.seats[seat]
    if len(own.hand) >= MAX_HAND_SIZE:
        return []
    listed: list[TakeCard | DrawCard] = [_TAKE_ACTION_BY_CARD[lying.card] for lying in state.display]
    if state.deck and own.points >= DECK_PRICE:
        listed += [_DRAW_ACTION_BY_CARD[card] for card in list_cheapest_cards(state.display)]
    return listed


def is_legal(state: State, seat: int, action: Action) -> bool:
    """Return whether ``action`` is legal, without listing the others."""
    if state.stage == OVER_STAGE or seat != state.active_seat:
        return False
    if isinstance(action, PlaceFirstCorals):
        return state.stage == START_STAGE and action in _FIRST_CORAL_ACTIONS
    if state.stage == START_STAGE:
        return False
    own = state.seats[seat]
    if isinstance(action, PlayCard):
        return action.card in own.hand and is_playable(action, own.reef, state.supply)
    if len(own.hand) >= MAX_HAND_SIZE:
        return False
    if isinstance(action, TakeCard):
        return any(lying.card == action.card for lying in state.display)
    return bool(state.deck) and own.points >= DECK_PRICE and action.onto in list_cheapest_cards(state.display)


def list_plays(number: int, reef: Reef, supply: Supply, adjacent_only: bool = False) -> tuple[PlayCard, ...]:
    """Return the legal ways to play a card on a reef (RF-2.3).

    :param adjacent_only: as in :func:`list_legal_actions`.
    """
    return _list_plays(number, *find_spaces_with_room(reef), _check_supply(number, supply), adjacent_only)


def list_cheapest_cards(display: tuple[OpenCard, ...]) -> tuple[int, ...]:
    """Return the open cards with the lowest printed value. Points on the cards don't count (RF-2.2)."""
    values = [CARDS[lying.card].points for lying in display]
    lowest = min(values, default=0)
    return tuple([lying.card for lying, value in zip(display, values, strict=True) if value == lowest])


def _check_supply(number: int, supply: Supply) -> tuple[bool, bool]:
    """Return, for each of a card's two corals, whether the supply has it."""
    first, second = CARDS[number].corals
    if first == second:
        return supply[first] > 0, supply[first] > 1
    return supply[first] > 0, supply[second] > 0


def is_playable(action: PlayCard, reef: Reef, supply: Supply) -> bool:
    """Return whether a play is legal on a reef. A play must place as many corals as possible (RF-2.3)."""
    first, second = action.first, action.second
    card = CARDS[action.card]
    available = _check_supply(action.card, supply)
    if (first != STAYS_IN_SUPPLY and not available[0]) or (second != STAYS_IN_SUPPLY and not available[1]):
        return False
    space = sum(MAX_STACK_HEIGHT - STACK_HEIGHTS[stack] for stack in reef)
    if len(action.placed) != min(sum(available), space):
        return False
    if first == second and first != STAYS_IN_SUPPLY:
        return STACK_HEIGHTS[reef[first]] + 2 <= MAX_STACK_HEIGHT and not (
            card.has_equal_corals and action.is_first_above
        )
    if action.is_first_above or any(
        STACK_HEIGHTS[reef[cell]] >= MAX_STACK_HEIGHT for cell, _ in action.placed
    ):
        return False
    return (
        not card.has_equal_corals
        or second == STAYS_IN_SUPPLY
        or (first != STAYS_IN_SUPPLY and _READING_RANK_BY_CELL[first] < _READING_RANK_BY_CELL[second])
    )


_READING_RANK_BY_CELL: Final = {cell: rank for rank, cell in enumerate(READING_ORDER)}


@lru_cache(maxsize=1 << 11)
def _list_plays(
    number: int,
    room_for_one: int,
    room_for_two: int,
    available: tuple[bool, bool],
    adjacent_only: bool = False,
) -> tuple[PlayCard, ...]:
    """Return the legal ways to play a card.

    :param room_for_one: the spaces with room for one coral, as bits.
    :param room_for_two: the spaces with room for two corals, as bits.
    :param available: whether the supply has the card's first coral, and whether it has the second.
    """
    single = not room_for_one & (room_for_one - 1) and not room_for_two
    if all(available) and room_for_one and not single:
        equal_corals = CARDS[number].has_equal_corals
        plays = tuple(
            compress(
                _list_pair_plays(number, adjacent_only),
                _select_pairs_with_room(equal_corals, room_for_one, room_for_two, adjacent_only),
            )
        )
        return plays or _list_plays(number, room_for_one, room_for_two, available)
    cells = [cell for cell in READING_ORDER if room_for_one >> cell & 1]
    if not cells or not any(available):
        return (PlayCard(number, STAYS_IN_SUPPLY, STAYS_IN_SUPPLY),)
    firsts = [PlayCard(number, cell, STAYS_IN_SUPPLY) for cell in cells] if available[0] else []
    seconds = (
        [PlayCard(number, STAYS_IN_SUPPLY, cell) for cell in cells]
        if available[1] and not CARDS[number].has_equal_corals
        else []
    )
    return (*firsts, *seconds)


@cache
def _list_pairs(equal_corals: bool, adjacent_only: bool) -> tuple[tuple[int, int, bool], ...]:
    """Return every ``(first, second, is_first_above)`` for a card's two corals, regardless of stack heights.

    :param equal_corals: whether the corals have the same colour, so that their order doesn't matter.
    :param adjacent_only: whether to include only pairs on one space or on adjacent spaces.
    """
    pairs: list[tuple[int, int, bool]] = []
    for rank, first in enumerate(READING_ORDER):
        for second in READING_ORDER[rank:] if equal_corals else READING_ORDER:
            if adjacent_only and not _are_adjacent(first, second):
                continue
            pairs.append((first, second, False))
            if first == second and not equal_corals:
                pairs.append((first, second, True))
    return tuple(pairs)


def _are_adjacent(first: int, second: int) -> bool:
    rows = first // REEF_SIDE - second // REEF_SIDE
    columns = first % REEF_SIDE - second % REEF_SIDE
    return abs(rows) <= 1 and abs(columns) <= 1


@cache
def _list_pair_plays(number: int, adjacent_only: bool) -> tuple[PlayCard, ...]:
    return tuple(
        PlayCard(number, *pair) for pair in _list_pairs(CARDS[number].has_equal_corals, adjacent_only)
    )


@lru_cache(maxsize=1 << 12)
def _select_pairs_with_room(
    equal_corals: bool, room_for_one: int, room_for_two: int, adjacent_only: bool
) -> bytes:
    """Return 1 for each pair from :func:`_list_pairs` whose spaces have room for its corals, otherwise 0.

    :param room_for_one: the spaces with room for another coral, as bits.
    :param room_for_two: the spaces with room for two more corals, as bits.
    """
    return bytes(
        [
            room_for_two >> first & 1
            if first == second
            else room_for_one >> first & room_for_one >> second & 1
            for first, second, _ in _list_pairs(equal_corals, adjacent_only)
        ]
    )
