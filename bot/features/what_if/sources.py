"""The two sources of matches from which users can play on in a private fork: tables and imported records."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.errors.tables import NoHelp
from bot.features.what_if.verbs import RECORD, TABLE
from bot.model.table import Table
from bot.tables.service import Tables
from bot.ui.play.own_view import show_view
from bot.ui.services import Interaction
from games.core.values import value


@value
class MatchSource:
    """Loads matches from which users can continue in a private fork, and shows a match again after its fork.

    Verbs in the custom_ids of its forks begin with ``letters``. ``table_part`` is the index of the table's ID
    in such a custom_id; the bot checks access to that table. If it is ``None``, ``find`` checks access.
    """

    letters: str
    table_part: int | None
    find: Callable[[Interaction, int], Awaitable[Table]]
    show: Callable[[Interaction, int], Awaitable[None]]


def make_table_source(tables: Tables) -> MatchSource:
    """Return the source of matches played at tables."""

    async def find_table(interaction: Interaction, number: int) -> Table:
        table = await tables.get(number)
        if table.is_unaided:
            raise NoHelp
        return table

    async def show_match(interaction: Interaction, number: int) -> None:
        await show_view(interaction, await tables.get(number))

    return MatchSource(TABLE, 0, find_table, show_match)


def make_record_source() -> MatchSource:
    """Return the source of imported matches."""

    async def find_table(interaction: Interaction, number: int) -> Table:
        return await interaction.client.services.offers.require_records().find(interaction, number)

    async def show_match(interaction: Interaction, number: int) -> None:
        await interaction.client.services.offers.require_records().show(interaction, number)

    return MatchSource(RECORD, None, find_table, show_match)
