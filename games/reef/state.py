"""The full position of Reef, including hidden cards."""

from __future__ import annotations

from games.core.values import value_class
from games.reef.stacks import Reef
from games.reef.view import Hand, OpenCard, Ruleset, Supply


@value_class
class Seat:
    """A seat's reef, cards and points."""

    reef: Reef
    hand: Hand
    points: int
    discard: tuple[int, ...]
    """Cards that the seat has played, the newest last."""
    seen_cards: Hand = ()
    """Cards in hand that everyone saw the seat take."""


@value_class
class State:
    """The whole position."""

    ruleset: Ruleset
    stage: str
    active_seat: int
    """Active seat or, after the match, the seat that started."""
    starter: int
    """Seat that started the match."""
    supply: Supply
    """Number of corals that nobody has, by colour."""
    deck: tuple[int, ...]
    """Cards of the deck, the next one first."""
    display: tuple[OpenCard, ...]
    seats: tuple[Seat, ...]
    ending: str = ""
    """Reason for the end of the match. Empty during the match."""


def replace_seat(seats: tuple[Seat, ...], index: int, seat: Seat) -> tuple[Seat, ...]:
    """Return all seats, with the seat at ``index`` replaced."""
    return (*seats[:index], seat, *seats[index + 1 :])


def subtract_corals(supply: Supply, colours: tuple[int, ...]) -> Supply:
    """Return the supply after one coral was taken for each colour in ``colours``."""
    left = list(supply)
    for colour in colours:
        left[colour] -= 1
    yellow, red, green, purple = left
    return yellow, red, green, purple
