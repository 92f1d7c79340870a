"""The position as a viewer of Reef sees it, without the other hands and the order of the deck."""

from __future__ import annotations

from typing import Final

from games.core.values import value
from games.reef.parts import Colour
from games.reef.stacks import Reef

START: Final = "start"
"""Seats place their first corals one after the other (RF-1.1, with ``start`` set to ``chosen``)."""
PLAY: Final = "play"
OVER: Final = "over"

Hand = tuple[int, ...]
"""Card numbers in ascending order."""
Supply = tuple[int, int, int, int]
"""Corals by colour, in the order of :class:`Colour`."""


@value
class Open:
    """An open card with the points on it."""

    card: int
    points: int


@value
class Ruleset:
    """The options.

    They are ``start`` (``fixed``, ``chosen``), ``deck`` (``face_down``, ``face_up``) and ``deck_end``
    (``at_once``, ``finish_round``).
    """

    start: str
    deck: str
    deck_end: str


@value
class Shown:
    """The public part of a seat.

    ``discard`` has the newest card last. ``cards`` is the number of cards in hand. ``known`` are those that
    were taken openly; it is empty except in views from ``recall``.
    """

    reef: Reef
    cards: int
    points: int
    discard: tuple[int, ...]
    known: Hand = ()


@value
class View:
    """A position as ``viewer`` sees it.

    ``hand`` is the viewer's own; ``hands`` are those of all seats after the match, and empty before. ``top``
    is the next card of the deck if it is face up. ``ending`` is the reason why the match ended.
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
    def missing_colours(self) -> tuple[Colour, ...]:
        """The colours that the supply is out of (RF-3.1)."""
        return tuple(colour for colour in Colour if not self.supply[colour])

    @property
    def last_round(self) -> bool:
        """Whether this is certain to be the last round (RF-3.1)."""
        return self.stage != OVER and (bool(self.missing_colours) or not self.deck)
