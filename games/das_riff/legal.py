"""Every legal action, grouped by kind and cell, the likeliest way to pay first (DR-2, DR-3)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, TypeVar

from games.das_riff.actions import Action, Boat, End, Flip, Payment, Shark, Take, Worm
from games.das_riff.coral import first_empty, homes, lone_parents, room_for_coral
from games.das_riff.parts import BOAT_PRICE, COLUMNS, CORAL, LETTERS, MAX_BOATS, MAX_CORALS, WATER
from games.das_riff.payment import any_colours, likeliest, one_colour, wanted
from games.das_riff.river import CELLS, FLIP_PRICE, lies_open, price
from games.das_riff.state import FACE_DOWN, State, boats_left
from games.das_riff.view import CHOOSE, GAP, OFFER, OVER
from games.das_riff.worms import DECLINE, in_bank, offered

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
FISHING: Final = {
    (cell, coral): Made[Payment, Take](partial(Take, cell, coral=coral))
    for cell in range(CELLS)
    for coral in range(MAX_CORALS)
}
FLIPS: Final = tuple(Made[Payment, Flip](partial(Flip, cell)) for cell in range(CELLS))
BOATS: Final = Made[Payment, Boat](Boat)


def legal(state: State, seat: int, *, every_way: bool) -> tuple[Action, ...]:
    """Return the legal actions of ``seat``.

    :param every_way: all ways to pay, or only the likeliest for each card, coral and boat.
    """
    turn = state.turn
    if turn.stage == OVER:
        return ()
    if turn.stage == OFFER:
        if seat == turn.seat:
            return ()
        return tuple(WORMS[letter] for letter in (*offered(state.bank, turn.dice), DECLINE))
    if seat != turn.seat:
        return ()
    if turn.stage == CHOOSE:
        return tuple(WORMS[letter] for letter in in_bank(state.bank))
    return _acting(state, seat, every_way=every_way)


def _acting(state: State, seat: int, *, every_way: bool) -> tuple[Action, ...]:
    """List DR-3: takes, flips, sharks, a boat, the end."""
    reef, broods = state.reefs[seat], state.broods
    worms, pearls, corals = reef.worms, reef.pearls, reef.corals
    tableau = state.river.tableau
    flipped = state.turn.flipped
    lone, empty = lone_parents(corals), first_empty(corals)
    keep = wanted(broods, tuple(lone))
    ways = any_colours if every_way else likeliest
    paying = Made[int, tuple[Payment, ...]](lambda cost: ways(worms, pearls, cost, keep))
    takes: list[Action] = []
    flips: list[Action] = []
    for start in range(0, CELLS, COLUMNS):
        for cell in range(start, start + reef.boats):
            card = tableau[cell]
            if card in (GAP, WATER):  # DR-3.11
                continue
            if card >= FACE_DOWN:  # DR-3.3
                flips += map(FLIPS[cell].__getitem__, paying[FLIP_PRICE])
                continue
            cost = price(seat, cell, flipped)
            if card < CORAL:  # DR-3.6
                held = worms[card >> 1]
                if held + pearls >= cost:
                    fishing = one_colour(LETTERS[card >> 1], held, pearls, cost)
                    for home in homes(card, lone, empty, broods):
                        takes += map(FISHING[cell, home].__getitem__, fishing if every_way else fishing[:1])
            elif card != CORAL or room_for_coral(corals):  # DR-3.5, DR-3.8
                takes += map(TAKES[cell].__getitem__, paying[cost])
    rest: list[Action] = []
    if reef.sharks:  # DR-3.9
        rest += [SHARK_CELLS[cell] for cell in range(CELLS) if lies_open(tableau[cell])]
        rest += [Shark(coral=index) for index in lone.values()]
    if reef.boats < MAX_BOATS and boats_left(state.reefs):  # DR-3.10
        rest += map(BOATS.__getitem__, paying[BOAT_PRICE])
    return (*takes, *flips, *rest, END)
