"""Errors about following tables."""

from __future__ import annotations

from bot.errors.base import TableError
from games.core.words import N_


class FollowingNotForPlayers(TableError):
    """Players can't follow their own match, because they are mentioned on each of their turns anyway."""

    text = N_("You're playing here, so I already ping you on each of your turns.")


class TooManyFollowedTables(TableError):
    """The user already follows the maximum number of tables."""

    text = N_(
        "You're following {most} tables already. *All you follow* on a table's *Follow…* page ends one."
    )

    def __init__(self, most: int) -> None:
        super().__init__(most=most)


class NothingToFollow(TableError):
    """No match is running at the table."""

    text = N_("No match is running at this table.")
