"""What is refused of following."""

from __future__ import annotations

from bot.errors.base import TableError
from games.core.words import N_


class SeatedHere(TableError):
    """Who plays is called anyway."""

    def __init__(self) -> None:
        super().__init__(N_("You're playing here: I call you at each of your turns anyway."))


class TooManyFollowed(TableError):
    """A person follows as many tables as a list holds."""

    def __init__(self, most: int) -> None:
        super().__init__(N_("You're following {most} tables already. `/follow` ends one."), most=most)


class NothingToFollow(TableError):
    """A match has not begun, or has ended."""

    def __init__(self) -> None:
        super().__init__(N_("There's no match going on at this table."))
