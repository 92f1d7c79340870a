"""The shadow seat as one spectator sees it: the questions of the seat in turn, answered beside the match."""

from __future__ import annotations

import asyncio

from bot.features.shadow_seat import verbs
from bot.features.shadow_seat.keeper import Keeper, deal
from bot.features.shadow_seat.texts import write_agreement, write_page
from bot.model.table import OVER, PLAYING, Table
from bot.storage.shadows import Shadows
from bot.tables.checks import check_host
from bot.tables.seats import has_played
from bot.tables.service import Tables
from bot.ui import replies
from bot.ui.components import Item, button, view
from bot.ui.escaping import escape_name
from bot.ui.ids import Choice, custom_id, page_of, table_of
from bot.ui.people import person
from bot.ui.play.answering import answer_presses, ask_or_act
from bot.ui.play.solo import Shown
from bot.ui.presses import Press
from bot.ui.scenes import require_match
from bot.ui.services import Interaction
from games.core.errors import StaleAction
from games.core.words import Words


class Panel:
    """Asks what a spectator would play, seals it, and compares at the end."""

    def __init__(self, tables: Tables, shadows: Shadows, keeper: Keeper) -> None:
        self._tables = tables
        self._shadows = shadows
        self._keeper = keeper

    @property
    def presses(self) -> tuple[Press, ...]:
        """Its handlers of presses."""
        return (
            Press(verbs.OPEN, self.open),
            Press(verbs.SWITCH, self.switch),
            Press(verbs.ASK, self.ask, dear=True),
            *answer_presses(verbs.TURNED, self._go_on, self._seal),
        )

    async def open(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show the page of the shadow seat."""
        await replies.begin(interaction, new=True)
        await self._show(interaction, await self._tables.get(table_of(parts)))

    async def switch(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Open it or close it, for the host.

        :raises NotHost: somebody else pressed.
        """
        await replies.begin(interaction)
        table = await self._tables.get(table_of(parts))
        check_host(table, interaction.user.id)
        await self._shadows.open(table.id, opened=page_of(parts, 1) == 1)
        await self._show(interaction, table)

    async def ask(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Begin to ask what the presser would play."""
        await replies.begin(interaction)
        table = await self._tables.get(table_of(parts))
        match = await self._keeper.check(table, interaction.user.id)
        await self._go_on(interaction, Choice(table.id, match.seq, match.to_act[0]))

    async def _go_on(self, interaction: Interaction, choice: Choice) -> None:
        """Ask what is still open, or seal what the picks come to."""
        table = await self._tables.get(choice.table)
        match = await self._keeper.check(table, interaction.user.id)
        if (choice.seq, choice.seat) != (match.seq, match.to_act[0]):
            raise StaleAction
        w = replies.reader(interaction)
        dealt = await asyncio.to_thread(deal, table, match)
        shown = Shown(dealt, table.names, ("shadow", table.id, match.seq), verbs.TURNED, undoes=False)
        lines = [
            w("**What would you play for {name}?**", name=escape_name(table.names[choice.seat])),
            w("-# What you can't see is dealt at random here."),
        ]
        await ask_or_act(interaction, shown, choice, lines, self._seal)

    async def _seal(self, interaction: Interaction, choice: Choice, token: str) -> None:
        who = person(interaction)
        await self._keeper.seal(choice.table, who, choice.seq, choice.seat, token)
        await self._show(interaction, await self._tables.get(choice.table))

    async def _show(self, interaction: Interaction, table: Table) -> None:
        match, w, user = require_match(table), replies.reader(interaction), interaction.user.id
        if table.status == OVER:
            found = await self._keeper.compare_all(table, user)
            text = write_agreement(found.people, w)
            await replies.show(interaction, text, view=view([]))
            return
        if user != table.host_id:
            await self._keeper.check(table, user)
        opened = await self._keeper.is_open(table)
        own = await self._keeper.find(table, user)
        items: list[Item] = []
        if user == table.host_id:
            label = w("Close the shadow seat") if opened else w("Open the shadow seat")
            items.append(button(custom_id("b", verbs.SWITCH, table.id, int(not opened)), label))
        if opened and not has_played(table, user):
            label = w("Seal a move") if own is None else w("Seal another")
            items.insert(0, button(custom_id("b", verbs.ASK, table.id), label, emoji="👤"))
        text = await asyncio.to_thread(write_page, table, match, own, w, opened=opened)
        await replies.show(interaction, text, view=view(items))


def offer_in_menu(table: Table, user_id: int, w: Words, row: int) -> Item | None:
    """Return the button behind *More…*: for who watches, for the host, and at the end for everybody."""
    if table.match is None or table.status not in (PLAYING, OVER):
        return None
    if table.status == PLAYING and has_played(table, user_id) and user_id != table.host_id:
        return None
    return button(custom_id("b", verbs.OPEN, table.id), w("Shadow seat"), emoji="👤", row=row)
