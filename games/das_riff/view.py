"""The position as a viewer of Das Riff sees it.

Everything but the face-down cards and the cards in the piles is shown, so every seat sees the same. The
viewer only determines whose edge of the table is near.
"""

from __future__ import annotations

from typing import Final

from games.core.values import value
from games.das_riff.parts import Brood, Card, Colour

DOWN: Final = -1
"""A face-down card in :attr:`View.tableau`."""
GAP: Final = -2
"""An empty cell in :attr:`View.tableau`."""

CHOOSE: Final = "choose"
"""The active seat takes a worm in place of a rolled colour that the bank is out of (DR-2.2)."""
OFFER: Final = "offer"
"""The other seat may take a worm (DR-2.3)."""
ACT: Final = "act"
"""The active seat acts (DR-3)."""
OVER: Final = "over"


@value
class Coral:
    """A coral of a seat: empty, with a lone parent, or closed by a brood."""

    parent: Card | None = None
    brood: Brood | None = None


@value
class Reef:
    """The possessions of one seat.

    ``worms`` are counts by colour; ``boats`` is also the number of columns it reaches.
    """

    boats: int
    worms: tuple[int, int, int, int, int, int]
    pearls: int
    sharks: int
    corals: tuple[Coral, ...]

    @property
    def broods(self) -> int:
        """The number of completed broods."""
        return sum(1 for coral in self.corals if coral.brood is not None)


@value
class View:
    """A position as ``viewer`` sees it.

    ``tableau`` has 32 cells, rows A to D, the sea edge first: a card kind, :data:`DOWN` or :data:`GAP`.
    ``quiet_turns`` counts the turns in a row without a brood, including the current one (DR-6.2);
    ``missing`` is how many worms the active seat still has to choose (DR-2.2).
    """

    viewer: int | None
    stage: str
    turn: int | None
    to_act: tuple[int, ...]
    tableau: tuple[int, ...]
    draw_pile: int
    discard: int
    broods: tuple[Brood, ...]
    brood_pile: int
    bank: tuple[int, int, int, int, int, int]
    boats_left: int
    dice: tuple[Colour, Colour]
    flipped: int | None
    reefs: tuple[Reef, Reef]
    quiet_turns: int
    deck: str
    reshuffle: str
    missing: int = 0
