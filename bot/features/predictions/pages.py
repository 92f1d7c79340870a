"""The private page on which a spectator predicts who wins."""

from __future__ import annotations

import discord

from bot.features.predictions import verbs
from bot.features.predictions.errors import NothingToPredict, PredictingNotForPlayers
from bot.features.predictions.keeper import PredictionKeeper
from bot.features.predictions.texts import write_locked_page, write_open_page, write_results
from bot.model.table import TABLE_IN_LOBBY, TABLE_OVER, TABLE_PLAYING, Table
from bot.platform.limits import MAX_BUTTON_LABEL_LENGTH, clip
from bot.storage.predictions import PredictionRow
from bot.tables.seats import has_played
from bot.tables.service import Tables
from bot.ui import replies
from bot.ui.components import Item, make_button, make_view
from bot.ui.ids import make_custom_id, read_seat, read_table_id
from bot.ui.people import get_person
from bot.ui.presses import PressHandler
from bot.ui.scenes import require_match
from bot.ui.services import Interaction
from games.core.words import Words


class PredictionPage:
    """Asks for a person's prediction, and shows everybody's predictions after the match."""

    def __init__(self, tables: Tables, keeper: PredictionKeeper) -> None:
        self._tables = tables
        self._keeper = keeper

    @property
    def press_handlers(self) -> tuple[PressHandler, ...]:
        return (
            PressHandler(verbs.OPEN_VERB, self.open_predictions, acknowledge="new"),
            PressHandler(verbs.GIVE_PREDICTION_VERB, self.store_prediction),
            PressHandler(verbs.WITHDRAW_VERB, self.withdraw_prediction),
        )

    async def open_predictions(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show the user's own prediction, or everybody's predictions after the match."""
        await self._show_page(interaction, read_table_id(parts))

    async def store_prediction(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Store the prediction for the seat that the button names."""
        table_id = read_table_id(parts)
        await self._keeper.store_prediction(table_id, get_person(interaction), read_seat(parts, 1))
        await self._show_page(interaction, table_id)

    async def withdraw_prediction(
        self, interaction: Interaction, parts: list[str], values: list[str]
    ) -> None:
        """Delete the user's prediction."""
        await self._keeper.withdraw_prediction(read_table_id(parts), interaction.user.id)
        await self._show_page(interaction, read_table_id(parts))

    async def _show_page(self, interaction: Interaction, table_id: int) -> None:
        table, w = await self._tables.get(table_id), replies.get_words(interaction)
        if table.status == TABLE_IN_LOBBY:
            raise NothingToPredict
        match = require_match(table)
        if table.status == TABLE_OVER:
            rows = await self._keeper.find_or_compute_results(table, fail_if_slow=True)
            if rows is None:
                await replies.refuse(
                    interaction, w("I can't score the predictions right now. Try again later.")
                )
                return
            await replies.show(interaction, write_results(table, match, rows, w), view=make_view([]))
            return
        if has_played(table, interaction.user.id):
            raise PredictingNotForPlayers
        own = await self._keeper.find_prediction(table, interaction.user.id)
        if await self._keeper.is_locked(table):
            await replies.show(interaction, write_locked_page(table, own, w), view=make_view([]))
            return
        await replies.show(
            interaction,
            write_open_page(table, own, w),
            view=make_view(list_prediction_buttons(table, own, w)),
        )


def list_prediction_buttons(table: Table, own_prediction: PredictionRow | None, w: Words) -> list[Item]:
    """Return a button for each seat and, if the user has predicted, one that deletes the prediction."""
    items = []
    for seat, name in enumerate(table.names):
        chosen = own_prediction is not None and own_prediction.seat == seat
        style = discord.ButtonStyle.primary if chosen else discord.ButtonStyle.secondary
        identity = make_custom_id("b", verbs.GIVE_PREDICTION_VERB, table.id, seat)
        items.append(make_button(identity, clip(name, MAX_BUTTON_LABEL_LENGTH), style=style, disabled=chosen))
    if own_prediction is not None:
        items.append(
            make_button(make_custom_id("b", verbs.WITHDRAW_VERB, table.id), w("Take it back"), emoji="↩️")
        )
    return items


def make_menu_button(table: Table, user_id: int, w: Words, row: int) -> Item | None:
    """Return the *More…* entry that opens the predictions; ``None`` before the match begins.

    During the match, current and former players don't get the entry either.
    """
    if table.match is None or table.status not in (TABLE_PLAYING, TABLE_OVER):
        return None
    if table.status == TABLE_PLAYING and has_played(table, user_id):
        return None
    label = w("Predictions") if table.status == TABLE_OVER else w("Predict…")
    return make_button(make_custom_id("b", verbs.OPEN_VERB, table.id), label, emoji="🔮", row=row)
