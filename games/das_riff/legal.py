"""Every legal action, grouped by kind and cell, the likeliest way to pay first (DR-2, DR-3)."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from games.das_riff.actions import Action, Boat, End, Flip, Payment, Shark, Take, Worm
from games.das_riff.coral import homes, lone_parents, room_for_coral
from games.das_riff.parts import BOAT_PRICE, COLUMNS, CORAL, LETTERS, MAX_BOATS, WATER
from games.das_riff.payment import any_colours, one_colour, wanted
from games.das_riff.river import CELLS, FLIP_PRICE, lies_open, price
from games.das_riff.state import FACE_DOWN, State, Worms, boats_left
from games.das_riff.view import CHOOSE, GAP, OFFER, OVER
from games.das_riff.worms import DECLINE, in_bank, offered

END: Final = End()
WORMS: Final = {letter: Worm(letter) for letter in LETTERS + DECLINE}
SHARK_CELLS: Final = tuple(Shark(cell=cell) for cell in range(CELLS))


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
    return _acting(state, seat, None if every_way else 1)


def _acting(state: State, seat: int, ways: int | None) -> tuple[Action, ...]:
    """List DR-3: takes, flips, sharks, a boat, the end."""
    reef = state.reefs[seat]
    worms, pearls, corals = reef.worms, reef.pearls, reef.corals
    tableau = state.river.tableau
    flipped = state.turn.flipped
    parents = lone_parents(corals)
    keep = wanted(state.broods, tuple(parents))
    takes: list[Action] = []
    flips: list[Action] = []
    for start in range(0, CELLS, COLUMNS):
        for cell in range(start, start + reef.boats):
            card = tableau[cell]
            if card in (GAP, WATER):  # DR-3.11
                continue
            if card >= FACE_DOWN:  # DR-3.3
                flips += _flipping(cell, worms, pearls, keep)[:ways]
                continue
            cost = price(seat, cell, flipped)
            if card < CORAL:  # DR-3.6
                colour = card >> 1
                if worms[colour] + pearls >= cost:
                    for home in homes(card, corals, state.broods):
                        takes += _fishing(cell, home, colour, worms[colour], pearls, cost)[:ways]
            elif card != CORAL or room_for_coral(corals):  # DR-3.5, DR-3.8
                takes += _taking(cell, worms, pearls, cost, keep)[:ways]
    rest: list[Action] = []
    if reef.sharks:  # DR-3.9
        rest += [SHARK_CELLS[cell] for cell in range(CELLS) if lies_open(tableau[cell])]
        rest += [Shark(coral=index) for index in parents.values()]
    if reef.boats < MAX_BOATS and boats_left(state.reefs):  # DR-3.10
        rest += _boating(worms, pearls, keep)[:ways]
    return (*takes, *flips, *rest, END)


@lru_cache(maxsize=8192)
def _taking(cell: int, worms: Worms, pearls: int, cost: int, keep: Worms) -> tuple[Take, ...]:
    return tuple([_take(cell, paid, None) for paid in any_colours(worms, pearls, cost, keep)])


@lru_cache(maxsize=8192)
def _fishing(cell: int, home: int, colour: int, held: int, pearls: int, cost: int) -> tuple[Take, ...]:
    return tuple([_take(cell, paid, home) for paid in one_colour(LETTERS[colour], held, pearls, cost)])


@lru_cache(maxsize=8192)
def _flipping(cell: int, worms: Worms, pearls: int, keep: Worms) -> tuple[Flip, ...]:
    return tuple([Flip(cell, paid) for paid in any_colours(worms, pearls, FLIP_PRICE, keep)])


@lru_cache(maxsize=1024)
def _boating(worms: Worms, pearls: int, keep: Worms) -> tuple[Boat, ...]:
    return tuple([Boat(paid) for paid in any_colours(worms, pearls, BOAT_PRICE, keep)])


@cache
def _take(cell: int, paid: Payment, home: int | None) -> Take:
    return Take(cell, paid, home)
