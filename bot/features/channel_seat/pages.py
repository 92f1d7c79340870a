"""The page of the channel's seat: the host gives it and sets how it votes, voters see their own vote."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial

from bot.errors.tables import NotStarted, TableOver
from bot.features.channel_seat import verbs
from bot.features.channel_seat.choices import list_in_lobby, list_terms, make_opener, write_lobby
from bot.features.channel_seat.keeper import Ballot, Keeper, deal, find_seat, list_givable
from bot.features.channel_seat.texts import write_tally, write_terms
from bot.model.table import LOBBY, OVER, PLAYING, Table
from bot.platform.limits import CONTENT, LABEL, clip
from bot.storage.channel_seats import VotingTerms
from bot.tables.seats import has_played
from bot.tables.service import Tables
from bot.ui import replies
from bot.ui.answers import Page as Shown
from bot.ui.components import Item, button, view
from bot.ui.durations import stamp
from bot.ui.ids import custom_id, fresh_mark, number_of, page_of, seat_of, table_of
from bot.ui.presses import Press
from bot.ui.scenes import escape_scene, make_scene
from bot.ui.services import Interaction
from games.core.words import Words

MOST = 5
"""So many seats are offered."""


class Page:
    """Shows it, and stores what is chosen."""

    def __init__(self, tables: Tables, keeper: Keeper, count: Callable[[int], Awaitable[None]]) -> None:
        """Answer presses.

        :param count: has the vote of a table looked at, for there may be enough votes, and waits a little
            for what comes of it.
        """
        self._tables = tables
        self._keeper = keeper
        self._count = count

    @property
    def presses(self) -> tuple[Press, ...]:
        """Its handlers of presses."""
        return (
            Press(verbs.OPEN, self.open, guests=True),
            Press(verbs.GIVE, self.give),
            Press(verbs.TAKE_BACK, self.take_back),
            Press(verbs.SIT, self.sit_down),
            Press(verbs.STAND, self.stand_up),
            Press(verbs.TIME, self.set_time),
            Press(verbs.QUORUM, self.set_quorum),
        )

    async def open(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show the page, in the place of the panel that it is opened from: that would no longer be true."""
        await replies.begin(interaction)
        await self.show(interaction, await self._tables.get(table_of(parts)))

    async def give(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Give a seat to the channel, for the host."""
        await replies.begin(interaction)
        table = await self._keeper.give(table_of(parts), interaction.user.id, seat_of(parts, 1))
        await self.show(interaction, table)

    async def take_back(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Let a computer go on for the channel, for the host."""
        await replies.begin(interaction)
        await self.show(interaction, await self._keeper.take_back(table_of(parts), interaction.user.id))

    async def sit_down(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Give the channel a seat of a lobby, for the host: the next one, or their own."""
        await replies.begin(interaction)
        table_id, user, instead = table_of(parts), interaction.user.id, page_of(parts, 1) == 1
        await self.show(
            interaction, await self._keeper.sit_down(table_id, user, interaction.id, instead=instead)
        )

    async def stand_up(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Take that seat away, for the host."""
        await replies.begin(interaction)
        await self.show(interaction, await self._keeper.stand_up(table_of(parts), interaction.user.id))

    async def set_time(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Set how long a vote is open, for the host."""
        await self._set(interaction, table_of(parts), "seconds", values)

    async def set_quorum(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Set how many votes end one, for the host."""
        await self._set(interaction, table_of(parts), "quorum", values)

    async def _set(self, interaction: Interaction, table_id: int, what: str, values: list[str]) -> None:
        await replies.begin(interaction)
        changed = {what: number_of(values)}
        terms = replace(await self._keeper.terms(await self._tables.get(table_id)), **changed)
        await self.show(interaction, await self._keeper.set_terms(table_id, interaction.user.id, terms))

    async def show_voted(self, interaction: Interaction, table_id: int) -> None:
        """Show it to who has just voted; where that was enough, with how the vote came out."""
        await self._count(table_id)
        table = await self._tables.get(table_id)
        if table.status != OVER:
            await self.show(interaction, table)
            return
        told = await self._write_last(interaction, table, replies.reader(interaction))
        if not told:
            raise TableOver
        await replies.show(interaction, "\n".join(told), view=None)

    async def show(self, interaction: Interaction, table: Table, note: str = "") -> None:
        """Show how the channel's seat stands to one person.

        :param note: stands above it in a lobby.
        """
        w, user = replies.reader(interaction), interaction.user.id
        if table.status == LOBBY:
            page = await self._write_lobby(interaction, table)
            text = "\n".join(part for part in (note, page.text) if part)
            await replies.show(interaction, clip(text, CONTENT), view=page.view)
            again = partial(self._renew, interaction)
            interaction.client.services.panels.keep(interaction, table, page.about, again)
            return
        lines, items = [_write_title(table, w)], list[Item]()
        if table.status != PLAYING or table.match is None:
            raise TableOver if table.status == OVER else NotStarted
        if not table.channels:
            lines.append(_explain(w))
            if user == table.host_id:
                items += _list_givable(table, w)
            else:
                lines.append(w("Only the host can begin it."))
        else:
            terms = await self._keeper.terms(table)
            lines += [write_terms(terms, w), *await self._write_votes(interaction, table, w)]
            items += await self._list_items(interaction, table, terms, w)
        await replies.show(interaction, clip("\n".join(lines), CONTENT), view=view(items))

    async def _write_lobby(self, interaction: Interaction, table: Table) -> Shown:
        w = replies.reader(interaction)
        terms, asked = await self._keeper.terms(table), await self._keeper.asked(table)
        text = "\n".join((_write_title(table, w), *write_lobby(table, terms, asked, w)))
        mark = fresh_mark(interaction.id)
        items = list_in_lobby(table, interaction.user.id, terms, asked, w, mark)
        return Shown(text, clip(text, CONTENT), view(items))

    async def _renew(self, interaction: Interaction, table: Table) -> Shown | None:
        """Write the page of a lobby as it stands once somebody was asked or has answered."""
        return await self._write_lobby(interaction, table) if table.status == LOBBY else None

    async def _write_votes(self, interaction: Interaction, table: Table, w: Words) -> list[str]:
        """Return how the present vote stands for a person, and how the last one came out.

        To who has voted in this one, the tally of another would read as its own.
        """
        user, last = interaction.user.id, await self._write_last(interaction, table, w)
        ballot = await self._keeper.find_ballot(table, interaction.channel_id)
        if ballot is None:
            return last
        ends = w("The vote ends {when}.", when=stamp(ballot.row.due))
        own = None if has_played(table, user) else await self._keeper.find(table, user)
        if own is None:
            return [ends, *last]
        said = await asyncio.to_thread(_say, table, ballot, own, w)
        return [ends, w("You've voted for: **{action}**. Nobody else sees it.", action=said)]

    async def _write_last(self, interaction: Interaction, table: Table, w: Words) -> list[str]:
        last = await self._keeper.find_last(table, find_seat(table, interaction.channel_id))
        if last is None or table.match is None:
            return []
        return [await asyncio.to_thread(write_tally, table, table.match, last, w)]

    async def _list_items(
        self, interaction: Interaction, table: Table, terms: VotingTerms, w: Words
    ) -> list[Item]:
        items, user, here = list[Item](), interaction.user.id, interaction.channel_id
        if not has_played(table, user) and await self._keeper.find_ballot(table, here) is not None:
            label = w("Vote") if await self._keeper.find(table, user) is None else w("Change your vote")
            items.append(button(custom_id("b", verbs.ASK, table.id), label, emoji="🗳️", row=2))
        if user == table.host_id:
            items += list_terms(table, terms, w)
            if find_seat(table) is not None:
                back = custom_id("b", verbs.TAKE_BACK, table.id)
                items.append(button(back, w("Let the computer go on"), row=2))
        if here in table.guests and interaction.permissions.manage_channels:
            items.append(button(custom_id("b", verbs.QUIT, table.id), w("Stop playing here"), row=3))
        return items


def offer_in_menu(table: Table, user_id: int, w: Words, row: int) -> Item | None:
    """Return the button behind *More…*: where the channel plays, and for the host where it could."""
    if table.status != PLAYING or table.match is None:
        return None
    if not table.channels and not (user_id == table.host_id and list_givable(table)):
        return None
    return make_opener(table, w, row)


def _write_title(table: Table, w: Words) -> str:
    return w("**The channel plays · {game}, table {number}**", game=table.game.title, number=table.id)


def _explain(w: Words) -> str:
    return "\n".join(
        (
            w("Everybody here who doesn't play can have one of the computers' seats together."),
            w("Each of its moves is chosen by a private vote: a button in the channel opens it."),
            w("Whoever votes sees what that seat sees, its hidden cards too; players don't, and can't vote."),
            w("-# Then nobody new can take a seat in this match, and it changes no ratings."),
        )
    )


def _list_givable(table: Table, w: Words) -> list[Item]:
    return [
        button(
            custom_id("b", verbs.GIVE, table.id, seat),
            clip(w("Give the channel the seat of {name}", name=table.names[seat]), LABEL),
            row=number,
        )
        for number, seat in enumerate(list_givable(table)[:MOST])
    ]


def _say(table: Table, ballot: Ballot, token: str, w: Words) -> str:
    position, scene = make_scene(table, deal(table, ballot), ballot.row.seat, w)
    action = ballot.match.rules.read(token)
    return ballot.match.game.texts.phrase(action, position, escape_scene(scene)).rstrip(".")
