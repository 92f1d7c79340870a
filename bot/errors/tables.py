"""What a table refuses, whoever asks: it is not there, not begun, over, or not theirs to decide on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from bot.errors.base import TableError
from games.core.words import N_

if TYPE_CHECKING:
    from bot.model.table import Table


class NoTable(TableError):
    """There is no such table."""

    text = N_("There's no such table.")


class Elsewhere(TableError):
    """The table is in another channel, and the press was made where it does not count."""

    text = N_("This table is somewhere else. Use its buttons there; `/mine` lists your tables.")


class NoTableHere(TableError):
    """The channel has never had a table."""

    text = N_("There's no table here. `/play` opens one.")


class ServerOnly(TableError):
    """Matches are played in the channels of servers."""

    text = N_("Matches take place in a server's channel. Use `/play` there.")


class NoTableThere(TableError):
    """The message that somebody points at is not one of a table."""

    text = N_("That message isn't about a match. Use this on one of my boards or lobbies.")


class TableOver(TableError):
    """The table has ended."""

    text = N_("This match has ended.")


class TableFrozen(TableError):
    """The recorded match does not replay, so nobody may go on with it."""

    text = N_("I can't read this table's moves any more, so it's frozen. You can export or close it.")


class ChannelTaken(TableError):
    """The channel has an active table already: ``table``."""

    text = N_("There's already a table in this channel.")

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table


class AlreadyStarted(TableError):
    """The match has begun, so the lobby is closed."""

    text = N_("The match has already begun.")


class NotStarted(TableError):
    """The match has not begun."""

    text = N_("The match hasn't begun yet.")


class NotOver(TableError):
    """There is no rematch of a match that goes on."""

    text = N_("The match hasn't ended yet.")


class NoRematch(TableError):
    """People were drawn to that table: nobody there asks for another."""

    text = N_("A tournament's match has no rematch. With `/play` you open a table of your own, elsewhere.")


class NoHelp(TableError):
    """Everybody at the table plays without help."""

    text = N_("No help here: a tournament's match is played without hints, guide or *What if…*.")


class NotHost(TableError):
    """Only the host may do that."""

    def __init__(self, name: str) -> None:
        if name:
            super().__init__(N_("Only the host, {name}, can do that."), name=name)
        else:
            super().__init__(N_("Only the host can do that."))


class NotAllowed(TableError):
    """Only the host of the channel's table, or who manages messages, may do that."""

    text = N_("Only the table's host, or somebody who may manage messages, can do that.")


class UnknownGame(TableError):
    """No game has that key."""

    def __init__(self, key: str, titles: Iterable[str] = ()) -> None:
        known = ", ".join(titles)
        if known:
            super().__init__(
                N_("There's no game “{key}”. Choose from: {titles}."), key=key[:40], titles=known
            )
        else:
            super().__init__(N_("There's no game “{key}”."), key=key[:40])


class UnhostedGame(TableError):
    """The game of a table, ``table_id``, is no longer hosted."""

    text = N_(
        "The game of table {number}, “{key}”, is no longer here. Anybody seated there, or a "
        "moderator, can end it with `/table close`."
    )

    def __init__(self, key: str, table_id: int) -> None:
        super().__init__(number=table_id, key=key[:40])
        self.table_id = table_id


class BadOption(TableError):
    """The game has no such switch, or the switch no such value."""

    text = N_("This game has no option `{option}={value}`. Choose from: {known}.")

    def __init__(self, option: str, value: str, known: Iterable[str]) -> None:
        super().__init__(option=option[:40], value=value[:40], known=", ".join(f"`{one}`" for one in known))


class WrongSeats(TableError):
    """The game is not played by that many."""

    def __init__(self, title: str, least: int, most: int) -> None:
        if least == most:
            super().__init__(N_("{title} is for {most} players."), title=title, most=most)
        else:
            super().__init__(
                N_("{title} is for {least} to {most} players."), title=title, least=least, most=most
            )


class NotEnoughSeats(TableError):
    """Too few people are seated to begin."""

    text = N_("The match needs {needed} players and has {seated}.")

    def __init__(self, needed: int, seated: int) -> None:
        super().__init__(needed=needed, seated=seated)


class UnreadableOptions(TableError):
    """The options are not of the form ``name=value``."""

    text = N_("“{text}” isn't an option. Write `name=value`, with a space between two.")

    def __init__(self, text: str) -> None:
        super().__init__(text=text[:40])
