"""Errors about premoves, the moves that players prepare for a later turn."""

from __future__ import annotations

from bot.errors.base import TableError
from games.core.words import N_


class AlreadyYourTurn(TableError):
    """The seat can already move, so there is nothing to prepare."""

    text = N_("It's your turn: make your move. You can prepare the next one after that.")


class TooManyPreparedLines(TableError):
    """The seat has the maximum number of prepared lines, or already has this one."""

    text = N_("You have that already, or {most} other ideas. Cancel one first.")

    def __init__(self, most: int) -> None:
        super().__init__(most=most)


class LineNotPrepared(TableError):
    """The prepared line no longer exists or has changed."""

    text = N_("That's no longer prepared.")
