"""Why a position cannot be gone on with."""

from __future__ import annotations

from bot.errors.base import TableError
from games.core.words import N_


class TakenBack(TableError):
    """The match has gone back behind the position."""

    text = N_("The match took that position back. Open *What if* again from where it stands now.")


class OtherSeat(TableError):
    """It was dealt from the view of a seat that somebody else has by now."""

    text = N_("Your seat has changed since then. Open *What if* again from the match.")


class NothingLeft(TableError):
    """The rules have ended the match there."""

    text = N_("The match is over at that point. Pick an earlier position and try from there.")


class Unreadable(TableError):
    """The steps that a message lists do not lead anywhere, by the rules as they are now."""

    text = N_("I can't follow these steps any more. Open *What if* again from the match.")


class TooLong(TableError):
    """There is no room for another step."""

    text = N_("That's as far as a *What if* goes. Take steps back, or start with another deal.")
