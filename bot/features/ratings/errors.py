"""Errors about ratings and past matches."""

from __future__ import annotations

from bot.errors.base import TableError
from games.core.words import N_


class PlayerOptedOut(TableError):
    """The person has opted out of ratings and leaderboards."""

    text = N_("{name} stays out of ratings and boards.")

    def __init__(self, name: str) -> None:
        super().__init__(name=name)


class NoRatedMatch(TableError):
    """The player has finished no rated match here, or a user asked for another's card in a direct message."""

    text = N_("{name} hasn't finished a rated match here yet.")

    def __init__(self, name: str) -> None:
        super().__init__(name=name)


class NotOwnCard(TableError):
    """Users can post only their own card."""

    text = N_("You can only post your own card.")


class MatchHidden(TableError):
    """The match hasn't ended, or the user neither played in it nor can read its channel in this server."""

    text = N_("You can't see the channel this match was played in.")
