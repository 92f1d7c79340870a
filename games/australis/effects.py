"""Carries out dice and advantage cards (AU-2.3 to AU-2.9)."""

from __future__ import annotations

from games.australis.events import (
    CardCarriedOut,
    CoralPlaced,
    CoralsKept,
    FishCaught,
    PointsGained,
    TokenTaken,
)
from games.australis.mutable_state import MutableState
from games.australis.parts import (
    BLUE,
    CARD_CIRCLES,
    CARD_FISH,
    CARD_SPACES,
    REEF_NUMBERS,
    VIOLET,
    WHITE,
    YELLOW,
    Card,
    CardFunction,
    Die,
    find_reef,
    get_card_function,
)
from games.australis.track import move_turtle
from games.australis.view import CIRCLES_SOURCE

_CIRCLES_FUNCTION = CardFunction.CIRCLES
_FISH_FUNCTION = CardFunction.FISH
_TURTLE_FUNCTION = CardFunction.TURTLE
"""Functions of cards as module constants, which are faster than members of an enumeration."""


def carry_out_die(state_copy: MutableState, die: Die) -> None:
    """Carry out a die (AU-2.3, AU-2.5 to AU-2.8). White and violet dice leave the seat a choice."""
    if die.circles:
        gain_points(state_copy, die.circles)
    if die.colour == WHITE:
        state_copy.cards_to_take = die.value
    elif die.colour == YELLOW:
        catch_fish(state_copy, die.value)
    elif die.colour == BLUE:
        move_turtle(state_copy, die.value)
    elif die.colour == VIOLET:
        state_copy.reef = die.value
    else:
        state_copy.token = state_copy.seat
        state_copy.add_event(TokenTaken(state_copy.seat))


def carry_out_card(state_copy: MutableState, card: Card, is_from_display: bool) -> None:
    """Carry out a card (AU-2.9). For a coral card, the seat must then place a coral."""
    state_copy.add_event(CardCarriedOut(state_copy.seat, card, is_from_display))
    card_function = get_card_function(card)
    if card_function == _CIRCLES_FUNCTION:
        gain_points(state_copy, CARD_CIRCLES)
    elif card_function == _FISH_FUNCTION:
        catch_fish(state_copy, CARD_FISH)
    elif card_function == _TURTLE_FUNCTION:
        move_turtle(state_copy, CARD_SPACES)
    else:
        state_copy.reef = find_reef(state_copy.board.space)


def gain_points(state_copy: MutableState, points: int) -> None:
    """Give the active seat points for circles (AU-2.3, AU-2.5, AU-2.9)."""
    state_copy.board.ledger[CIRCLES_SOURCE] += points
    state_copy.add_event(PointsGained(state_copy.seat, points))


def catch_fish(state_copy: MutableState, count: int) -> None:
    """Give the active seat ``count`` fish, or all fish left in the supply if there are fewer (AU-2.5)."""
    caught = min(count, state_copy.fish_left)
    state_copy.fish_left -= caught
    state_copy.board.fish += caught
    state_copy.add_event(FishCaught(state_copy.seat, caught, count))


def place_coral(state_copy: MutableState, reef: int) -> None:
    """Place a coral from the supply (AU-2.7)."""
    board = state_copy.board
    state_copy.reef = 0
    board.supply -= 1
    board.corals[reef - REEF_NUMBERS[0]] += 1
    state_copy.add_event(CoralPlaced(state_copy.seat, reef, 0))


def move_coral(state_copy: MutableState, origin: int, reef: int) -> None:
    """Move a coral to another reef (AU-2.7)."""
    board = state_copy.board
    state_copy.reef = 0
    board.corals[origin - REEF_NUMBERS[0]] -= 1
    board.corals[reef - REEF_NUMBERS[0]] += 1
    state_copy.add_event(CoralPlaced(state_copy.seat, reef, origin))


def keep_corals(state_copy: MutableState) -> None:
    """Record that the active seat moves no coral, although its supply is empty (AU-2.7)."""
    state_copy.reef = 0
    state_copy.add_event(CoralsKept(state_copy.seat))
