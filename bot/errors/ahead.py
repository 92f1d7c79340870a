"""What is refused of moves that are prepared."""

from __future__ import annotations

from bot.errors.base import TableError
from games.core.words import N_


class YourTurn(TableError):
    """There is nothing to prepare: the move can be made."""

    text = N_("It's your turn: make your move. You can prepare the next one after that.")


class TooMuchPrepared(TableError):
    """A seat has as many lines as it may, or this one already."""

    text = N_("You have that already, or {most} other ideas. Cancel one first.")

    def __init__(self, most: int) -> None:
        super().__init__(most=most)


class NotPrepared(TableError):
    """A line is no longer there."""

    text = N_("That's no longer prepared.")
