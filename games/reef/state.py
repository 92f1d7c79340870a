"""The full position of Reef, including hidden cards."""

from __future__ import annotations

from games.core.values import value
from games.reef.stacks import Reef
from games.reef.view import Hand, Open, Ruleset, Supply


@value
class Seat:
    """What a seat owns."""

    reef: Reef
    hand: Hand
    points: int
    discard: tuple[int, ...]
    """The cards that it has played, the newest last."""
    known: Hand = ()
    """The cards in hand that everyone saw it take."""


@value
class State:
    """The whole position."""

    ruleset: Ruleset
    stage: str
    turn: int
    """The active seat; after the match, the seat that started."""
    starter: int
    supply: Supply
    deck: tuple[int, ...]
    """The next card comes first."""
    display: tuple[Open, ...]
    seats: tuple[Seat, ...]
    ending: str = ""
    """Empty during the match; afterwards, the reason why it ended."""


def replace_seat(seats: tuple[Seat, ...], index: int, seat: Seat) -> tuple[Seat, ...]:
    """Return all seats, with the one at ``index`` replaced."""
    return (*seats[:index], seat, *seats[index + 1 :])


def subtract_corals(supply: Supply, taken: tuple[int, ...]) -> Supply:
    """Return the supply after one coral was taken for each colour in ``taken``."""
    left = list(supply)
    for colour in taken:
        left[colour] -= 1
    yellow, red, green, purple = left
    return yellow, red, green, purple
