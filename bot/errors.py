"""What the host refuses or cannot do, each told in words to the one who asked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from games.core.words import N_, Msg

if TYPE_CHECKING:
    from bot.snapshot import Table


class BotError(Exception):
    """Something was refused or failed. ``message`` says what, for the person."""

    def __init__(self, msgid: str, **values: object) -> None:
        super().__init__(msgid)
        self.message = Msg(msgid, values)

    def __str__(self) -> str:
        return self.message.msgid.format(**self.message.values)


class StorageError(BotError):
    """The database cannot be used."""


class Unwritable(StorageError):
    """The file or its folder cannot be written."""

    def __init__(self, path: object, reason: object) -> None:
        super().__init__(N_("The database {path} cannot be written: {reason}"), path=path, reason=reason)


class NotADatabase(StorageError):
    """The file is something else, or damaged."""

    def __init__(self, path: object, reason: object) -> None:
        super().__init__(N_("{path} is not a usable database: {reason}"), path=path, reason=reason)


class NewerSchema(StorageError):
    """The file was written by a newer version of the bot."""

    def __init__(self, path: object, found: int, known: int) -> None:
        super().__init__(
            N_("The database {path} has schema {found}; this version of the bot knows up to {known}."),
            path=path,
            found=found,
            known=known,
        )


class InUse(StorageError):
    """Another process holds the file."""

    def __init__(self, path: object) -> None:
        super().__init__(N_("Another process is using the database {path}."), path=path)


class DatabaseFailed(StorageError):
    """A statement failed (a full disk, a damaged file); nothing of it was kept."""

    def __init__(self, reason: object) -> None:
        super().__init__(N_("The database failed: {reason}"), reason=reason)


class Closed(StorageError):
    """The file has been closed: the bot is stopping."""

    def __init__(self) -> None:
        super().__init__(N_("The bot is stopping. Please try again in a minute."))


class TableError(BotError):
    """A table refused something and nothing has changed."""


class NoTable(TableError):
    """There is no such table."""

    def __init__(self) -> None:
        super().__init__(N_("There is no such table."))


class NoTableHere(TableError):
    """The channel has never had a table."""

    def __init__(self) -> None:
        super().__init__(N_("There is no table here. `/play` opens one."))


class TableOver(TableError):
    """The table has ended."""

    def __init__(self) -> None:
        super().__init__(N_("This table is over."))


class TableFrozen(TableError):
    """The recorded match does not replay, so nobody may go on with it."""

    def __init__(self) -> None:
        super().__init__(
            N_("This table is frozen: its record does not replay. It can be exported or closed.")
        )


class ChannelTaken(TableError):
    """The channel has an active table already: ``table``."""

    def __init__(self, table: Table) -> None:
        super().__init__(N_("There is a table in this channel already."))
        self.table = table


class AlreadyStarted(TableError):
    """The match has begun, so the lobby is closed."""

    def __init__(self) -> None:
        super().__init__(N_("The match has already begun."))


class NotStarted(TableError):
    """The match has not begun."""

    def __init__(self) -> None:
        super().__init__(N_("The match has not begun yet."))


class NotOver(TableError):
    """There is no rematch of a match that goes on."""

    def __init__(self) -> None:
        super().__init__(N_("The match is not over yet."))


class NotSeated(TableError):
    """The person has no seat at this table."""

    def __init__(self) -> None:
        super().__init__(N_("You have no seat at this table."))


class NoDrawWithComputers(TableError):
    """Nobody but computer players is there to agree."""

    def __init__(self) -> None:
        super().__init__(N_("Computer players agree to no draw. You can resign, or leave the table."))


class NoSuchSeat(TableError):
    """The table has no seat of that number."""

    def __init__(self) -> None:
        super().__init__(N_("This table has no such seat."))


class SeatTaken(TableError):
    """A person has the seat: ``name``."""

    def __init__(self, name: str) -> None:
        super().__init__(N_("{name} plays there. Only the seat of a computer can be taken over."), name=name)


class OtherSeatSeen(TableError):
    """The person has had another seat of this match, so this one would show them two hidden sides."""

    def __init__(self, names: Iterable[str]) -> None:
        super().__init__(
            N_("You know the hidden side of another seat of this match. You can only take back: {names}."),
            names=", ".join(names),
        )


class NoSeatFor(TableError):
    """Somebody who is to be asked could not take any seat over."""

    def __init__(self) -> None:
        super().__init__(N_("There is no seat here that this person could take over."))


class NoComputerThere(TableError):
    """The seat is not a computer player's."""

    def __init__(self) -> None:
        super().__init__(N_("No computer player sits there any more."))


class NoSuchLevel(TableError):
    """There is no computer player of that strength."""

    def __init__(self, level: str, levels: Iterable[str]) -> None:
        super().__init__(
            N_("There is no computer player “{level}”. There are: {levels}."),
            level=level[:40],
            levels=", ".join(levels),
        )


class SomebodyElses(TableError):
    """The seat is another person's."""

    def __init__(self, name: str) -> None:
        super().__init__(N_("That is for {name} to decide."), name=name)


class NotHost(TableError):
    """Only the host may do that."""

    def __init__(self, name: str) -> None:
        super().__init__(N_("Only the host, {name}, can do that."), name=name)


class NotAllowed(TableError):
    """Only the host of the channel's table, or who manages messages, may do that."""

    def __init__(self) -> None:
        super().__init__(
            N_("Only the host of the table here, or somebody who may manage messages, can do that.")
        )


class NotTheTurnOf(TableError):
    """It is the turn of somebody else: ``name``."""

    def __init__(self, name: str) -> None:
        super().__init__(N_("It is not your turn: it waits for {name}."), name=name)


class AlreadySeated(TableError):
    """The person has a seat already."""

    def __init__(self) -> None:
        super().__init__(N_("You are seated already."))


class NotInvited(TableError):
    """The person has no invitation that could be withdrawn."""

    def __init__(self) -> None:
        super().__init__(N_("That person is not invited to this table."))


class SeatsFull(TableError):
    """No seat is free."""

    def __init__(self) -> None:
        super().__init__(N_("All seats are taken."))


class SeatsKept(TableError):
    """The free seats are for those who were invited."""

    def __init__(self) -> None:
        super().__init__(N_("The free seats are kept for those who were invited."))


class NotEnoughSeats(TableError):
    """Too few people are seated to begin."""

    def __init__(self, needed: int, seated: int) -> None:
        super().__init__(
            N_("The match needs {needed} people; so far there are {seated}."), needed=needed, seated=seated
        )


class WrongSeats(TableError):
    """The game is not played by that many."""

    def __init__(self, title: str, least: int, most: int) -> None:
        super().__init__(
            N_("{title} can be played with {least} to {most} seats."), title=title, least=least, most=most
        )


class UnknownGame(TableError):
    """No game has that key."""

    def __init__(self, key: str, titles: Iterable[str] = ()) -> None:
        known = ", ".join(titles)
        if known:
            super().__init__(
                N_("No game is called “{key}”. There are: {titles}."), key=key[:40], titles=known
            )
        else:
            super().__init__(N_("No game is called “{key}”."), key=key[:40])


class UnhostedGame(UnknownGame):
    """The game of a table, ``table_id``, is no longer hosted."""

    def __init__(self, key: str, table_id: int) -> None:
        TableError.__init__(
            self,
            N_(
                "The game of table {number}, “{key}”, is no longer hosted here."
                " Who sits there, or a moderator, can end it with `/table close`."
            ),
            number=table_id,
            key=key[:40],
        )
        self.table_id = table_id


class BadOption(TableError):
    """The game has no such switch, or the switch no such value."""

    def __init__(self, option: str, value: str, known: Iterable[str]) -> None:
        super().__init__(
            N_("The game has no option `{option}={value}`. There are: {known}."),
            option=option[:40],
            value=value[:40],
            known=", ".join(f"`{one}`" for one in known),
        )


class BadOrder(TableError):
    """The text is no standing order of the game."""

    def __init__(self, order: str) -> None:
        super().__init__(N_("“{order}” is not a standing order of this game."), order=order[:40])


class WaitingFor(TableError):
    """Others want to answer in person first: ``user_ids``."""

    def __init__(self, names: Iterable[str], user_ids: Iterable[int]) -> None:
        super().__init__(N_("This waits for an answer from: {names}."), names=", ".join(names))
        self.user_ids = tuple(user_ids)


class BotOpponent(TableError):
    """A bot cannot take a seat."""

    def __init__(self) -> None:
        super().__init__(N_("A bot cannot take a seat. Invite a person."))


class NoProposal(TableError):
    """The proposal has been settled, or a move has overtaken it."""

    def __init__(self) -> None:
        super().__init__(N_("That proposal is no longer open."))


class OwnProposal(TableError):
    """Nobody agrees to what they have asked for themselves."""

    def __init__(self) -> None:
        super().__init__(
            N_("You have asked this yourself; the others answer. You can take it back with Decline.")
        )


class ProposalOpen(TableError):
    """One proposal at a time."""

    def __init__(self) -> None:
        super().__init__(N_("Another proposal is still to be answered."))


class NoClock(TableError):
    """Nobody is hurried at this table."""

    def __init__(self) -> None:
        super().__init__(N_("This table has no clock, so nobody's time can run out."))


class OwnClock(TableError):
    """Nobody claims against themselves."""

    def __init__(self) -> None:
        super().__init__(N_("That is your own clock: just move, and your time goes on."))


class TimeLeft(TableError):
    """The time of the seat has not run out."""

    def __init__(self, name: str) -> None:
        super().__init__(N_("The time of {name} has not run out. `/table clock` shows it."), name=name)


class NoTimeOut(TableError):
    """Nobody's time has run out."""

    def __init__(self) -> None:
        super().__init__(N_("Nobody's time has run out at this table. `/table clock` shows the clocks."))


class UnknownZone(TableError):
    """There is no such time zone."""

    def __init__(self, text: str) -> None:
        super().__init__(
            N_("There is no time zone “{text}”. Type a city near you, such as Europe/Amsterdam."),
            text=text[:40],
        )


class TooLongQuiet(TableError):
    """Quiet hours that leave hardly anything of a day."""

    def __init__(self, most: int) -> None:
        super().__init__(N_("Quiet hours may be {most} hours long at most."), most=most)


class TooLongAway(TableError):
    """A vacation that ends too far ahead."""

    def __init__(self, most: int) -> None:
        super().__init__(N_("A vacation lasts {most} days at most; it can be made longer later."), most=most)


class BadDate(TableError):
    """The end of a vacation is no day, or none to come."""

    def __init__(self) -> None:
        super().__init__(N_("Write a day to come as year-month-day, such as 2030-08-31."))
