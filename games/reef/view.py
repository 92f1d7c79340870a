"""The position as a viewer of Reef sees it, without the other seats' hands and the deck."""

from __future__ import annotations

from typing import Final

from games.core.values import value_class
from games.reef.parts import Colour
from games.reef.stacks import Reef

START_STAGE: Final = "start"
"""Each seat places its first corals in turn, with the option ``start=chosen`` (RF-1.1)."""
PLAY_STAGE: Final = "play"
"""The active seat plays or takes a card (RF-2)."""
OVER_STAGE: Final = "over"
"""The match is over (RF-3)."""

Hand = tuple[int, ...]
"""Card numbers in ascending order."""
Supply = tuple[int, int, int, int]
"""Number of corals by colour, in the order of :class:`Colour`."""


@value_class
class OpenCard:
    """An open card and the number of points on it."""

    card: int
    points: int


@value_class
class Ruleset:
    """The options of a match."""

    start: str
    """First corals (RF-1.1): ``fixed`` or ``chosen``."""
    deck: str
    """Top card of the deck (RF-1.2): ``face_down`` or ``face_up``."""
    deck_end: str
    """When the match ends once the deck is empty (RF-3.1): ``at_once`` or ``finish_round``."""


@value_class
class PublicSeat:
    """The public information about a seat."""

    reef: Reef
    cards: int
    """Number of cards in hand."""
    points: int
    discard: tuple[int, ...]
    """Cards that the seat has played, the newest last."""
    seen_cards: Hand = ()
    """Cards in hand that everyone saw the seat take. Only views from ``recall`` include them."""


@value_class
class View:
    """A position as ``viewer`` sees it."""

    viewer: int | None
    """Seat that looks at the position, or ``None`` for a spectator."""
    stage: str
    """Stage of the match: :data:`START_STAGE`, :data:`PLAY_STAGE` or :data:`OVER_STAGE`."""
    active_seat: int | None
    """Active seat, or ``None`` after the match."""
    to_act: tuple[int, ...]
    """Seats that may act now."""
    starter: int
    """Seat that started the match."""
    ruleset: Ruleset
    supply: Supply
    """Number of corals that nobody has, by colour."""
    deck: int
    """Number of cards in the deck."""
    top: int | None
    """Top card of the deck, if it is face up."""
    display: tuple[OpenCard, ...]
    seats: tuple[PublicSeat, ...]
    hand: Hand
    """The viewer's own hand."""
    hands: tuple[Hand, ...]
    """All hands after the match. Empty during the match."""
    ending: str
    """Reason for the end of the match. Empty during the match."""

    @property
    def missing_colours(self) -> tuple[Colour, ...]:
        """Colours that the supply has run out of (RF-3.1)."""
        return tuple(colour for colour in Colour if not self.supply[colour])

    @property
    def is_last_round(self) -> bool:
        """Whether this is certainly the last round (RF-3.1)."""
        return self.stage != OVER_STAGE and (bool(self.missing_colours) or not self.deck)
