"""What a viewer of Reef may see: everything but the hands of others and the order of the deck."""

from __future__ import annotations

from typing import Final

from games.core.values import value
from games.reef.parts import Colour
from games.reef.stacks import Reef

START: Final = "start"
"""Seats lay their first corals one after the other (RF-1.1, switch ``start`` chosen)."""
PLAY: Final = "play"
OVER: Final = "over"

Hand = tuple[int, ...]
"""Numbers of cards in ascending order."""
Supply = tuple[int, int, int, int]
"""Corals by colour, in the order of :class:`Colour`."""


@value
class Open:
    """An open card with the points that lie on it."""

    card: int
    points: int


@value
class Ruleset:
    """The switches: ``start`` (``fixed``, ``chosen``), ``deck`` (``face_down``, ``face_up``) and
    ``deck_end`` (``at_once``, ``finish_round``).
    """

    start: str
    deck: str
    deck_end: str


@value
class Shown:
    """What all may see of a seat. ``discard`` has the newest card last; ``cards`` is how many it holds, and
    ``known`` are those of them that all have seen it take, which only who remembers it is told.
    """

    reef: Reef
    cards: int
    points: int
    discard: tuple[int, ...]
    known: Hand = ()


@value
class View:
    """A position as ``viewer`` sees it.

    ``hand`` is the viewer's own; ``hands`` are those of all seats once the match is over, and empty before.
    ``top`` is the next card of the deck where it lies face up. ``ending`` names the reason at the end.
    """

    viewer: int | None
    stage: str
    turn: int | None
    to_act: tuple[int, ...]
    starter: int
    ruleset: Ruleset
    supply: Supply
    deck: int
    top: int | None
    display: tuple[Open, ...]
    seats: tuple[Shown, ...]
    hand: Hand
    hands: tuple[Hand, ...]
    ending: str

    @property
    def short(self) -> tuple[Colour, ...]:
        """The colours of which the supply has none (RF-3.1)."""
        return tuple(colour for colour in Colour if not self.supply[colour])

    @property
    def last_round(self) -> bool:
        """Whether the match ends after this round at the latest (RF-3.1)."""
        return self.stage != OVER and (bool(self.short) or not self.deck)
