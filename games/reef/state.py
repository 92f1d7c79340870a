"""A position of Reef, secrets included, as flat tuples."""

from __future__ import annotations

from games.core.values import value
from games.reef.stacks import Reef
from games.reef.view import Hand, Open, Ruleset, Supply


@value
class Seat:
    """The possessions of a seat.

    ``discard`` has the newest card last; ``known`` is the part of the hand that was taken openly.
    """

    reef: Reef
    hand: Hand
    points: int
    discard: tuple[int, ...]
    known: Hand = ()


@value
class State:
    """The whole position. ``deck`` has the next card first.

    ``turn`` is the seat to act, or the starting seat once the match is over. ``ending`` is empty until then.
    """

    ruleset: Ruleset
    stage: str
    turn: int
    starter: int
    supply: Supply
    deck: tuple[int, ...]
    display: tuple[Open, ...]
    seats: tuple[Seat, ...]
    ending: str = ""


def replace_seat(seats: tuple[Seat, ...], index: int, seat: Seat) -> tuple[Seat, ...]:
    """Return all seats, with one of them replaced."""
    return (*seats[:index], seat, *seats[index + 1 :])


def subtract_corals(supply: Supply, taken: tuple[int, ...]) -> Supply:
    """Return the supply without one coral for each colour of ``taken``."""
    left = list(supply)
    for colour in taken:
        left[colour] -= 1
    yellow, red, green, purple = left
    return yellow, red, green, purple
