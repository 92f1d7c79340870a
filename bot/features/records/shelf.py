"""What a person has brought so far: a list to choose from, and how to be rid of one."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

import discord

from bot.features.records import pages
from bot.features.records.keeper import Keeper
from bot.features.records.verbs import ASK, CHOOSE, LIST, OPEN, REMOVE
from bot.platform.limits import OPTION_TEXT, clip
from bot.storage.imports import ImportRow
from bot.ui import replies
from bot.ui.components import button, select, view
from bot.ui.ids import custom_id, number_of, table_of
from bot.ui.presses import Press
from bot.ui.services import Interaction
from games.core.match_record import MatchRecord
from games.core.protocol import Game
from games.core.words import Words


class Shelf:
    """Lists and removes imported matches."""

    def __init__(self, keeper: Keeper, games: Mapping[str, Game]) -> None:
        self._keeper = keeper
        self._games = games

    @property
    def presses(self) -> tuple[Press, ...]:
        """Its handlers of presses."""
        return (
            Press(LIST, self.open, table=None),
            Press(CHOOSE, self.choose, table=None, dear=True),
            Press(ASK, self.ask, table=None),
            Press(REMOVE, self.remove, table=None),
        )

    async def open(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """List the person's matches."""
        await replies.begin(interaction)
        await self._show(interaction, "")

    async def choose(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show one of them."""
        await replies.begin(interaction)
        found = await self._keeper.get(number_of(values), interaction.user.id, None)
        await pages.show_front(interaction, found)

    async def ask(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Ask once more."""
        await replies.begin(interaction)
        number, w = table_of(parts), replies.reader(interaction)
        items = [
            button(custom_id("b", REMOVE, number), w("Remove"), emoji="🗑️", style=discord.ButtonStyle.danger),
            button(custom_id("b", OPEN, number), w("Keep it")),
        ]
        text = w("Remove this imported match? Where you've posted it, its buttons stop working.")
        await replies.show(interaction, text, view=view(items))

    async def remove(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Forget one."""
        await replies.begin(interaction)
        await self._keeper.remove(table_of(parts), interaction.user.id)
        await self._show(interaction, replies.reader(interaction)("Removed."))

    async def _show(self, interaction: Interaction, note: str) -> None:
        w = replies.reader(interaction)
        kept = await self._keeper.list_of(interaction.user.id)
        if not kept:
            text = w("You have no imported matches. Use `/table import` to bring one.")
            await replies.show(interaction, f"{note}\n{text}".strip(), view=view([]))
            return
        options = [
            discord.SelectOption(label=clip(self._name(row, record, w), OPTION_TEXT), value=str(row.id))
            for row, record in kept
        ]
        text = w.plural("You have {n} imported match.", "You have {n} imported matches.", len(kept))
        picked = select(custom_id("s", CHOOSE), options, w("Which match?"))
        await replies.show(interaction, f"{note}\n{text}".strip(), view=view([picked]))

    def _name(self, row: ImportRow, record: MatchRecord, w: Words) -> str:
        game = self._games.get(record.game)
        return w(
            "{game}, {seats} seats, {rows} rows, imported {date}",
            game=record.game if game is None else game.title,
            seats=record.seats,
            rows=len(record.rows),
            date=datetime.fromtimestamp(row.at, UTC).date().isoformat(),
        )
