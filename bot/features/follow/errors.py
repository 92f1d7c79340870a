"""What is refused of following."""

from __future__ import annotations

from bot.errors.base import TableError
from games.core.words import N_


class SeatedHere(TableError):
    """Who plays is called anyway."""

    text = N_("You're playing here: I call you at each of your turns anyway.")


class TooManyFollowed(TableError):
    """A person follows as many tables as a list holds."""

    text = N_("You're following {most} tables already. `/follow` ends one.")

    def __init__(self, most: int) -> None:
        super().__init__(most=most)


class NothingToFollow(TableError):
    """A match has not begun, or has ended."""

    text = N_("There's no match going on at this table.")
