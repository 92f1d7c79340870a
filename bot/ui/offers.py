"""Entries that features add to shared pages.

A page lists them after its own entries, in the order of the registry, without importing any feature.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final, Literal, NamedTuple

import discord

from bot.model.table import Table
from bot.model.table_request import TableRequest
from bot.ui.components import Item
from bot.ui.ids import OutdatedId
from games.core.match import Match
from games.core.protocol import Game
from games.core.values import value_class
from games.core.words import Msg, Words

TableButtonMaker = Callable[[Table, int, Words, int], Item | None]
"""Called with the table, the user's ID, the language and the row. Returns a button, if it has a use now."""
GameButtonMaker = Callable[[Game, Words, bool], Item | None]
"""Called with the game, the language and whether a press may replace the page that has the button.

Returns ``None`` if the button would lead nowhere for this game.
"""
PositionButtonMaker = Callable[[Table, int, Words, int, int], Item | None]
"""Makes the button for a position, if there is one.

Called with the table, the ply, the language, the row and the position's number in the message (0 if the
message shows only one). For an imported match (:class:`ImportedRecords`), the table's ID is negative.
"""
WaitingButtonMaker = Callable[[Table, Match, int, Words], Item | None]
"""Called with the table, its match, the seat and the language. Returns a button, if it has a use now."""
OwnSettingSource = Callable[[int, Words], Awaitable[tuple[str, Item]]]
"""Called with the user's ID and language. Returns a line with the setting, and a button to change it."""
ChannelSettingSource = Callable[[int, Words, int], Awaitable[tuple[str, Item]]]
"""Called with the channel's ID, the language and the row. Returns a line with the setting, and a button."""
OriginWriter = Callable[[Table, Words], Awaitable[Sequence[str]]]
"""Returns lines that say where a table's randomness comes from.

There are none if the feature didn't open the table.
"""
ServerButtonMaker = Callable[[int, Words], Awaitable[Item | None]]
"""Called with the server's ID and the language. Returns a button, if it has a use now."""


class SpecialPlaceOpener(NamedTuple):
    """Opens tables in a special place of a server, such as a forum."""

    open_and_confirm: Callable[[discord.Interaction[Any], TableRequest], Awaitable[bool]]
    """Opens a table in the place and confirms it. Returns ``False`` if the table doesn't belong there."""
    open_without_reply: Callable[[discord.Interaction[Any], TableRequest], Awaitable[Table | None]]
    """Opens a table without a reply. Returns ``None`` if the server has no such place.

    Raises a ``TableError`` if the place can't be used.
    """


EntryGroup = Literal["watch", "history", "table"]
WATCH_GROUP: Final = "watch"
"""Group of the buttons for spectators, in the *More…* menu and on the table's page."""
HISTORY_GROUP: Final = "history"
"""Group of the buttons about earlier moves, below *More…* of the *History* tab of the table's page."""
TABLE_GROUP: Final = "table"
"""Group of the buttons about the table itself, in the *More…* menu and on the table's page."""


class HomeEntry(NamedTuple):
    """A line and a button for a person's home page (``/mine``). Either can be left out."""

    text: str = ""
    button: Item | None = None


HomeSource = Callable[[discord.Interaction[Any], Words], Awaitable[HomeEntry | None]]
"""Called with the interaction that shows a person's home page, and the language."""


@value_class
class MenuEntry:
    """A button of the *More…* menu or of a table's page, depending on its group."""

    make_button: TableButtonMaker
    group: EntryGroup = TABLE_GROUP
    should_show: Callable[[Table, int], Awaitable[bool]] | None = None
    """Called with the table and the user's ID. Returns whether to show the button."""


class Notice(NamedTuple):
    """A text for one person, and a callback that records that they have seen it."""

    text: str
    mark_seen: Callable[[], Awaitable[None]]


class PageTab(NamedTuple):
    """A tab of a page that several features share (:mod:`bot.ui.tabs`)."""

    key: str
    """Name in custom_ids, which never changes."""
    position: int
    """The tab with the lowest number comes first."""
    label: str
    """Marked for translation."""
    emoji: str
    show: Callable[[discord.Interaction[Any], Game | None], Awaitable[None]]
    """Shows the tab, given the requested game or ``None``."""


NoticeSource = Callable[[Table, int, Words], Awaitable[list[Notice]]]
"""Called with the table, user ID and language. Returns the notices that this person hasn't seen yet."""


@value_class
class DataLine:
    """A line on the *My data* page that counts rows stored about a person."""

    keys: tuple[str, ...]
    """Names of the row lists to count, from :meth:`bot.storage.people.PersonalData.collect_data`."""
    text: Msg
    """A plural message for the number of rows."""


@value_class
class ReviewResult:
    """The review of a match, with pictures."""

    text: str
    files: list[discord.File]
    plies: Sequence[int]
    """Plies of the turning points."""
    compact_review: str
    """Short form of the review. A :data:`MatchReviewer` that gets it needn't compute the review again."""


MatchReviewer = Callable[[Table, str, Words], Awaitable[ReviewResult | None]]
"""Reviews an imported match; returns ``None`` if the feature can't do so now.

Called with the match as a table without seated people, the ``compact_review`` of an earlier result (empty if
there is none), and the language.
"""


SwingSource = Callable[[Table, str], Awaitable[Mapping[int, float]]]
"""Returns the change in win chances by step number.

Called with a table and the short form of an imported match's review, which is empty for a match played with
this bot. The mapping is empty if no review is stored or the changes must stay hidden.
"""


class ImportedRecords(NamedTuple):
    """Finds and shows imported matches as tables without seated people.

    A table's ID is the match's number, negated.
    """

    find_table: Callable[[discord.Interaction[Any], int], Awaitable[Table]]
    """Returns a match by its number, or raises a ``TableError`` if the person may not see the match."""
    show_match: Callable[[discord.Interaction[Any], int], Awaitable[None]]
    """Shows the first page of a match, or raises a ``TableError`` if the person may not see the match."""
    import_attachment: Callable[[discord.Interaction[Any], discord.Attachment], Awaitable[None]]
    """Imports the match of an attached file, and shows its first page."""


class MovePlanner(NamedTuple):
    """Queues typed moves for later turns."""

    prepare_move: Callable[[discord.Interaction[Any], str, str], Awaitable[None]]
    """Queues a typed move, perhaps under a typed condition, and shows all queued moves."""
    suggest_moves: Callable[[discord.Interaction[Any], str], Awaitable[list[tuple[str, str]]]]
    """Returns the label and text of moves that fit what has been typed."""
    suggest_conditions: Callable[[discord.Interaction[Any], str], Awaitable[list[tuple[str, str]]]]
    """Returns the label and text of conditions that fit what has been typed."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False, repr=False)
class Offers:
    """Entries that a feature adds to shared pages."""

    menu_entries: Sequence[MenuEntry] = ()
    ending_buttons: Sequence[TableButtonMaker] = ()
    """Buttons below an ended match. They are public, so the functions are called with user ID 0."""
    home_sources: Sequence[HomeSource] = ()
    """Lines and buttons below a person's tables on their home page (``/mine``)."""
    game_buttons: Sequence[GameButtonMaker] = ()
    """On a game's rules page, in its lobbies and on its ``/help`` page."""
    position_buttons: Sequence[PositionButtonMaker] = ()
    """On every page that shows an earlier position."""
    waiting_buttons: Sequence[WaitingButtonMaker] = ()
    """Below the status that is shown to a player who waits for others."""
    own_view_buttons: Sequence[WaitingButtonMaker] = ()
    """Below the private picture that a player opens with *My hand*."""
    notice_sources: Sequence[NoticeSource] = ()
    """Shown to a person once, the next time they look at a table."""
    lobby_seat_buttons: Sequence[TableButtonMaker] = ()
    own_settings: Sequence[OwnSettingSource] = ()
    """Settings on the ``/me`` page."""
    channel_settings: Sequence[ChannelSettingSource] = ()
    data_lines: Sequence[DataLine] = ()
    """Lines on the *My data* page that count the rows stored about a person."""
    origin_writers: Sequence[OriginWriter] = ()
    """Lines on the fairness page."""
    special_places: Sequence[SpecialPlaceOpener] = ()
    """Tried in order when a table is opened."""
    learn_tabs: Sequence[PageTab] = ()
    club_tabs: Sequence[PageTab] = ()
    server_buttons: Sequence[ServerButtonMaker] = ()
    """Buttons below the board of a server."""
    server_change_callbacks: Sequence[Callable[[int], None]] = ()
    """Called with the server's ID after a change of settings. They must be quick."""
    match_reviewers: Sequence[MatchReviewer] = ()
    swing_sources: Sequence[SwingSource] = ()
    """Used to choose the highlights of replays."""
    imported_records: Sequence[ImportedRecords] = ()
    """Only one feature stores imported matches."""
    move_planners: Sequence[MovePlanner] = ()
    """Only one feature adds a planner, for ``/move``."""

    async def list_menu_button_makers(
        self, table: Table, user_id: int, group: EntryGroup
    ) -> list[TableButtonMaker]:
        """Return the functions that make a group's buttons, for the entries that should be shown now."""
        return [
            entry.make_button
            for entry in self.menu_entries
            if entry.group == group and (entry.should_show is None or await entry.should_show(table, user_id))
        ]

    def list_ending_buttons(self, table: Table, w: Words) -> list[Item]:
        """Return the buttons that features add below an ended match."""
        buttons = (make(table, 0, w, 0) for make in self.ending_buttons)
        return [item for item in buttons if item is not None]

    def list_position_buttons(
        self, table: Table, ply: int, w: Words, row: int, number: int = 0
    ) -> list[Item]:
        """Return the buttons that features add below the position at a ply.

        :param number: the number of the position if a message shows several, else 0.
        """
        buttons = (make(table, ply, w, row, number) for make in self.position_buttons)
        return [item for item in buttons if item is not None]

    def list_game_buttons(self, game: Game, w: Words, *, replaces_page: bool) -> list[Item]:
        """Return the buttons that features add about a game.

        :param replaces_page: whether a press may replace the page that has the buttons.
        """
        buttons = (make(game, w, replaces_page) for make in self.game_buttons)
        return [item for item in buttons if item is not None]

    def report_server_change(self, guild_id: int) -> None:
        """Notify all features that the settings of a server have changed."""
        for callback in self.server_change_callbacks:
            callback(guild_id)

    async def review_match(self, table: Table, compact_review: str, w: Words) -> ReviewResult | None:
        """Return the review of an imported match; ``None`` if no feature can review it now."""
        for review_match in self.match_reviewers:
            review = await review_match(table, compact_review, w)
            if review is not None:
                return review
        return None

    async def find_swings(self, table: Table, compact_review: str = "") -> Mapping[int, float]:
        """Return the change in win chances by step number, or an empty mapping if no feature knows it.

        :param compact_review: short form of an imported match's review; empty for a match played with this
            bot.
        """
        for find in self.swing_sources:
            swings = await find(table, compact_review)
            if swings:
                return swings
        return {}

    def require_imports(self) -> ImportedRecords:
        """Return the store of imported matches.

        :raises OutdatedId: no feature has such a store.
        """
        if not self.imported_records:
            raise OutdatedId
        return self.imported_records[0]

    def require_planner(self) -> MovePlanner:
        """Return the planner, which queues moves.

        :raises OutdatedId: no feature has a planner.
        """
        if not self.move_planners:
            raise OutdatedId
        return self.move_planners[0]


def merge_offers(offers: Iterable[Offers]) -> Offers:
    """Combine the entries of several features into one :class:`Offers`, in order."""
    all_offers = tuple(offers)
    return Offers(
        **{
            field.name: tuple(entry for one in all_offers for entry in getattr(one, field.name))
            for field in fields(Offers)
        }
    )
