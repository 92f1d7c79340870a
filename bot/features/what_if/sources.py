"""The two sources of matches that users can continue in a private fork: tables and imported records."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.errors.tables import HelpNotAllowed
from bot.features.what_if.verbs import RECORD_VERB_PREFIX, TABLE_VERB_PREFIX
from bot.model.table import Table
from bot.tables.service import Tables
from bot.ui.play.own_view import show_own_view
from bot.ui.services import Interaction
from games.core.values import value_class


@value_class
class MatchSource:
    """Loads matches that users can continue in a private fork, and shows a match again after its fork."""

    verb_prefix: str
    """First letters of the verbs in the custom_ids of this source's forks."""
    table_id_index: int | None
    """Index of the table's ID among the parts of custom_ids.

    It is used to check access to the table; ``None`` if ``find_table`` checks access.
    """
    find_table: Callable[[Interaction, int], Awaitable[Table]]
    show_match: Callable[[Interaction, int], Awaitable[None]]
    """Shows the match with an ID in place of its fork."""


def make_table_source(tables: Tables) -> MatchSource:
    """Return the source of matches played at tables."""

    async def find_table(interaction: Interaction, match_id: int) -> Table:
        table = await tables.get(match_id)
        if table.is_help_forbidden:
            raise HelpNotAllowed
        return table

    async def show_match(interaction: Interaction, match_id: int) -> None:
        await show_own_view(interaction, await tables.get(match_id))

    return MatchSource(TABLE_VERB_PREFIX, 0, find_table, show_match)


def make_import_source() -> MatchSource:
    """Return the source that finds and shows matches imported from files."""

    async def find_table(interaction: Interaction, match_id: int) -> Table:
        return await interaction.client.services.offers.require_imports().find_table(interaction, match_id)

    async def show_match(interaction: Interaction, match_id: int) -> None:
        await interaction.client.services.offers.require_imports().show_match(interaction, match_id)

    return MatchSource(RECORD_VERB_PREFIX, None, find_table, show_match)
