"""Errors about tournaments."""

from __future__ import annotations

from bot.errors.base import TableError
from games.core.words import N_
from games.tournament import events

SENTENCE_BY_REFUSAL = {
    events.TOURNAMENT_IS_OVER: N_("This tournament is over."),
    events.TOURNAMENT_HAS_BEGUN: N_("The tournament has begun already."),
    events.TOURNAMENT_NOT_BEGUN: N_("The tournament isn't running."),
    events.NO_LATE_ENTRY: N_(
        "You can't join this tournament after it has begun; only a Swiss one allows that."
    ),
    events.TOURNAMENT_IS_FULL: N_("The tournament is full."),
    events.TOO_FEW_ENTRIES: N_("You need at least two people to begin, and enough for one table."),
    events.ALREADY_ENTERED: N_("You're in it already."),
    events.NOT_ENTERED: N_("That person isn't in this tournament."),
    events.NO_SUCH_TABLE: N_("There's no such table in this tournament."),
    events.HAS_RESULT: N_("This table has its result."),
    events.TOO_LATE: N_("The next round has been drawn from this result: it can't be changed any more."),
    events.NOT_PAUSED: N_("The tournament isn't paused."),
    events.ROUND_OPEN: N_("The round is still being played."),
    events.STILL_PLAYED: N_("That match isn't over yet. Correct its result once it is."),
    events.UNREADABLE_EVENT: N_("I can't read that result."),
}


class TournamentActionRefused(TableError):
    """The tournament's current state forbids the action.

    ``why`` is the reason's key in :data:`SENTENCE_BY_REFUSAL`.
    """

    def __init__(self, why: str) -> None:
        super().__init__(SENTENCE_BY_REFUSAL[why])
        self.why = why


class NotInTournament(TableError):
    """The user never joined the tournament, or has withdrawn."""

    text = N_("You're not in this tournament, or no longer.")


class NoSuchTournament(TableError):
    """There is no such tournament, or it belongs to another server."""

    text = N_("There's no tournament in this channel. Open one: `/club tournament`")


class UnclearTournamentName(TableError):
    """The user can see no tournament with that name, or more than one."""

    text = N_("There's no tournament called “{name}”. Pick one from the list.")

    def __init__(self, name: str) -> None:
        super().__init__(name=name)


class NotTournamentHost(TableError):
    """The user is neither the tournament's host nor a server manager."""

    text = N_("Only {host}, who hosts the tournament, and people with Manage Server can do that.")

    def __init__(self, host_id: int) -> None:
        super().__init__(host=f"<@{host_id}>")


class OwnMatchCorrection(TableError):
    """The user played in the match, so they can't correct its result."""

    text = N_(
        "You played that match, so you can't correct its result. Ask another person with Manage Server."
    )


class TooManyTournamentsHere(TableError):
    """The server has the maximum number of unfinished tournaments."""

    text = N_(
        "This server already has {most} tournaments. `/club open` lists them; anyone with "
        "Manage Server can end one."
    )

    def __init__(self, most: int) -> None:
        super().__init__(most=most)


class TooManyOwnTournaments(TableError):
    """The user already hosts the maximum number of unfinished tournaments in this server."""

    text = N_("You already host {most} tournaments here. End one first: `/club open`")

    def __init__(self, most: int) -> None:
        super().__init__(most=most)


class TooManyHostedTournaments(TableError):
    """The chosen new host already hosts the maximum number of unfinished tournaments in this server."""

    text = N_("{person} already hosts {most} tournaments here.")

    def __init__(self, user_id: int, most: int) -> None:
        super().__init__(person=f"<@{user_id}>", most=most)


class UnsuitableHost(TableError):
    """The chosen new host isn't a human member of this server, or hosts the tournament already."""

    text = N_("Choose another person of this server.")


class CreatorRoleRequired(TableError):
    """The user doesn't have the role that is needed to create tournaments in this server."""

    text = N_("Only {role} and people with Manage Server can create tournaments here.")

    def __init__(self, role_id: int) -> None:
        super().__init__(role=f"<@&{role_id}>")


class NotServerManager(TableError):
    """The user isn't a server manager, so they can't choose who may create tournaments."""

    text = N_("Only people with Manage Server can set this.")


class UnreadableTime(TableError):
    """The typed text isn't a time."""

    text = N_("I can't read “{text}” as a time. Type it like this: `3h`, `19:30` or `2027-05-30 19:30`.")

    def __init__(self, text: str) -> None:
        super().__init__(text=text)


class TimeOutOfRange(TableError):
    """The typed time is too early or too far in the future."""

    text = N_("That's {when}. Choose a time from five minutes to ninety days from now.")

    def __init__(self, when: str) -> None:
        super().__init__(when=when)


class IncompatibleTerms(TableError):
    """The settings chosen for a tournament don't fit together."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
