"""The private pages about following: the settings for one table, and the list of followed tables."""

from __future__ import annotations

import discord

from bot.errors.base import TableError
from bot.errors.tables import UnhostedGame
from bot.features.follow import verbs
from bot.features.follow.errors import FollowingNotForPlayers, NothingToFollow, TooManyFollowedTables
from bot.features.follow.moments import (
    EACH_ROUND,
    EACH_TENTH_TURN,
    END_ONLY,
    MOMENT_KINDS,
    TURNS_PER_PING,
    count_passed_moments,
)
from bot.model.table import TABLE_PLAYING, Table
from bot.model.verbosity import QUIET_VERBOSITY
from bot.platform.limits import MAX_BUTTON_LABEL_LENGTH, MAX_MESSAGE_LENGTH, clip
from bot.storage.follows import FollowRow, Follows
from bot.storage.messages import Messages
from bot.tables.service import Tables
from bot.ui import replies
from bot.ui.components import Item, make_button, make_select, make_view
from bot.ui.escaping import escape_name
from bot.ui.ids import IdParts, OutdatedId, make_custom_id, read_chosen_number, read_table_id
from bot.ui.links import make_table_link
from bot.ui.presses import PressHandler, make_tableless_handler
from bot.ui.services import Interaction
from games.core.words import Words

MAX_FOLLOWED_TABLES = 25
STOP_CHOICE = "stop"


class FollowPage:
    """Shows the pages about following, and stores the user's choices."""

    def __init__(self, tables: Tables, follows: Follows, messages: Messages) -> None:
        self._tables = tables
        self._follows = follows
        self._messages = messages

    @property
    def press_handlers(self) -> tuple[PressHandler, ...]:
        return (
            PressHandler(verbs.OPEN_VERB, self.open_follow_settings, acknowledge="new"),
            PressHandler(verbs.CHOOSE_VERB, self.store_mention_choice),
            make_tableless_handler(verbs.STOP_FOLLOWING_VERB, self.stop_following),
            make_tableless_handler(verbs.LIST_ALL_VERB, self.open_followed_tables),
        )

    async def open_follow_settings(
        self, interaction: Interaction, parts: list[str], values: list[str]
    ) -> None:
        """Show the user's settings for following a table."""
        await self._show_settings(interaction, await self._tables.get(read_table_id(parts)))

    async def store_mention_choice(
        self, interaction: Interaction, parts: list[str], values: list[str]
    ) -> None:
        """Store when the user wants to be pinged, or stop following.

        :raises OutdatedId: the choice doesn't exist.
        :raises TableError: the user can't follow this table.
        """
        table, chosen = await self._tables.get(read_table_id(parts)), IdParts(parts)[1]
        if chosen == STOP_CHOICE:
            await self._follows.remove_follower(table.id, interaction.user.id)
        elif chosen in MOMENT_KINDS:
            await self.follow_table(table, interaction.user.id, chosen)
        else:
            raise OutdatedId
        await self._show_settings(interaction, table)

    async def follow_table(self, table: Table, user_id: int, moment_kind: str) -> None:
        """Store that a person wants pings at the chosen moments of a table's match.

        :param moment_kind: one of :data:`~bot.features.follow.moments.MOMENT_KINDS`.
        :raises FollowingNotForPlayers: the person plays there.
        :raises NothingToFollow: no match is running.
        :raises TooManyFollowedTables: the person follows too many tables already.
        """
        require_can_follow(table, user_id)
        assert table.match is not None
        passed_count = count_passed_moments(table.match, moment_kind)
        if not await self._follows.store_follower(
            table.id, user_id, moment_kind, passed_count, MAX_FOLLOWED_TABLES
        ):
            raise TooManyFollowedTables(MAX_FOLLOWED_TABLES)

    async def stop_following(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Stop following the table chosen in the list."""
        await self._follows.remove_follower(read_chosen_number(values), interaction.user.id)
        await self.show_followed_tables(interaction)

    async def open_followed_tables(
        self, interaction: Interaction, parts: list[str], values: list[str]
    ) -> None:
        """Show the list of followed tables when its button is pressed."""
        await self.show_followed_tables(interaction)

    async def show_followed_tables(self, interaction: Interaction) -> None:
        """Show the tables that the user follows, and offer to follow this channel's table."""
        w, user = replies.get_words(interaction), interaction.user.id
        lines, options = [], []
        for row in await self._follows.list_followed_matches(user):
            line, title = await self._describe_followed_match(row, w)
            lines.append(line)
            options.append(
                discord.SelectOption(label=clip(title, MAX_BUTTON_LABEL_LENGTH), value=str(row.match_id))
            )
        items: list[Item] = []
        if options:
            lines.insert(0, w("## Tables you follow"))
            items.append(
                make_select(
                    make_custom_id("s", verbs.STOP_FOLLOWING_VERB),
                    options[:MAX_FOLLOWED_TABLES],
                    w("Stop following…"),
                    row=0,
                )
            )
        else:
            lines.append(w("You follow no table. Press *More…* on a board, then *Follow…*."))
        here = await self._find_followable_table(interaction)
        if here is not None and await self._follows.find_follower(here.id, user) is None:
            label = w("Follow table {number}", number=here.id)
            items.append(make_button(make_custom_id("b", verbs.OPEN_VERB, here.id), label, emoji="🔔", row=1))
        await replies.show(interaction, clip("\n".join(lines), MAX_MESSAGE_LENGTH), view=make_view(items))

    async def _find_followable_table(self, interaction: Interaction) -> Table | None:
        try:
            table = await self._tables.lookup.find_active_table(interaction.channel_id or 0)
        except UnhostedGame:
            return None
        return table if table is not None and can_follow(table, interaction.user.id) else None

    async def _describe_followed_match(self, row: FollowRow, w: Words) -> tuple[str, str]:
        try:
            table = await self._tables.get(row.match_id)
        except TableError:
            named = w("table {number}", number=row.match_id)
            return w("- Table {number}: this game is no longer here", number=row.match_id), named
        people = w.join_list([escape_name(name) for name in table.names])
        line = w(
            "- **{game}** with {people}, {table}: {points}",
            game=table.game.title,
            people=people,
            table=await make_table_link(self._messages, table, w),
            points=describe_moment_kind(table, row.moment_kind, w),
        )
        return line, w("{game} · table {number}", game=table.game.title, number=table.id)

    async def _show_settings(self, interaction: Interaction, table: Table) -> None:
        w, user = replies.get_words(interaction), interaction.user.id
        require_can_follow(table, user)
        row = await self._follows.find_follower(table.id, user)
        head = w("**Follow {game} · table {number}**", game=table.game.title, number=table.id)
        if row is None:
            lines = [head, w("When should I mention you here?")]
        else:
            lines = [
                head,
                w("I mention you here: {points}.", points=describe_moment_kind(table, row.moment_kind, w)),
            ]
        if await self._tables.channels.get_verbosity(table.place.channel_id) == QUIET_VERBOSITY:
            lines.append(w("-# This channel is quiet, so I only mention you at the end."))
        lines.append(w("-# In your quiet hours I wait until they're over. `/me` sets them."))
        items = []
        labels = {
            END_ONLY: w("At the end"),
            EACH_ROUND: w("Every {n} turns", n=len(table.occupants)),
            EACH_TENTH_TURN: w("Every {n} turns", n=TURNS_PER_PING),
        }
        for moment_kind, label in labels.items():
            chosen = row is not None and row.moment_kind == moment_kind
            style = discord.ButtonStyle.primary if chosen else discord.ButtonStyle.secondary
            identity = make_custom_id("b", verbs.CHOOSE_VERB, table.id, moment_kind)
            items.append(make_button(identity, label, style=style, disabled=chosen))
        if row is not None:
            items.append(
                make_button(
                    make_custom_id("b", verbs.CHOOSE_VERB, table.id, STOP_CHOICE),
                    w("Stop following"),
                    emoji="🔕",
                )
            )
        items.append(
            make_button(make_custom_id("b", verbs.LIST_ALL_VERB), w("All you follow"), emoji="📋", row=1)
        )
        await replies.show(interaction, "\n".join(lines), view=make_view(items))


def describe_moment_kind(table: Table, moment_kind: str, w: Words) -> str:
    """Describe when a follower is pinged, such as "every 2 turns, and at the end".

    A number is given instead of "each round", because some games have rounds of their own.
    """
    if moment_kind == END_ONLY:
        return w("at the end")
    turns = len(table.occupants) if moment_kind == EACH_ROUND else TURNS_PER_PING
    return w("every {n} turns, and at the end", n=turns)


def can_follow(table: Table, user_id: int) -> bool:
    """Return whether a match is running at a table and the person doesn't play in it."""
    return table.status == TABLE_PLAYING and table.match is not None and not table.list_seats(user_id)


def require_can_follow(table: Table, user_id: int) -> None:
    """Require that a person can follow a table.

    :raises FollowingNotForPlayers: the person plays there.
    :raises NothingToFollow: no match is running.
    """
    if table.list_seats(user_id):
        raise FollowingNotForPlayers
    if not can_follow(table, user_id):
        raise NothingToFollow


def make_menu_button(table: Table, user_id: int, w: Words, row: int) -> Item | None:
    """Return the *Follow…* entry of *More…*; ``None`` if the user can't follow this match."""
    if not can_follow(table, user_id):
        return None
    return make_button(make_custom_id("b", verbs.OPEN_VERB, table.id), w("Follow…"), emoji="🔔", row=row)
