"""Carries out dice and advantage cards (AU-2.3 to AU-2.9)."""

from __future__ import annotations

from games.australis.events import (
    CardCarriedOut,
    CoralPlaced,
    CoralStayed,
    FishCaught,
    PointsGained,
    TokenTaken,
)
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
    Die,
    Function,
    find_reef,
    get_function,
)
from games.australis.player.work import Work
from games.australis.track import swim_turtle
from games.australis.view import CIRCLES_SOURCE

_CIRCLES_FUNCTION, _FISH_FUNCTION, _TURTLE_FUNCTION = Function.CIRCLES, Function.FISH, Function.TURTLE
"""Bound to module constants because looking up an enum member takes longer than comparing it."""


def run_die(work: Work, die: Die) -> None:
    """Carry out a die (AU-2.3, AU-2.5 to AU-2.8). The seat must then take cards for a white die, or place a
    coral for a violet die.
    """
    if die.circles:
        gain_points(work, die.circles)
    if die.colour == WHITE:
        work.takes = die.value
    elif die.colour == YELLOW:
        catch_fish(work, die.value)
    elif die.colour == BLUE:
        swim_turtle(work, die.value)
    elif die.colour == VIOLET:
        work.reef = die.value
    else:
        work.token = work.seat
        work.add_event(TokenTaken(work.seat))


def run_card(work: Work, card: Card, used: bool) -> None:
    """Carry out a card (AU-2.9). For a coral card, the seat must then place a coral."""
    work.add_event(CardCarriedOut(work.seat, card, used))
    function = get_function(card)
    if function == _CIRCLES_FUNCTION:
        gain_points(work, CARD_CIRCLES)
    elif function == _FISH_FUNCTION:
        catch_fish(work, CARD_FISH)
    elif function == _TURTLE_FUNCTION:
        swim_turtle(work, CARD_SPACES)
    else:
        work.reef = find_reef(work.board.space)


def gain_points(work: Work, points: int) -> None:
    """Give the active seat points for circles (AU-2.3, AU-2.5, AU-2.9)."""
    work.board.ledger[CIRCLES_SOURCE] += points
    work.add_event(PointsGained(work.seat, points))


def catch_fish(work: Work, shown: int) -> None:
    """Give the active seat ``shown`` fish, or all fish left in the supply if there are fewer (AU-2.5)."""
    caught = min(shown, work.fish_left)
    work.fish_left -= caught
    work.board.fish += caught
    work.add_event(FishCaught(work.seat, caught, shown))


def place_coral(work: Work, reef: int) -> None:
    """Place a coral from the supply (AU-2.7)."""
    board = work.board
    work.reef = 0
    board.supply -= 1
    board.corals[reef - REEF_NUMBERS[0]] += 1
    work.add_event(CoralPlaced(work.seat, reef, 0))


def move_coral(work: Work, origin: int, reef: int) -> None:
    """Move a coral to another reef (AU-2.7)."""
    board = work.board
    work.reef = 0
    board.corals[origin - REEF_NUMBERS[0]] -= 1
    board.corals[reef - REEF_NUMBERS[0]] += 1
    work.add_event(CoralPlaced(work.seat, reef, origin))


def leave_corals(work: Work) -> None:
    """Record that the active seat moves no coral although its supply is empty (AU-2.7)."""
    work.reef = 0
    work.add_event(CoralStayed(work.seat))
