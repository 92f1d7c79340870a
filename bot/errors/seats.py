"""What is refused about seats: taking them, keeping them, giving them to others."""

from __future__ import annotations

from collections.abc import Iterable

from bot.errors.base import TableError
from games.core.words import N_


class NotSeated(TableError):
    """The person has no seat at this table."""

    text = N_("You have no seat at this table.")


class AlreadySeated(TableError):
    """The person has a seat already."""

    text = N_("You already have a seat.")


class NoSuchSeat(TableError):
    """The table has no seat of that number."""

    text = N_("This table has no such seat.")


class SeatTaken(TableError):
    """A person has the seat: ``name``."""

    text = N_("That's {name}'s seat. You can only take over a computer's.")

    def __init__(self, name: str) -> None:
        super().__init__(name=name)


class OtherSeatSeen(TableError):
    """The person has had another seat of this match, so this one would show them two hidden sides."""

    text = N_("You've seen another seat's cards in this match, so you can only take back: {names}.")

    def __init__(self, names: Iterable[str]) -> None:
        super().__init__(names=", ".join(names))


class ChannelSeated(TableError):
    """A channel has a seat already: who votes would see the hidden sides of both."""

    text = N_("That channel has a seat at this table.")


class ChannelHasSeen(TableError):
    """Everybody in the channel may have seen the hidden side of a seat."""

    text = N_("The channel plays in this match, so nobody new can take a seat.")


class NotDrawn(TableError):
    """Others were drawn to the table: nobody new takes a seat there."""

    text = N_("At a tournament's table only those who were drawn to it take a seat.")


class NoSeatFor(TableError):
    """Somebody who is to be asked could not take any seat over."""

    text = N_("There's no seat here for them to take over.")


class NoComputerThere(TableError):
    """The seat is not a computer player's."""

    text = N_("That seat is no longer a computer's.")


class NoSuchLevel(TableError):
    """There is no computer player of that strength."""

    text = N_("There's no computer “{level}”. Choose from: {levels}.")

    def __init__(self, level: str, levels: Iterable[str]) -> None:
        super().__init__(level=level[:40], levels=", ".join(levels))


class SomebodyElses(TableError):
    """The seat is another person's."""

    text = N_("Only {name} can decide that.")

    def __init__(self, name: str) -> None:
        super().__init__(name=name)


class NotInvited(TableError):
    """The person has no invitation that could be withdrawn."""

    text = N_("That person isn't invited to this table.")


class NotAsked(TableError):
    """The person has no invitation that they could turn down."""

    text = N_("You're not invited to this table, or no longer.")


class NotInviter(TableError):
    """Only the host, ``name``, or who sent the invitation may do that."""

    text = N_("Only the host, {name}, or whoever sent this invitation can withdraw it.")

    def __init__(self, name: str) -> None:
        super().__init__(name=name)


class SeatsFull(TableError):
    """No seat is free."""

    text = N_("All seats are taken.")


class SeatsKept(TableError):
    """The free seats are for those who were invited."""

    text = N_("The free seats are kept for the people invited.")


class OwnChallenge(TableError):
    """Somebody challenges themselves."""

    text = N_("You can't challenge yourself. To play both sides, name yourself as the opponent in `/play`.")


class CannotCome(TableError):
    """Somebody who is challenged, ``name``, has left the server or cannot see the channel."""

    text = N_("{name} can't see this channel. Challenge them where both of you can write.")

    def __init__(self, name: str) -> None:
        super().__init__(name=name)


class BotOpponent(TableError):
    """A bot cannot take a seat."""

    text = N_("Bots can't take a seat. Invite a person.")
