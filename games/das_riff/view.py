"""What a viewer of Das Riff may see.

All but the face-down cards and the order of the piles is public, so every seat sees the same; the
viewer only decides whose edge of the table is near.
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
"""The active seat takes a worm for a rolled colour that the bank lacks (DR-2.2)."""
OFFER: Final = "offer"
"""The other seat may take a worm (DR-2.3)."""
ACT: Final = "act"
"""The active seat acts (DR-3)."""
OVER: Final = "over"


@value
class Coral:
    """One coral of a seat: empty, with a lone parent, or closed by a brood."""

    parent: Card | None = None
    brood: Brood | None = None


@value
class Reef:
    """What lies before one seat. ``worms[colour]`` counts; ``boats`` are the columns it reaches."""

    boats: int
    worms: tuple[int, int, int, int, int, int]
    pearls: int
    sharks: int
    corals: tuple[Coral, ...]

    @property
    def broods(self) -> int:
        """How many breedings are complete."""
        return sum(1 for coral in self.corals if coral.brood is not None)


@value
class View:
    """A position as ``viewer`` sees it.

    ``tableau`` has 32 cells, rows A to D, the sea edge first: a card kind, :data:`DOWN` or :data:`GAP`.
    ``quiet_turns`` counts the turns in a row without a breeding, the one under way included (DR-6.2);
    ``missing`` the worms that the active seat has yet to choose (DR-2.2).
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
