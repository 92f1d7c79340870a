"""Every legal action, grouped by kind and cell, the likeliest way to pay first (DR-2, DR-3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, TypeVar

from games.das_riff.actions import Action, Boat, End, Flip, Payment, Shark, Take, Worm
from games.das_riff.coral import first_empty, homes, lone_parents, offspring, room_for_coral
from games.das_riff.parts import (
    BOAT_PRICE,
    COLUMNS,
    CORAL,
    LETTERS,
    MAX_BOATS,
    MAX_CORALS,
    PEARL_LETTER,
    WATER,
    Card,
)
from games.das_riff.payment import any_colours, can_pay, likeliest, one_colour, wanted
from games.das_riff.river import CELL_PRICES, CELLS, FLIP_PRICE, FLIPPED_PRICE, in_reach, lies_open, price
from games.das_riff.state import FACE_DOWN, State, boats_left
from games.das_riff.view import ACT, CHOOSE, GAP, OFFER, OVER
from games.das_riff.worms import DECLINE, in_bank, offered

Ways = Mapping[int, tuple[Payment, ...]] | tuple[tuple[Payment, ...], ...]
"""By price, ways to pay it."""

KeyT = TypeVar("KeyT")
ValueT = TypeVar("ValueT")


class Made(dict[KeyT, ValueT]):
    """Values that are made when they are first asked for, and only once."""

    def __init__(self, make: Callable[[KeyT], ValueT]) -> None:
        super().__init__()
        self.make = make

    def __missing__(self, key: KeyT) -> ValueT:
        made = self[key] = self.make(key)
        return made


END: Final = End()
WORMS: Final = {letter: Worm(letter) for letter in LETTERS + DECLINE}
SHARK_CELLS: Final = tuple(Shark(cell=cell) for cell in range(CELLS))
TAKES: Final = tuple(Made[Payment, Take](partial(Take, cell)) for cell in range(CELLS))
HOUSED: Final = {
    (cell, coral): Made[Payment, Take](partial(Take, cell, coral=coral))
    for cell in range(CELLS)
    for coral in range(MAX_CORALS)
}
FLIPS: Final = tuple(Made[Payment, Flip](partial(Flip, cell)) for cell in range(CELLS))
BOATS: Final = Made[Payment, Boat](Boat)


PASSED_OVER: Final = frozenset({GAP, WATER})
"""Cells that are neither taken nor turned up (DR-3.11)."""
REACH: Final = tuple(
    tuple(cell for cell in range(CELLS) if in_reach(cell, boats)) for boats in range(MAX_BOATS + 1)
)
"""By boats, the cells in reach (DR-3.1)."""


def legal(state: State, seat: int, *, every_way: bool) -> tuple[Action, ...]:
    """Return the legal actions of ``seat``.

    :param every_way: all ways to pay and all prey, or only the likeliest way for each card, coral and boat,
        and the prey whose loss soon matters.
    """
    turn = state.turn
    if turn.stage == OVER:
        return ()
    if turn.stage == OFFER:
        if seat == turn.seat:
            return ()
        return tuple([WORMS[letter] for letter in (*offered(state.bank, turn.dice), DECLINE)])
    if seat != turn.seat:
        return ()
    if turn.stage == CHOOSE:
        return tuple([WORMS[letter] for letter in in_bank(state.bank)])
    lone = lone_parents(state.reefs[seat].corals)
    paying = _paying(state, seat, lone, every_way=every_way)
    others = _others(state, seat, lone, paying, every_way=every_way)
    if not paying[min(FLIP_PRICE, FLIPPED_PRICE)]:  # no card is cheaper
        return tuple(others)
    takes, flips = _fishing(state, seat, lone, paying, every_way=every_way)
    return (*takes, *flips, *others)


def is_legal(state: State, seat: int, action: Action) -> bool:
    """Tell whether ``action`` is among the legal ones, without listing any way to pay."""
    if state.turn.stage != ACT or seat != state.turn.seat:
        return action in legal(state, seat, every_way=True)
    reef = state.reefs[seat]
    if isinstance(action, End):
        return True
    if isinstance(action, Boat):
        return may_buy_boat(state, seat) and can_pay(reef, action.pay, BOAT_PRICE)
    if isinstance(action, Take | Flip):
        if not in_reach(action.cell, reef.boats):
            return False
        card = state.river.tableau[action.cell]
        if isinstance(action, Flip):
            return card >= FACE_DOWN and can_pay(reef, action.pay, FLIP_PRICE)
        return _may_take(state, seat, card, action)
    return isinstance(action, Shark) and action in _sharks(
        state, seat, lone_parents(reef.corals), every_way=True
    )


def _may_take(state: State, seat: int, card: int, action: Take) -> bool:
    """Tell whether the card of a cell in reach can be taken just so."""
    reef = state.reefs[seat]
    cost = price(seat, action.cell, state.turn.flipped)
    if card in PASSED_OVER or card >= FACE_DOWN or not can_pay(reef, action.pay, cost):
        return False
    if card >= CORAL:
        return action.coral is None and (card != CORAL or room_for_coral(reef.corals))
    if any(letter not in (LETTERS[card >> 1], PEARL_LETTER) for letter in action.pay):
        return False
    return action.coral in homes(card, lone_parents(reef.corals), first_empty(reef.corals), state.broods)


def _paying(state: State, seat: int, lone: Mapping[Card, int], *, every_way: bool) -> Ways:
    """Return by price the ways to pay it in any colours (DR-3.4)."""
    reef = state.reefs[seat]
    worms, pearls = reef.worms, reef.pearls
    keep = wanted(state.broods, tuple(lone))
    if every_way:
        return Made(lambda price: any_colours(worms, pearls, price, keep))
    return likeliest(worms, pearls, keep)


def _fishing(
    state: State,
    seat: int,
    lone: Mapping[Card, int],
    paying: Ways,
    *,
    every_way: bool,
) -> tuple[list[Take], list[Flip]]:
    """List what may be taken from the cells in reach, and which of them may be flipped."""
    reef, broods = state.reefs[seat], state.broods
    worms, pearls, corals = reef.worms, reef.pearls, reef.corals
    tableau = state.river.tableau
    flipped = state.turn.flipped
    prices = CELL_PRICES[seat]
    empty = first_empty(corals)
    takes: list[Take] = []
    face_down: list[int] = []
    housing = bool(lone) or empty is not None
    for cell in REACH[reef.boats]:
        card = tableau[cell]
        if card in PASSED_OVER:  # DR-3.11
            continue
        if card >= FACE_DOWN:  # DR-3.3
            face_down.append(cell)
            continue
        cost = FLIPPED_PRICE if cell == flipped else prices[cell]
        if card < CORAL:  # DR-3.6
            held = worms[card >> 1]
            if housing and held + pearls >= cost:
                fishing = one_colour(LETTERS[card >> 1], held, pearls, cost)
                for home in homes(card, lone, empty, broods):
                    takes += map(HOUSED[cell, home].__getitem__, fishing if every_way else fishing[:1])
        elif card != CORAL or room_for_coral(corals):  # DR-3.5, DR-3.8
            takes += map(TAKES[cell].__getitem__, paying[cost])
    return takes, [FLIPS[cell][pay] for cell in face_down for pay in paying[FLIP_PRICE]]


def _others(
    state: State,
    seat: int,
    lone: Mapping[Card, int],
    paying: Ways,
    *,
    every_way: bool,
) -> list[Action]:
    """List sharks (DR-3.9), a boat (DR-3.10) and the end of the turn."""
    others: list[Action] = [*_sharks(state, seat, lone, every_way=every_way)]
    if may_buy_boat(state, seat):
        others += map(BOATS.__getitem__, paying[BOAT_PRICE])
    others.append(END)
    return others


def _sharks(state: State, seat: int, lone: Mapping[Card, int], *, every_way: bool) -> list[Shark]:
    """List what a shark may drive away: any face-up card, and the own lone parents (DR-3.9, DR-3.11)."""
    if not state.reefs[seat].sharks:
        return []
    prey = [cell for cell, card in enumerate(state.river.tableau) if lies_open(card)]
    if not every_way:
        prey = _worth_a_shark(state, seat, prey)
    return [*[SHARK_CELLS[cell] for cell in prey], *[Shark(coral=index) for index in lone.values()]]


def may_buy_boat(state: State, seat: int) -> bool:
    """Tell whether a boat is left for a seat, and a column for the boat (DR-3.10)."""
    return state.reefs[seat].boats < MAX_BOATS and boats_left(state.reefs) > 0


def _worth_a_shark(state: State, seat: int, prey: list[int]) -> list[int]:
    """Return the cells of ``prey`` that hold back the water, or a mate of the other seat's lone parents.

    All of them where there is no such cell.
    """
    parents = lone_parents(state.reefs[1 - seat].corals)
    tableau, broods = state.river.tableau, state.broods
    likely = [
        cell
        for cell in prey
        if not cell % COLUMNS
        or (tableau[cell] < CORAL and any(offspring(parent, tableau[cell], broods) for parent in parents))
    ]
    return likely or prey
