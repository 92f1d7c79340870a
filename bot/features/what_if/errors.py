"""Errors of *What if*, for positions and forks of a match that can't be continued."""

from __future__ import annotations

from bot.errors.base import TableError
from games.core.words import N_


class ForkTakenBack(TableError):
    """The players have undone the position at which the fork begins."""

    text = N_("That position was taken back. Open *What if* again from the current one.")


class ForkSeatChanged(TableError):
    """The fork was dealt from the view of a seat that the user no longer has."""

    text = N_("Your seat has changed since then. Open *What if* again from the match.")


class MatchOverAtPosition(TableError):
    """The match is over at this position, so there is nothing to play."""

    text = N_("The match is over at that point. Pick an earlier position and try from there.")


class UnreadableFork(TableError):
    """The steps listed in the message can't be replayed with the current rules."""

    text = N_("I can't follow these moves any more. Open *What if* again from the match.")


class ForkTooLong(TableError):
    """The list of the fork's steps has reached its maximum length."""

    text = N_("That's as far as a *What if* goes. Take moves back, or start with another deal.")
