"""The actions of Das Riff, with their tokens and the order in which the interface asks for their fields.

Tokens: ``worm:r`` (``worm:-`` declines), ``take:B3:rr*`` (a fish: ``take:B3:rr*>2``, corals are numbered from
1), ``flip:B3:p``, ``shark:D4`` (``shark:#2``: the parent on the player's own coral 2), ``boat:rrr``, ``end``.
Payments are letters in the order ``rybgpw``, pearls ``*`` last.
"""

from __future__ import annotations

from games.core.shapes import Pick
from games.core.values import value_class
from games.das_riff.parts import name_cell

Payment = tuple[str, ...]
"""Worm colours as letters in the order ``rybgpw``, then a ``*`` for each pearl."""


@value_class
class TakeWorm:
    """Take a worm of the colour with this letter from the bank, or decline with ``-`` (DR-2.2, DR-2.3)."""

    colour: str

    @property
    def token(self) -> str:
        return f"worm:{self.colour}"

    @property
    def path(self) -> tuple[Pick, ...]:
        return (Pick("kind", "worm"), Pick("colour", self.colour))


@value_class
class TakeCard:
    """Take a card from a cell. A fish goes onto the coral at index ``coral`` (DR-3.2 to DR-3.8)."""

    cell: int
    payment: Payment
    coral: int | None = None

    @property
    def token(self) -> str:
        onto = "" if self.coral is None else f">{self.coral + 1}"
        return f"take:{name_cell(self.cell)}:{''.join(self.payment)}{onto}"

    @property
    def path(self) -> tuple[Pick, ...]:
        """The fields in order. ``coral`` includes the cell, to show which two fish would breed."""
        cell = name_cell(self.cell)
        onto = "-" if self.coral is None else f"{cell}#{self.coral + 1}"
        return (
            Pick("kind", "take"),
            Pick("cell", cell),
            Pick("coral", onto),
            Pick("pay", self.payment),
        )


@value_class
class FlipCard:
    """Turn a face-down card up (DR-3.3)."""

    cell: int
    payment: Payment

    @property
    def token(self) -> str:
        return f"flip:{name_cell(self.cell)}:{''.join(self.payment)}"

    @property
    def path(self) -> tuple[Pick, ...]:
        return (Pick("kind", "flip"), Pick("cell", name_cell(self.cell)), Pick("pay", self.payment))


@value_class
class SendShark:
    """Drive off the card in ``cell``, or the lone parent on the player's own ``coral`` (DR-3.9)."""

    cell: int | None = None
    coral: int | None = None

    @property
    def prey(self) -> str:
        """Target of the shark: a cell (``D4``) or a coral (``#2``)."""
        return f"#{self.coral + 1}" if self.coral is not None else name_cell(self.cell or 0)

    @property
    def token(self) -> str:
        return f"shark:{self.prey}"

    @property
    def path(self) -> tuple[Pick, ...]:
        return (Pick("kind", "shark"), Pick("prey", self.prey))


@value_class
class BuyBoat:
    """Buy a boat (DR-3.10)."""

    payment: Payment

    @property
    def token(self) -> str:
        return f"boat:{''.join(self.payment)}"

    @property
    def path(self) -> tuple[Pick, ...]:
        return (Pick("kind", "boat"), Pick("pay", self.payment))


@value_class
class EndTurn:
    """End the turn (DR-4)."""

    @property
    def token(self) -> str:
        return "end"

    @property
    def path(self) -> tuple[Pick, ...]:
        return (Pick("kind", "end"),)


Action = TakeWorm | TakeCard | FlipCard | SendShark | BuyBoat | EndTurn
