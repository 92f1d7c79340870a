"""What is refused of moves that are prepared."""

from __future__ import annotations

from bot.errors.base import TableError
from games.core.words import N_


class YourTurn(TableError):
    """There is nothing to prepare: the move can be made."""

    def __init__(self) -> None:
        super().__init__(N_("It's your turn: make your move. You can prepare the next one after that."))


class TooMuchPrepared(TableError):
    """A seat has as many lines as it may, or this one already."""

    def __init__(self, most: int) -> None:
        super().__init__(N_("You have that already, or {most} other ideas. Cancel one first."), most=most)


class NotPrepared(TableError):
    """A line is no longer there."""

    def __init__(self) -> None:
        super().__init__(N_("That's no longer prepared."))
