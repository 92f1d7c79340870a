"""Refusals of requests about seats and invitations."""

from __future__ import annotations

from collections.abc import Iterable

from bot.errors.base import TableError
from games.core.words import N_


class NotSeated(TableError):
    """The person has no seat at this table."""

    text = N_("You have no seat at this table.")


class AlreadySeated(TableError):
    """The person already has a seat."""

    text = N_("You already have a seat.")


class NoSuchSeat(TableError):
    """The table has no seat with that number."""

    text = N_("This table has no such seat.")


class SeatTaken(TableError):
    """The seat is already taken by a person, ``name``."""

    text = N_("That's {name}'s seat. You can only take over a computer's.")

    def __init__(self, name: str) -> None:
        super().__init__(name=name)


class OtherSeatSeen(TableError):
    """The person once had another seat in this match, so they know its hidden information."""

    text = N_("You've seen another seat's cards in this match, so you can only take back: {names}.")

    def __init__(self, names: Iterable[str]) -> None:
        super().__init__(names=", ".join(names))


class ChannelAlreadySeated(TableError):
    """The channel already has a seat, so its voters would know the hidden information of two seats."""

    text = N_("That channel has a seat at this table.")


class HiddenInformationShared(TableError):
    """A channel plays or has played a seat, so anyone in it may know that seat's hidden information."""

    text = N_("The channel plays in this match, so nobody new can take a seat.")


class SeatsAssignedByTournament(TableError):
    """The table's seats were assigned by a tournament."""

    text = N_("Only the players drawn to a tournament's table can take its seats.")


class NoSeatForInvited(TableError):
    """The invited person can't take over any seat."""

    text = N_("There's no seat here for them to take over.")


class SeatWithoutComputer(TableError):
    """No computer plays the seat."""

    text = N_("That seat is no longer a computer's.")


class NoSuchComputerLevel(TableError):
    """There is no computer of that level."""

    text = N_("There's no computer “{level}”. Choose from: {levels}.")

    def __init__(self, level: str, levels: Iterable[str]) -> None:
        super().__init__(level=level[:40], levels=", ".join(levels))


class OtherPersonsSeat(TableError):
    """Only ``name``, the person in the seat, can decide this."""

    text = N_("Only {name} can decide that.")

    def __init__(self, name: str) -> None:
        super().__init__(name=name)


class SpectatorPress(TableError):
    """A spectator pressed a button that only ``name``, the person in the seat, can use."""

    text = N_("You're watching, so only {name} can decide that. *More…* shows what you can do.")

    def __init__(self, name: str) -> None:
        super().__init__(name=name)


class PersonNotInvited(TableError):
    """The person has no invitation that could be withdrawn."""

    text = N_("That person isn't invited to this table.")


class NoInvitationToDecline(TableError):
    """The person has no invitation to decline."""

    text = N_("You're not invited to this table, or no longer.")


class NotInviter(TableError):
    """Only the host, ``name``, or the person who sent the invitation may withdraw it."""

    text = N_("Only the host, {name}, or whoever sent this invitation can withdraw it.")

    def __init__(self, name: str) -> None:
        super().__init__(name=name)


class AllSeatsTaken(TableError):
    """No seat is free."""

    text = N_("All seats are taken.")


class SeatsReserved(TableError):
    """The free seats are reserved for people who were invited."""

    text = N_("The free seats are kept for the people invited.")


class SelfChallenge(TableError):
    """The person challenged themselves."""

    text = N_("You can't challenge yourself. To play both sides, name yourself as the opponent in `/play`.")


class ChallengedPersonAbsent(TableError):
    """The challenged person, ``name``, has left the server or can't see the channel."""

    text = N_("{name} can't see this channel. Challenge them where both of you can write.")

    def __init__(self, name: str) -> None:
        super().__init__(name=name)


class BotOpponent(TableError):
    """A bot cannot take a seat."""

    text = N_("Bots can't take a seat. Invite a person.")
