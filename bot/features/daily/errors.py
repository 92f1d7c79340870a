"""What a reef of the day refuses."""

from __future__ import annotations

from bot.errors.base import TableError
from games.core.words import N_


class DayIsOver(TableError):
    """A try can't go on: its time is over, and its secret may be shown."""

    text = N_("That reef's day is over. `/daily` opens today's.")


class Spent(TableError):
    """Somebody has had their try, and was erased since."""

    text = N_("You've had your try at this reef. `/daily` has another one tomorrow.")


class NotBegun(TableError):
    """Somebody has not begun their try."""

    text = N_("You haven't begun this reef. `/daily` opens today's.")


class NotFinished(TableError):
    """Somebody's try has not come to its end."""

    text = N_("You haven't finished this reef yet. `/daily` goes on with it.")


class GameGone(TableError):
    """The game of a day, or that version of its rules, is hosted no longer."""

    text = N_("I can't play that day's game any more. `/daily` has another one tomorrow.")


class ComputerAway(TableError):
    """The computer could not think; what was done before is stored."""

    text = N_("The computer can't think right now. Your moves are kept: press again in a moment.")


class NotOver(TableError):
    """Somebody may still be playing a day: its secret stays hidden."""

    text = N_("You'll see that once the day is over for everybody, twelve hours after its end.")


class NoBestLine(TableError):
    """The best line of a day is not found yet, or no longer kept."""

    text = N_("I don't have that day's best line. `/daily` shows yesterday's, once I've found it.")
