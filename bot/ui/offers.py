"""Entries that features add to the pages of the house.

A page shows these entries besides its own and knows no feature. They appear in the order of the features in
the registry.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

import discord

from bot.model.table import Table
from bot.model.wish import Wish
from bot.ui.components import Item
from bot.ui.ids import OutdatedId
from games.core.match import Match
from games.core.protocol import Game
from games.core.words import Msg, Words

TableButton = Callable[[Table, int, Words, int], Item | None]
"""Gets the table, the user's id, the language and the row; returns a button if it makes sense now."""
GameButton = Callable[[Game, Words, bool], Item | None]
"""Gets the game, the language and whether the press may take the place of the page with the button; returns a
button if the game has what it leads to."""
PositionButton = Callable[[Table, int, Words, int, int], Item | None]
"""Gets the table, the ply, the language, the row and the number of the position among several in one message,
else 0; returns a button if it makes sense there. A table number below 0 is that of an imported match
(:class:`Records`)."""
WaitingButton = Callable[[Table, Match, int, Words], Item | None]
"""Gets the table, its match as the seat finds it, the seat and the language; returns a button if it makes
sense now."""
OwnSetting = Callable[[int, Words], Awaitable[tuple[str, Item]]]
"""Gets the user's id and language; returns a line with the current setting and the button that changes it."""
ChannelSetting = Callable[[int, Words, int], Awaitable[tuple[str, Item]]]
"""Gets the channel's id, the language and the row; returns a line with the current setting and the button
that changes it."""
Origin = Callable[[Table, Words], Awaitable[Sequence[str]]]
"""Gets the table and the language; returns the lines about where its chance comes from, none if it doesn't
know the table."""
Opener = Callable[[discord.Interaction[Any], Wish], Awaitable[bool]]
"""Opens a table in the place meant for it and says so; returns whether there is such a place."""


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """A button of the menu *More…*."""

    make: TableButton
    fits: Callable[[Table, int], Awaitable[bool]] | None = None
    """Gets the table and the user's id; checks in the store whether the button makes sense now."""


class Notice(NamedTuple):
    """A text for one person, and what records that they have seen it."""

    text: str
    mark_seen: Callable[[], Awaitable[None]]


NoticeSource = Callable[[Table, int, Words], Awaitable[list[Notice]]]
"""Gets the table, the user's id and the language; returns what the person has not seen yet."""


@dataclass(frozen=True, slots=True)
class KeptLine:
    """A line of `/me data` about rows that are kept of a person."""

    keys: tuple[str, ...]
    """Whose rows it counts, as in :meth:`bot.storage.people.PersonalData.collect`."""
    text: Msg
    """A plural of their number."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The review of a match, and its pictures."""

    text: str
    files: list[discord.File]
    plies: Sequence[int]
    """The turning points."""
    kept: str
    """The review in short; passed to the next call, it saves computing the review again."""


Judge = Callable[[Table, str, Words], Awaitable[Judged | None]]
"""Gets an ended match as a table nobody sits at, what was kept of its review, and the language."""


class Records(NamedTuple):
    """Finds and shows matches that were not played at a table of this bot.

    Such a match is shown as a table that nobody sits at, whose number is the negated number of the match.
    """

    find: Callable[[discord.Interaction[Any], int], Awaitable[Table]]
    """Returns a match by its number; raises a ``TableError`` if the person may not see it."""
    show: Callable[[discord.Interaction[Any], int], Awaitable[None]]
    """Shows the first page of a match; raises the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offers:
    """Entries for the pages of the house."""

    menu: Sequence[MenuEntry] = ()
    """Buttons in the last row of a table's menu *More…*."""
    games: Sequence[GameButton] = ()
    """Buttons about a game, with its rules, in its lobbies and where it is offered."""
    positions: Sequence[PositionButton] = ()
    """Buttons about an earlier position, wherever one is shown."""
    waiting: Sequence[WaitingButton] = ()
    """Buttons for a player who waits for others."""
    notices: Sequence[NoticeSource] = ()
    """Notices for one person, shown once, the next time they look at a table."""
    lobby_seats: Sequence[TableButton] = ()
    """Buttons below the seats of a lobby."""
    own_settings: Sequence[OwnSetting] = ()
    """Settings of a person, on the page of `/me settings`."""
    channel_settings: Sequence[ChannelSetting] = ()
    """Settings of a channel, on the page of `/table settings`."""
    kept: Sequence[KeptLine] = ()
    """Lines of `/me data` about what it keeps of a person."""
    origins: Sequence[Origin] = ()
    """Explain on the fairness page where the chance of a table comes from that no press opened."""
    openers: Sequence[Opener] = ()
    """Are asked in turn whether a table belongs somewhere else than where it is asked for."""
    judges: Sequence[Judge] = ()
    """Review matches that were not played at a table of this bot."""
    records: Sequence[Records] = ()
    """Keep matches that were not played at a table of this bot. Only one feature does."""

    def list_position_buttons(
        self, table: Table, ply: int, w: Words, row: int, number: int = 0
    ) -> list[Item]:
        """Return the buttons about the position at a ply.

        :param number: of the position, if a message shows several.
        """
        made = (make(table, ply, w, row, number) for make in self.positions)
        return [item for item in made if item is not None]

    def list_game_buttons(self, game: Game, w: Words, *, replaces: bool) -> list[Item]:
        """Return the buttons about a game.

        :param replaces: whether a press may take the place of the page with the buttons.
        """
        made = (make(game, w, replaces) for make in self.games)
        return [item for item in made if item is not None]

    async def judge(self, table: Table, kept: str, w: Words) -> Judged | None:
        """Return the review of an ended match; ``None`` if no feature can review it now."""
        for judge in self.judges:
            judged = await judge(table, kept, w)
            if judged is not None:
                return judged
        return None

    def require_records(self) -> Records:
        """Return what keeps imported matches.

        :raises OutdatedId: no feature does.
        """
        if not self.records:
            raise OutdatedId
        return self.records[0]


def gather(offers: Iterable[Offers]) -> Offers:
    """Return the entries of all, in order."""
    found = tuple(offers)
    return Offers(
        **{
            field.name: tuple(entry for one in found for entry in getattr(one, field.name))
            for field in fields(Offers)
        }
    )
