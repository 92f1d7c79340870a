"""The position as a viewer of Das Riff sees it.

Every viewer sees the same cards. The viewer only determines which edge of the table is near.
"""

from __future__ import annotations

from typing import Final

from games.core.values import value_class
from games.das_riff.parts import Brood, Card, Colour

FACE_DOWN_CARD: Final = -1
"""A face-down card in :attr:`View.tableau`."""
EMPTY_CELL: Final = -2
"""An empty cell in :attr:`View.tableau`."""

CHOOSE_STAGE: Final = "choose"
"""The active seat chooses a worm, because the bank has run out of a colour that it rolled (DR-2.2)."""
OFFER_STAGE: Final = "offer"
"""The other seat may take a worm (DR-2.3)."""
ACT_STAGE: Final = "act"
"""The active seat performs actions (DR-3)."""
OVER_STAGE: Final = "over"
"""The match is over (DR-6)."""


@value_class
class Coral:
    """A coral of a seat. It is empty, has a lone parent, or is closed by a brood."""

    parent: Card | None = None
    brood: Brood | None = None


@value_class
class Reef:
    """A seat's boats, worms, cards and corals."""

    boats: int
    """Number of boats. It is also the number of columns in reach."""
    worms: tuple[int, int, int, int, int, int]
    pearls: int
    sharks: int
    corals: tuple[Coral, ...]

    @property
    def broods(self) -> int:
        """Number of completed broods."""
        return sum(1 for coral in self.corals if coral.brood is not None)


@value_class
class View:
    """A position as ``viewer`` sees it."""

    viewer: int | None
    """Seat that looks at the position, or ``None`` for a spectator."""
    stage: str
    """Stage of the turn, such as :data:`ACT_STAGE`."""
    active_seat: int | None
    """Active seat, or ``None`` after the match."""
    to_act: tuple[int, ...]
    """Seats that may act now."""
    tableau: tuple[int, ...]
    """The 32 cells: rows A to D, each starting at the sea edge.

    A cell contains a kind of card, :data:`FACE_DOWN_CARD` or :data:`EMPTY_CELL`.
    """
    draw_pile: int
    """Number of cards in the draw pile."""
    discard: int
    """Number of cards in the discard pile."""
    broods: tuple[Brood, ...]
    """Face-up breeding cards."""
    brood_pile: int
    """Number of breeding cards in the pile."""
    bank: tuple[int, int, int, int, int, int]
    """Worms that no seat owns, by colour."""
    boats_left: int
    """Number of boats that can still be bought."""
    dice: tuple[Colour, Colour]
    """Colours rolled for the current turn."""
    flipped: int | None
    """Cell of the card that the last action turned up, if any. It is cheaper for the next action (DR-3.3)."""
    reefs: tuple[Reef, Reef]
    quiet_turns: int
    """Number of turns in a row, including the current one, without a brood (DR-6.2)."""
    deck: str
    """Composition of the reef deck: ``a`` or ``b``."""
    reshuffle: str
    """Condition for reshuffling (DR-5.1): ``discard_seven`` or ``deck_below_eight``."""
    missing: int = 0
    """Number of worms that the active seat must still choose (DR-2.2)."""
