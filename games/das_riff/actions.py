"""The decisions of Das Riff, each with its token and the order in which a person is asked.

Tokens: ``worm:r`` (``worm:-`` declines), ``take:B3:rr*`` (a fish: ``take:B3:rr*>2``, the coral
counted from 1), ``flip:B3:p``, ``shark:D4`` (``shark:#2``: the parent on the own coral 2),
``boat:rrr``, ``end``. Payments are letters in the order ``rybgpw``, pearls ``*`` last.
"""

from __future__ import annotations

from games.core.shapes import Pick
from games.core.values import value
from games.das_riff.parts import cell_name

Payment = tuple[str, ...]
"""Single letters of worms in the order ``rybgpw``, then ``*`` for pearls."""


@value
class Worm:
    """Take a worm of a colour letter from the bank, or decline with ``-`` (DR-2.2, DR-2.3)."""

    colour: str

    @property
    def token(self) -> str:
        return f"worm:{self.colour}"

    @property
    def path(self) -> tuple[Pick, ...]:
        return (Pick("kind", "worm"), Pick("colour", self.colour))


@value
class Take:
    """Take a card from a cell; a fish goes onto the own ``coral``, an index (DR-3.2 to DR-3.8)."""

    cell: int
    pay: Payment
    coral: int | None = None

    @property
    def token(self) -> str:
        onto = "" if self.coral is None else f">{self.coral + 1}"
        return f"take:{cell_name(self.cell)}:{''.join(self.pay)}{onto}"

    @property
    def path(self) -> tuple[Pick, ...]:
        """The fields in order; a coral is named with the fish, so that one value tells what they breed."""
        cell = cell_name(self.cell)
        onto = "-" if self.coral is None else f"{cell}#{self.coral + 1}"
        return (
            Pick("kind", "take"),
            Pick("cell", cell),
            Pick("coral", onto),
            Pick("pay", self.pay),
        )


@value
class Flip:
    """Turn a face-down card up (DR-3.3)."""

    cell: int
    pay: Payment

    @property
    def token(self) -> str:
        return f"flip:{cell_name(self.cell)}:{''.join(self.pay)}"

    @property
    def path(self) -> tuple[Pick, ...]:
        return (Pick("kind", "flip"), Pick("cell", cell_name(self.cell)), Pick("pay", self.pay))


@value
class Shark:
    """Drive away the card of a ``cell``, or the lone parent on the own ``coral`` (DR-3.9)."""

    cell: int | None = None
    coral: int | None = None

    @property
    def prey(self) -> str:
        """``D4`` or ``#2``."""
        return f"#{self.coral + 1}" if self.coral is not None else cell_name(self.cell or 0)

    @property
    def token(self) -> str:
        return f"shark:{self.prey}"

    @property
    def path(self) -> tuple[Pick, ...]:
        return (Pick("kind", "shark"), Pick("prey", self.prey))


@value
class Boat:
    """Buy a boat (DR-3.10)."""

    pay: Payment

    @property
    def token(self) -> str:
        return f"boat:{''.join(self.pay)}"

    @property
    def path(self) -> tuple[Pick, ...]:
        return (Pick("kind", "boat"), Pick("pay", self.pay))


@value
class End:
    """End the turn (DR-3)."""

    @property
    def token(self) -> str:
        return "end"

    @property
    def path(self) -> tuple[Pick, ...]:
        return (Pick("kind", "end"),)


Action = Worm | Take | Flip | Shark | Boat | End
