"""What a person sees and presses: who wins, in private."""

from __future__ import annotations

import discord

from bot.features.predictions import verbs
from bot.features.predictions.errors import NothingToTip, PlayersDontTip
from bot.features.predictions.keeper import Keeper
from bot.features.predictions.texts import write_open, write_results, write_sealed
from bot.model.table import LOBBY, OVER, PLAYING, Table
from bot.platform.limits import LABEL, clip
from bot.storage.tips import TipRow
from bot.tables.seats import has_played
from bot.tables.service import Tables
from bot.ui import replies
from bot.ui.components import Item, button, view
from bot.ui.ids import custom_id, seat_of, table_of
from bot.ui.people import person
from bot.ui.presses import Press
from bot.ui.scenes import require_match
from bot.ui.services import Interaction
from games.core.words import Words


class Page:
    """Asks for a tip, and shows all of them after the end."""

    def __init__(self, tables: Tables, keeper: Keeper) -> None:
        self._tables = tables
        self._keeper = keeper

    @property
    def presses(self) -> tuple[Press, ...]:
        """Its handlers of presses."""
        return (
            Press(verbs.OPEN, self.open),
            Press(verbs.GIVE, self.give),
            Press(verbs.WITHDRAW, self.withdraw),
        )

    async def open(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show one's own tip, or after the end all of them."""
        await replies.begin(interaction, new=True)
        await self._show(interaction, table_of(parts))

    async def give(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Take the tip that the button carries."""
        await replies.begin(interaction)
        table_id = table_of(parts)
        await self._keeper.give(table_id, person(interaction), seat_of(parts, 1))
        await self._show(interaction, table_id)

    async def withdraw(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Take the own tip back."""
        await replies.begin(interaction)
        await self._keeper.withdraw(table_of(parts), interaction.user.id)
        await self._show(interaction, table_of(parts))

    async def _show(self, interaction: Interaction, table_id: int) -> None:
        table, w = await self._tables.get(table_id), replies.reader(interaction)
        if table.status == LOBBY:
            raise NothingToTip
        match = require_match(table)
        if table.status == OVER:
            rows = await self._keeper.results(table)
            if rows is None:
                await replies.refuse(interaction, w("I can't score the tips right now. Try again later."))
                return
            await replies.show(interaction, write_results(table, match, rows, w), view=view([]))
            return
        if has_played(table, interaction.user.id):
            raise PlayersDontTip
        own = await self._keeper.find(table, interaction.user.id)
        if await self._keeper.is_locked(table):
            await replies.show(interaction, write_sealed(table, own, w), view=view([]))
            return
        await replies.show(interaction, write_open(table, own, w), view=view(list_buttons(table, own, w)))


def list_buttons(table: Table, own: TipRow | None, w: Words) -> list[Item]:
    """Return a button for each seat."""
    items = []
    for seat, name in enumerate(table.names):
        chosen = own is not None and own.seat == seat
        style = discord.ButtonStyle.primary if chosen else discord.ButtonStyle.secondary
        identity = custom_id("b", verbs.GIVE, table.id, seat)
        items.append(button(identity, clip(name, LABEL), style=style, disabled=chosen))
    if own is not None:
        items.append(button(custom_id("b", verbs.WITHDRAW, table.id), w("Take it back"), emoji="↩️"))
    return items


def offer_in_menu(table: Table, user_id: int, w: Words, row: int) -> Item | None:
    """Return the button behind *More…*: to tip for who does not play, to see all tips after the end."""
    if table.match is None or table.status not in (PLAYING, OVER):
        return None
    if table.status == PLAYING and has_played(table, user_id):
        return None
    label = w("Tips") if table.status == OVER else w("Who wins?")
    return button(custom_id("b", verbs.OPEN, table.id), label, emoji="🔮", row=row)
