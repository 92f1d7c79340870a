"""Refusals about tables: missing, not running, or reserved for someone else."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from bot.errors.base import TableError
from games.core.words import N_

if TYPE_CHECKING:
    from bot.model.table import Table


class NoSuchTable(TableError):
    """There is no such table."""

    text = N_("There's no such table.")


class TableInOtherChannel(TableError):
    """The action works only in the table's own channel, but the person is in another channel."""

    text = N_("This table is somewhere else. Use its buttons there; `/mine` lists your tables.")


class NoTableHere(TableError):
    """The channel has never had a table."""

    text = N_("There's no table here. `/play` opens one.")


class ServerChannelRequired(TableError):
    """Matches can only be played in server channels."""

    text = N_("Matches take place in a server's channel. Use `/play` there.")


class ManageChannelsRequired(TableError):
    """Changing the server's settings requires the permission to manage channels."""

    text = N_("You need the permission **Manage Channels** for that.")


class MessageWithoutTable(TableError):
    """The selected message doesn't belong to a table."""

    text = N_("That message isn't about a match. Use this on one of my boards or lobbies.")


class TableOver(TableError):
    """The table's match has ended, or the table was closed."""

    text = N_("This match has ended.")


class TableFrozen(TableError):
    """The match can't be replayed from its log, so it can't continue."""

    text = N_("I can't read this table's moves any more, so it's frozen. You can export or close it.")


class ChannelTaken(TableError):
    """The channel already has an active table, ``table``."""

    text = N_("There's already a table in this channel.")

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table = table


class MatchAlreadyStarted(TableError):
    """The match has begun, so the lobby is closed."""

    text = N_("The match has already begun.")


class MatchNotStarted(TableError):
    """The match has not begun."""

    text = N_("The match hasn't begun yet.")


class MatchNotOver(TableError):
    """The match is still running, so there can be no rematch yet."""

    text = N_("The match hasn't ended yet.")


class RematchNotAllowed(TableError):
    """The table belongs to a tournament, so it can't have a rematch."""

    text = N_("A tournament's match has no rematch. With `/play` you open a table of your own, elsewhere.")


class HelpNotAllowed(TableError):
    """Hints and other help are forbidden at this table, which belongs to a tournament."""

    text = N_("No help here: a tournament's match is played without hints, guide or *What if…*.")


class HostRequired(TableError):
    """The action is reserved for the table's host."""

    def __init__(self, name: str) -> None:
        if name:
            super().__init__(N_("Only the host, {name}, can do that."), name=name)
        else:
            super().__init__(N_("Only the host can do that."))


class HostOrModeratorRequired(TableError):
    """The action is reserved for the host of the channel's table and people who can manage messages."""

    text = N_("Only the table's host, or somebody who may manage messages, can do that.")


class UnknownGame(TableError):
    """There is no game with that key or title."""

    def __init__(self, key: str, titles: Iterable[str] = ()) -> None:
        known = ", ".join(titles)
        if known:
            super().__init__(
                N_("There's no game “{key}”. Choose from: {titles}."), key=key[:40], titles=known
            )
        else:
            super().__init__(N_("There's no game “{key}”."), key=key[:40])


class UnhostedGame(TableError):
    """The game of table ``table_id`` is no longer hosted."""

    text = N_(
        "The game of table {number}, “{key}”, is no longer here. Anybody seated there, or a "
        "moderator, can end it with `/table`."
    )

    def __init__(self, key: str, table_id: int) -> None:
        super().__init__(number=table_id, key=key[:40])
        self.table_id = table_id


class UnknownGameOption(TableError):
    """The game has no such option, or the option doesn't have that value."""

    text = N_("This game has no option `{option}={value}`. Choose from: {known}.")

    def __init__(self, option: str, value: str, known: Iterable[str]) -> None:
        super().__init__(option=option[:40], value=value[:40], known=", ".join(f"`{one}`" for one in known))


class WrongSeatCount(TableError):
    """The game can't be played with that number of players."""

    def __init__(self, title: str, least: int, most: int) -> None:
        if least == most:
            super().__init__(N_("{title} is for {most} players."), title=title, most=most)
        else:
            super().__init__(
                N_("{title} is for {least} to {most} players."), title=title, least=least, most=most
            )


class NotEnoughPlayers(TableError):
    """Too few seats are taken to begin."""

    text = N_("The match needs {needed} players and has {seated}.")

    def __init__(self, needed: int, seated: int) -> None:
        super().__init__(needed=needed, seated=seated)


class UnreadableOptions(TableError):
    """The options aren't of the form ``name=value``."""

    text = N_("“{text}” isn't an option. Write `name=value`, with a space between two.")

    def __init__(self, text: str) -> None:
        super().__init__(text=text[:40])
