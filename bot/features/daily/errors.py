"""Errors about the daily challenge."""

from __future__ import annotations

from bot.errors.base import TableError
from games.core.words import N_


class DayNotPlayable(TableError):
    """The day hasn't begun, is closed, or is over and the person has no unfinished attempt."""

    text = N_("That reef's day is over. `/learn` opens today's.")


class AttemptUsed(TableError):
    """The person has already used their attempt, but its data was erased."""

    text = N_("You've had your try at this reef. `/learn` has another one tomorrow.")


class AttemptNotBegun(TableError):
    """The person hasn't started their attempt."""

    text = N_("You haven't begun this reef. `/learn` opens today's.")


class AttemptNotFinished(TableError):
    """The person hasn't finished their attempt."""

    text = N_("You haven't finished this reef yet. `/learn` continues it.")


class GameNotHosted(TableError):
    """The day's game, or that version of its rules, is no longer hosted."""

    text = N_("I can't play that day's game any more. `/learn` has another one tomorrow.")


class ComputerUnavailable(TableError):
    """The computer couldn't choose a move. All earlier moves are stored."""

    text = N_("The computer can't think right now. Your moves are kept: press again in a moment.")


class DayNotOver(TableError):
    """The day isn't closed, so its deal stays hidden from people who may still play it."""

    text = N_("You'll see that twelve hours after the day ends, when it's over for everybody.")


class NoBestLine(TableError):
    """The day's best line hasn't been found yet, or is no longer kept."""

    text = N_("I don't have that day's best line. `/learn` shows yesterday's, once I've found it.")
