"""What isn't shown to everybody, and why."""

from __future__ import annotations

from bot.errors.base import TableError
from games.core.words import N_


class StaysOut(TableError):
    """Somebody keeps out of ratings and boards."""

    text = N_("{name} stays out of ratings and boards.")

    def __init__(self, name: str) -> None:
        super().__init__(name=name)


class NothingYet(TableError):
    """Somebody has finished no match here."""

    text = N_("{name} hasn't finished a match here yet.")

    def __init__(self, name: str) -> None:
        super().__init__(name=name)


class NotYours(TableError):
    """A card is posted by nobody but its person."""

    text = N_("You can only post your own card.")


class NotSeen(TableError):
    """A match was played where somebody can't look."""

    text = N_("You can't see the channel this match was played in.")


class NoSeason(TableError):
    """What was typed is no season."""

    text = N_("I don't know a season “{typed}”. Choose one from the list.")

    def __init__(self, typed: str) -> None:
        super().__init__(typed=typed[:40])
