"""The actions of Australis, with their tokens and the order in which the interface asks for their fields.

- ``die:b5`` takes a die. ``die:w12`` shows one card and two circles, ``die:y31`` three fish and one circle.
- ``card:tw`` carries out one of the player's cards. ``keep:tw`` and ``use:tw`` take one from the display.
- ``reef:5`` places a coral, ``move:7>5`` moves one, ``stay`` moves none.
- ``gold`` and ``silver`` take a tile.
"""

from __future__ import annotations

from games.australis.parts import CARD_CODES, Card, Die
from games.core.shapes import Pick
from games.core.values import value_class


@value_class
class TakeDie:
    """Take a die from the gameboard (AU-2.1)."""

    die: Die

    @property
    def token(self) -> str:
        return f"die:{self.die.code}"

    @property
    def path(self) -> tuple[Pick, ...]:
        return (Pick("kind", self.die.code),)


@value_class
class CarryOutCard:
    """Choose which of the player's own cards to carry out next (AU-2.2)."""

    card: Card

    @property
    def token(self) -> str:
        return f"card:{CARD_CODES[self.card]}"

    @property
    def path(self) -> tuple[Pick, ...]:
        return (Pick("kind", f"run-{CARD_CODES[self.card]}"),)


@value_class
class ChooseCard:
    """Take a card from the display (AU-2.3)."""

    card: Card
    is_kept: bool
    """Whether to keep the card rather than use it once."""

    @property
    def token(self) -> str:
        return f"{'keep' if self.is_kept else 'use'}:{CARD_CODES[self.card]}"

    @property
    def path(self) -> tuple[Pick, ...]:
        return (Pick("kind", f"take-{CARD_CODES[self.card]}"), Pick("how", "keep" if self.is_kept else "use"))


@value_class
class PlaceCoral:
    """Place a coral from the supply on the reef with this number (AU-2.7)."""

    reef: int

    @property
    def token(self) -> str:
        return f"reef:{self.reef}"

    @property
    def path(self) -> tuple[Pick, ...]:
        return (Pick("kind", f"reef-{self.reef}"),)


@value_class
class MoveCoral:
    """Move a coral from reef ``origin`` to ``reef``, if the supply is empty (AU-2.7)."""

    origin: int
    reef: int

    @property
    def token(self) -> str:
        return f"move:{self.origin}>{self.reef}"

    @property
    def path(self) -> tuple[Pick, ...]:
        return (Pick("kind", "move"), Pick("origin", str(self.origin)), Pick("reef", str(self.reef)))


@value_class
class KeepCorals:
    """Move no coral, if the supply is empty (AU-2.7)."""

    @property
    def token(self) -> str:
        return "stay"

    @property
    def path(self) -> tuple[Pick, ...]:
        return (Pick("kind", "stay"),)


@value_class
class ChooseTile:
    """Take the gold or the silver tile (AU-4.4)."""

    is_gold: bool

    @property
    def token(self) -> str:
        return "gold" if self.is_gold else "silver"

    @property
    def path(self) -> tuple[Pick, ...]:
        return (Pick("kind", self.token),)


Action = TakeDie | CarryOutCard | ChooseCard | PlaceCoral | MoveCoral | KeepCorals | ChooseTile
