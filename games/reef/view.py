"""The position as a viewer of Reef sees it, without the other seats' hands and the deck."""

from __future__ import annotations

from typing import Final

from games.core.values import value
from games.reef.parts import Colour
from games.reef.stacks import Reef

START: Final = "start"
"""With the option ``start`` set to ``chosen``, each seat in turn order places its first corals (RF-1.1)."""
PLAY: Final = "play"
OVER: Final = "over"

Hand = tuple[int, ...]
"""Card numbers in ascending order."""
Supply = tuple[int, int, int, int]
"""Corals by colour, in the order of :class:`Colour`."""


@value
class Open:
    """An open card and the number of points on it."""

    card: int
    points: int


@value
class Ruleset:
    """The options of a match."""

    start: str
    """``fixed`` or ``chosen``."""
    deck: str
    """``face_down`` or ``face_up``."""
    deck_end: str
    """``at_once`` or ``finish_round``."""


@value
class Shown:
    """What everyone can see of a seat."""

    reef: Reef
    cards: int
    """The number of cards in hand."""
    points: int
    discard: tuple[int, ...]
    """The cards that it has played, the newest last."""
    known: Hand = ()
    """The cards in hand that everyone saw it take. Empty except in views from ``recall``."""


@value
class View:
    """A position as ``viewer`` sees it."""

    viewer: int | None
    stage: str
    turn: int | None
    to_act: tuple[int, ...]
    starter: int
    ruleset: Ruleset
    supply: Supply
    deck: int
    """The number of cards in the deck."""
    top: int | None
    """The next card of the deck, if it is face up."""
    display: tuple[Open, ...]
    seats: tuple[Shown, ...]
    hand: Hand
    """The viewer's own hand."""
    hands: tuple[Hand, ...]
    """All hands after the match; empty during the match."""
    ending: str
    """Empty during the match; afterwards, the reason why it ended."""

    @property
    def missing_colours(self) -> tuple[Colour, ...]:
        """The colours of which the supply has none left (RF-3.1)."""
        return tuple(colour for colour in Colour if not self.supply[colour])

    @property
    def last_round(self) -> bool:
        """Whether this round is certain to be the last (RF-3.1)."""
        return self.stage != OVER and (bool(self.missing_colours) or not self.deck)
