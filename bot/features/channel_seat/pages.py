"""The private page of the channel's seat: the host's settings, and the user's own vote."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial

from bot.errors.tables import TableOver
from bot.features.channel_seat import verbs
from bot.features.channel_seat.choices import (
    list_lobby_controls,
    list_term_menus,
    make_page_button,
    write_lobby_lines,
    write_voters_line,
)
from bot.features.channel_seat.keeper import (
    ChannelSeatKeeper,
    OpenVote,
    deal_for_seat,
    find_channel_seat,
    list_givable_seats,
)
from bot.features.channel_seat.texts import write_tally, write_voting_terms
from bot.model.table import TABLE_IN_LOBBY, TABLE_OVER, TABLE_PLAYING, Table
from bot.platform.limits import MAX_BUTTON_LABEL_LENGTH, MAX_MESSAGE_LENGTH, clip
from bot.storage.channel_seats import VotingTerms
from bot.tables.running import require_running_match
from bot.tables.seats import has_played
from bot.tables.service import Tables
from bot.ui import replies
from bot.ui.answers import PanelPage
from bot.ui.components import Item, make_button, make_view
from bot.ui.durations import write_timestamp
from bot.ui.ids import (
    make_custom_id,
    read_chosen_number,
    read_page,
    read_seat,
    read_table_id,
)
from bot.ui.presses import PressHandler
from bot.ui.scenes import escape_scene, make_scene
from bot.ui.services import Interaction
from games.core.protocol import Game
from games.core.words import Words

MAX_OFFERED_SEATS = 5


class ChannelSeatPage:
    """Shows the private page of the channel's seat, and stores the choices made there."""

    def __init__(
        self, tables: Tables, keeper: ChannelSeatKeeper, check_votes: Callable[[int], Awaitable[None]]
    ) -> None:
        """Create the page.

        :param check_votes: closes a table's vote if it has enough votes, and waits briefly for the result.
        """
        self._tables = tables
        self._keeper = keeper
        self._check_votes = check_votes

    @property
    def press_handlers(self) -> tuple[PressHandler, ...]:
        return (
            PressHandler(verbs.OPEN_VERB, self.open_channel_seat, allows_guest_channels=True),
            PressHandler(verbs.GIVE_SEAT_VERB, self.give_seat),
            PressHandler(verbs.RETURN_SEAT_VERB, self.return_seat),
            PressHandler(verbs.SEAT_CHANNEL_VERB, self.seat_channel),
            PressHandler(verbs.UNSEAT_CHANNEL_VERB, self.unseat_channel),
            PressHandler(verbs.SET_TIME_VERB, self.set_time),
            PressHandler(verbs.SET_QUORUM_VERB, self.set_quorum),
        )

    async def open_channel_seat(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Replace the panel that has the button with the page, because the panel would become outdated."""
        await self.show_page(interaction, await self._tables.get(read_table_id(parts)))

    async def give_seat(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Give a seat to the channel. Only the host may do this."""
        table = await self._keeper.give_seat(read_table_id(parts), interaction.user.id, read_seat(parts, 1))
        await self.show_page(interaction, table)

    async def return_seat(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Give the channel's seat back to a computer. Only the host may do this."""
        await self.show_page(
            interaction, await self._keeper.return_seat(read_table_id(parts), interaction.user.id)
        )

    async def seat_channel(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Give the channel a seat in a lobby: a free one, or the host's own if the button says so.

        :raises HostRequired: the user isn't the host.
        """
        table_id, user, replaces_host = read_table_id(parts), interaction.user.id, read_page(parts, 1) == 1
        await self.show_page(
            interaction,
            await self._keeper.seat_channel(table_id, user, interaction.id, replaces_host=replaces_host),
        )

    async def unseat_channel(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Remove the channel's seat from a lobby. Only the host may do this."""
        await self.show_page(
            interaction, await self._keeper.unseat_channel(read_table_id(parts), interaction.user.id)
        )

    async def set_time(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Set the duration of a vote. Only the host may do this."""
        await self._change_terms(interaction, read_table_id(parts), "seconds", values)

    async def set_quorum(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Set the number of votes that close a vote early. Only the host may do this."""
        await self._change_terms(interaction, read_table_id(parts), "quorum", values)

    async def _change_terms(
        self, interaction: Interaction, table_id: int, term: str, values: list[str]
    ) -> None:
        changed = {term: read_chosen_number(values)}
        terms = replace(await self._keeper.find_voting_terms(await self._tables.get(table_id)), **changed)
        await self.show_page(
            interaction, await self._keeper.set_voting_terms(table_id, interaction.user.id, terms)
        )

    async def show_page_after_vote(self, interaction: Interaction, table_id: int) -> None:
        """Show the page to a person who has just voted.

        If the match has ended in the meantime, only the result of the last vote is shown.

        :raises TableOver: the match has ended and no result is known.
        """
        await self._check_votes(table_id)
        table = await self._tables.get(table_id)
        if table.status != TABLE_OVER:
            await self.show_page(interaction, table)
            return
        result = await self._write_last_result(interaction, table, replies.get_words(interaction))
        if not result:
            raise TableOver
        await replies.show(interaction, "\n".join(result), view=None)

    async def show_page(self, interaction: Interaction, table: Table, note: str = "") -> None:
        """Show the page of the channel's seat.

        :param note: text to show above the page in a lobby.
        :raises TableError: the match has ended or can't be read.
        """
        w, user = replies.get_words(interaction), interaction.user.id
        if table.status == TABLE_IN_LOBBY:
            page = await self._make_lobby_page(interaction, table)
            text = "\n".join(part for part in (note, page.text) if part)
            await replies.show(interaction, clip(text, MAX_MESSAGE_LENGTH), view=page.view)
            again = partial(self._make_updated_lobby_page, interaction)
            interaction.client.services.panels.keep_answer_updated(interaction, table, page.state_key, again)
            return
        lines, items = [_write_title(table, w)], list[Item]()
        require_running_match(table)
        if not table.seat_by_channel_id:
            lines.append(_write_introduction(table.game, w))
            if user == table.host_id:
                items += _make_seat_buttons(table, w)
            else:
                lines.append(w("Only the host can begin it."))
        else:
            terms = await self._keeper.find_voting_terms(table)
            lines += [write_voting_terms(terms, w), *await self._write_votes(interaction, table, w)]
            items += await self._list_controls(interaction, table, terms, w)
        await replies.show(interaction, clip("\n".join(lines), MAX_MESSAGE_LENGTH), view=make_view(items))

    async def _make_lobby_page(self, interaction: Interaction, table: Table) -> PanelPage:
        w = replies.get_words(interaction)
        terms = await self._keeper.find_voting_terms(table)
        invited_channel_id = await self._keeper.find_invited_channel(table)
        text = "\n".join((_write_title(table, w), *write_lobby_lines(table, terms, invited_channel_id, w)))
        items = list_lobby_controls(table, interaction.user.id, terms, invited_channel_id, w)
        return PanelPage(text, clip(text, MAX_MESSAGE_LENGTH), make_view(items))

    async def _make_updated_lobby_page(self, interaction: Interaction, table: Table) -> PanelPage | None:
        """Return the lobby's updated page; ``None`` once the match has begun or the table is closed."""
        return await self._make_lobby_page(interaction, table) if table.status == TABLE_IN_LOBBY else None

    async def _write_votes(self, interaction: Interaction, table: Table, w: Words) -> list[str]:
        """Return the lines about the open vote and the user's own choice, or about the last result.

        A user who has voted in the open vote doesn't see the last result, because they could mistake it for
        the result of the open vote.
        """
        user, last = interaction.user.id, await self._write_last_result(interaction, table, w)
        open_vote = await self._keeper.find_open_vote(table, interaction.channel_id)
        if open_vote is None:
            return last
        ends = w("The vote ends {when}.", when=write_timestamp(open_vote.row.closes_at))
        own = None if has_played(table, user) else await self._keeper.find_voted_token(table, user)
        if own is None:
            return [ends, *last]
        choice = await asyncio.to_thread(_describe_choice, table, open_vote, own, w)
        return [ends, w("You've voted for: **{action}**. Nobody else sees it.", action=choice)]

    async def _write_last_result(self, interaction: Interaction, table: Table, w: Words) -> list[str]:
        last = await self._keeper.find_last_result(table, find_channel_seat(table, interaction.channel_id))
        if last is None or table.match is None:
            return []
        return [await asyncio.to_thread(write_tally, table, table.match, last, w)]

    async def _list_controls(
        self, interaction: Interaction, table: Table, terms: VotingTerms, w: Words
    ) -> list[Item]:
        items, user, here = list[Item](), interaction.user.id, interaction.channel_id
        if not has_played(table, user) and await self._keeper.find_open_vote(table, here) is not None:
            label = (
                w("Vote")
                if await self._keeper.find_voted_token(table, user) is None
                else w("Change your vote")
            )
            items.append(make_button(make_custom_id("b", verbs.ASK_VERB, table.id), label, emoji="🗳️", row=2))
        if user == table.host_id:
            items += list_term_menus(table, terms, w)
            if find_channel_seat(table) is not None:
                back = make_custom_id("b", verbs.RETURN_SEAT_VERB, table.id)
                items.append(make_button(back, w("Let the computer go on"), row=2))
        if here in table.guest_channel_ids and interaction.permissions.manage_channels:
            items.append(
                make_button(make_custom_id("b", verbs.QUIT_VERB, table.id), w("Stop playing here"), row=3)
            )
        return items


def make_menu_button(table: Table, user_id: int, w: Words, row: int) -> Item | None:
    """Return the *More…* entry that opens the channel's page in a running match.

    Return ``None`` if no channel plays, unless the user is the host and can give the channel a seat.
    """
    if table.status != TABLE_PLAYING or table.match is None:
        return None
    if not table.seat_by_channel_id and not (user_id == table.host_id and list_givable_seats(table)):
        return None
    return make_page_button(table, w, row)


def _write_title(table: Table, w: Words) -> str:
    return w("**The channel plays · {game}, table {number}**", game=table.game.title, number=table.id)


def _write_introduction(game: Game, w: Words) -> str:
    return "\n".join(
        (
            w("Everybody here who doesn't play can share one of the computers' seats."),
            w("Each of its moves is chosen by a private vote: a button in the channel opens it."),
            write_voters_line(game, w),
            w("-# Then nobody new can take a seat in this match, and it changes no ratings."),
        )
    )


def _make_seat_buttons(table: Table, w: Words) -> list[Item]:
    return [
        make_button(
            make_custom_id("b", verbs.GIVE_SEAT_VERB, table.id, seat),
            clip(w("Give the channel the seat of {name}", name=table.names[seat]), MAX_BUTTON_LABEL_LENGTH),
            row=number,
        )
        for number, seat in enumerate(list_givable_seats(table)[:MAX_OFFERED_SEATS])
    ]


def _describe_choice(table: Table, open_vote: OpenVote, token: str, w: Words) -> str:
    position, scene = make_scene(table, deal_for_seat(table, open_vote), open_vote.row.seat, w)
    action = open_vote.match.rules.read(token)
    return open_vote.match.game.texts.describe_action(action, position, escape_scene(scene)).rstrip(".")
