"""Lists the legal actions by kind and cell, the likeliest payment first (DR-2, DR-3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, TypeVar

from games.das_riff.actions import Action, BuyBoat, EndTurn, FlipCard, Payment, SendShark, TakeCard, TakeWorm
from games.das_riff.coral import (
    FishHomes,
    find_brood,
    find_fish_homes,
    has_room_for_coral,
    list_home_corals,
    map_lone_parents,
)
from games.das_riff.parts import (
    BOAT_PRICE,
    COLOUR_LETTERS,
    COLUMN_COUNT,
    CORAL_CARD,
    MAX_BOATS,
    MAX_CORALS,
    PEARL_LETTER,
    WATER_CARD,
    Card,
)
from games.das_riff.payment import (
    can_pay,
    find_likeliest_payments,
    list_fish_payments,
    list_payments,
    list_worm_costs,
    weigh_colours,
)
from games.das_riff.river import (
    CELL_COUNT,
    CELL_PRICES,
    FLIP_PRICE,
    FLIPPED_PRICE,
    get_price,
    is_face_up,
    is_in_reach,
)
from games.das_riff.state import FACE_DOWN_OFFSET, State, count_boats_left
from games.das_riff.view import ACT_STAGE, CHOOSE_STAGE, EMPTY_CELL, OFFER_STAGE, Reef
from games.das_riff.worms import DECLINE_LETTER, list_letters_in_bank, list_offered_letters

PaymentsByPrice = Mapping[int, tuple[Payment, ...]] | list[tuple[Payment, ...]]

KeyT = TypeVar("KeyT")
ValueT = TypeVar("ValueT")


class LazyDict(dict[KeyT, ValueT]):
    """A dictionary that makes and stores a missing value when it is looked up."""

    def __init__(self, make: Callable[[KeyT], ValueT]) -> None:
        super().__init__()
        self.make = make

    def __missing__(self, key: KeyT) -> ValueT:
        value = self[key] = self.make(key)
        return value


END_ACTION: Final = EndTurn()
WORM_ACTION_BY_LETTER: Final = {letter: TakeWorm(letter) for letter in COLOUR_LETTERS + DECLINE_LETTER}
SHARK_CELL_ACTIONS: Final = tuple(SendShark(cell=cell) for cell in range(CELL_COUNT))
SHARK_CORAL_ACTIONS: Final = tuple(SendShark(coral=coral) for coral in range(MAX_CORALS))
TAKE_ACTIONS: Final = tuple(
    LazyDict[Payment, TakeCard](partial(TakeCard, cell)) for cell in range(CELL_COUNT)
)
HOUSED_TAKE_ACTIONS: Final = tuple(
    tuple(LazyDict[Payment, TakeCard](partial(TakeCard, cell, coral=coral)) for coral in range(MAX_CORALS))
    for cell in range(CELL_COUNT)
)
FLIP_ACTIONS: Final = tuple(
    LazyDict[Payment, FlipCard](partial(FlipCard, cell)) for cell in range(CELL_COUNT)
)
BOAT_ACTIONS: Final = LazyDict[Payment, BuyBoat](BuyBoat)
UNTAKABLE_CONTENTS: Final = frozenset({EMPTY_CELL, WATER_CARD})
"""Cell contents that can be neither taken nor turned up: gaps and open water (DR-3.11)."""
CELLS_IN_REACH: Final = tuple(
    tuple(cell for cell in range(CELL_COUNT) if is_in_reach(cell, boats)) for boats in range(MAX_BOATS + 1)
)
"""Cells in reach, by number of boats (DR-3.1)."""


def list_legal_actions(state: State, seat: int, *, is_exhaustive: bool) -> tuple[Action, ...]:
    """Return the legal actions of ``seat``.

    :param is_exhaustive: whether to include all payments and all prey. Otherwise, include only the likeliest
      payment for each card, coral and boat, and only the prey that :func:`_filter_prey` keeps.
    """
    if state.turn.stage != ACT_STAGE:
        return tuple([WORM_ACTION_BY_LETTER[letter] for letter in _list_worm_letters(state, seat)])
    if seat != state.turn.seat:
        return ()
    reef = state.reefs[seat]
    pearls, homes = reef.pearls, find_fish_homes(reef.corals, state.broods)
    worms = list_worm_costs(reef.worms, weigh_colours(state.broods, tuple(homes.coral_by_parent)))
    payments_by_price: PaymentsByPrice = (
        LazyDict(partial(list_payments, worms, pearls))
        if is_exhaustive
        else find_likeliest_payments(worms, pearls)
    )
    actions: list[Action] = []
    if worms or pearls:
        _append_takes_and_flips(state, seat, homes, payments_by_price, actions, is_exhaustive=is_exhaustive)
    if reef.sharks:
        actions += _list_sharks(state, seat, homes.coral_by_parent, is_exhaustive=is_exhaustive)
    if can_buy_boat(state, seat):
        for payment in payments_by_price[BOAT_PRICE]:
            actions.append(BOAT_ACTIONS[payment])
    actions.append(END_ACTION)
    return tuple(actions)


def _list_worm_letters(state: State, seat: int) -> tuple[str, ...]:
    """Return the letters of the worms that a seat can currently choose from, if any (DR-2.2, DR-2.3)."""
    turn = state.turn
    if turn.stage == OFFER_STAGE and seat != turn.seat:
        return (*list_offered_letters(state.bank, turn.dice), DECLINE_LETTER)
    return list_letters_in_bank(state.bank) if turn.stage == CHOOSE_STAGE and seat == turn.seat else ()


def is_legal(state: State, seat: int, action: Action) -> bool:
    """Return whether ``action`` is legal, without listing any payments."""
    if state.turn.stage != ACT_STAGE:
        return isinstance(action, TakeWorm) and action.colour in _list_worm_letters(state, seat)
    if seat != state.turn.seat or isinstance(action, TakeWorm):
        return False
    reef = state.reefs[seat]
    if isinstance(action, TakeCard):
        return is_in_reach(action.cell, reef.boats) and _can_take(state, seat, action)
    if isinstance(action, FlipCard):
        card = state.river.tableau[action.cell]
        return (
            is_in_reach(action.cell, reef.boats)
            and card >= FACE_DOWN_OFFSET
            and can_pay(reef, action.payment, FLIP_PRICE)
        )
    if isinstance(action, SendShark):
        return reef.sharks > 0 and _is_prey(state, reef, action)
    return isinstance(action, EndTurn) or (
        can_buy_boat(state, seat) and can_pay(reef, action.payment, BOAT_PRICE)
    )


def _can_take(state: State, seat: int, action: TakeCard) -> bool:
    """Return whether a card in reach can be taken with this payment and coral."""
    reef = state.reefs[seat]
    card = state.river.tableau[action.cell]
    if not is_face_up(card) or card == WATER_CARD:  # DR-3.11
        return False
    if not can_pay(reef, action.payment, get_price(seat, action.cell, state.turn.flipped)):
        return False
    if card >= CORAL_CARD:
        return action.coral is None and (card != CORAL_CARD or has_room_for_coral(reef.corals))
    if any(letter not in (COLOUR_LETTERS[card >> 1], PEARL_LETTER) for letter in action.payment):
        return False
    return action.coral in list_home_corals(card, find_fish_homes(reef.corals, state.broods))


def _append_takes_and_flips(
    state: State,
    seat: int,
    homes: FishHomes,
    payments_by_price: PaymentsByPrice,
    actions: list[Action],
    *,
    is_exhaustive: bool,
) -> None:
    """Append the legal takes, then the legal flips, to ``actions``.

    :param payments_by_price: payments in any colours. Payments for fish are computed separately, because fish
        must be paid for in their own colour.
    """
    reef, tableau, flipped = state.reefs[seat], state.river.tableau, state.turn.flipped
    worms, pearls, prices = reef.worms, reef.pearls, CELL_PRICES[seat]
    housing = bool(homes.coral_by_parent) or homes.empty_coral is not None
    room = has_room_for_coral(reef.corals)
    face_down: list[int] = []
    for cell in CELLS_IN_REACH[reef.boats]:
        card = tableau[cell]
        if card >= FACE_DOWN_OFFSET:  # DR-3.3
            face_down.append(cell)
            continue
        if card in UNTAKABLE_CONTENTS:  # DR-3.11
            continue
        cost = FLIPPED_PRICE if cell == flipped else prices[cell]
        if card >= CORAL_CARD:  # DR-3.5, DR-3.8
            if room or card != CORAL_CARD:
                takes = TAKE_ACTIONS[cell]
                for payment in payments_by_price[cost]:
                    actions.append(takes[payment])
        elif housing and worms[card >> 1] + pearls >= cost:  # DR-3.6
            for home in list_home_corals(card, homes):
                payments = list_fish_payments(COLOUR_LETTERS[card >> 1], worms[card >> 1], pearls, cost)
                housed = HOUSED_TAKE_ACTIONS[cell][home]
                for payment in payments if is_exhaustive else payments[:1]:
                    actions.append(housed[payment])
    for cell in face_down:
        flipping = FLIP_ACTIONS[cell]
        for payment in payments_by_price[FLIP_PRICE]:
            actions.append(flipping[payment])


def _list_sharks(
    state: State, seat: int, lone_parents: Mapping[Card, int], *, is_exhaustive: bool
) -> list[SendShark]:
    """List the shark actions for every face-up card and for the seat's own lone parents (DR-3.9, DR-3.11)."""
    prey = [cell for cell, card in enumerate(state.river.tableau) if is_face_up(card)]
    if not is_exhaustive:
        prey = _filter_prey(state, seat, prey)
    return [
        *[SHARK_CELL_ACTIONS[cell] for cell in prey],
        *[SHARK_CORAL_ACTIONS[index] for index in lone_parents.values()],
    ]


def _is_prey(state: State, reef: Reef, action: SendShark) -> bool:
    """Return whether a shark may drive off this target."""
    if action.coral is not None:
        return action.cell is None and action.coral in map_lone_parents(reef.corals).values()
    return action.cell is not None and is_face_up(state.river.tableau[action.cell])


def can_buy_boat(state: State, seat: int) -> bool:
    """Return whether there is a boat left and a column for it, even if the seat can't pay (DR-3.10)."""
    return state.reefs[seat].boats < MAX_BOATS and count_boats_left(state.reefs) > 0


def _filter_prey(state: State, seat: int, prey: list[int]) -> list[int]:
    """Return the cells of ``prey`` on which a shark is worth using or, if there are none, all cells.

    A shark is worth using at the sea edge, and on a fish that could breed with a lone parent of the other
    seat.
    """
    parents = map_lone_parents(state.reefs[1 - seat].corals)
    tableau, broods = state.river.tableau, state.broods
    likely = [
        cell
        for cell in prey
        if not cell % COLUMN_COUNT
        or (
            tableau[cell] < CORAL_CARD
            and any(find_brood(parent, tableau[cell], broods) for parent in parents)
        )
    ]
    return likely or prey
