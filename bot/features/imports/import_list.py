"""Lists a user's imported matches, and removes them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

import discord

from bot.features.imports import pages
from bot.features.imports.imported import ImportedMatches
from bot.features.imports.verbs import (
    ASK_REMOVAL_VERB,
    CHOOSE_MATCH_VERB,
    LIST_VERB,
    OPEN_VERB,
    REMOVE_VERB,
    UPLOAD_VERB,
)
from bot.platform.limits import MAX_OPTION_TEXT_LENGTH, clip
from bot.storage.imports import ImportRow
from bot.ui import replies
from bot.ui.components import Item, make_button, make_select, make_view
from bot.ui.ids import make_custom_id, read_chosen_number, read_table_id
from bot.ui.presses import PressHandler, make_tableless_handler
from bot.ui.services import Interaction
from games.core.match_record import MatchRecord
from games.core.protocol import Game
from games.core.words import Words


class ImportList:
    """Lists and removes a user's imported matches."""

    def __init__(self, matches: ImportedMatches, games: Mapping[str, Game]) -> None:
        self._matches = matches
        self._games = games

    @property
    def press_handlers(self) -> tuple[PressHandler, ...]:
        return (
            make_tableless_handler(LIST_VERB, self.open_import_list),
            make_tableless_handler(CHOOSE_MATCH_VERB, self.show_chosen_match, is_expensive=True),
            make_tableless_handler(ASK_REMOVAL_VERB, self.ask_to_confirm_removal),
            make_tableless_handler(REMOVE_VERB, self.remove_match),
        )

    async def open_import_list(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """List the user's imported matches."""
        await self._show_list(interaction, "")

    async def show_chosen_match(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show the match chosen in the list."""
        imported_match = await self._matches.get_match(read_chosen_number(values), interaction.user.id, None)
        await pages.show_first_page(interaction, imported_match)

    async def ask_to_confirm_removal(
        self, interaction: Interaction, parts: list[str], values: list[str]
    ) -> None:
        """Ask the user to confirm the removal of a match."""
        number, w = read_table_id(parts), replies.get_words(interaction)
        items = [
            make_button(
                make_custom_id("b", REMOVE_VERB, number),
                w("Remove"),
                emoji="🗑️",
                style=discord.ButtonStyle.danger,
            ),
            make_button(make_custom_id("b", OPEN_VERB, number), w("Keep it")),
        ]
        text = w("Remove this imported match? Where you've posted it, its buttons stop working.")
        await replies.show(interaction, text, view=make_view(items))

    async def remove_match(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Remove a match from the user's imported matches."""
        await self._matches.remove_match(read_table_id(parts), interaction.user.id)
        await self._show_list(interaction, replies.get_words(interaction)("Removed."))

    async def _show_list(self, interaction: Interaction, note: str) -> None:
        w = replies.get_words(interaction)
        owned_matches = await self._matches.list_owned_matches(interaction.user.id)
        if not owned_matches:
            text = w("You have no imported matches.")
            await replies.show(
                interaction, f"{note}\n{text}".strip(), view=make_view([_make_import_button(w)])
            )
            return
        options = [
            discord.SelectOption(
                label=clip(self._make_label(row, record, w), MAX_OPTION_TEXT_LENGTH), value=str(row.id)
            )
            for row, record in owned_matches
        ]
        text = w.plural("You have {n} imported match.", "You have {n} imported matches.", len(owned_matches))
        picked = make_select(make_custom_id("s", CHOOSE_MATCH_VERB), options, w("Which match?"))
        await replies.show(
            interaction, f"{note}\n{text}".strip(), view=make_view([picked, _make_import_button(w)])
        )

    def _make_label(self, row: ImportRow, record: MatchRecord, w: Words) -> str:
        game = self._games.get(record.game)
        return w(
            "{game}, {seats} seats, {rows} rows, imported {date}",
            game=record.game if game is None else game.title,
            seats=record.seat_count,
            rows=len(record.rows),
            date=datetime.fromtimestamp(row.uploaded_at, UTC).date().isoformat(),
        )


def _make_import_button(w: Words) -> Item:
    return make_button(make_custom_id("b", UPLOAD_VERB), w("Import a match…"), emoji="📥", row=1)
