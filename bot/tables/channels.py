"""Channel settings: the language of public texts, and the verbosity."""

from __future__ import annotations

from collections.abc import Mapping

from bot.errors.tables import UnhostedGame
from bot.model.table import Place, Table
from bot.model.verbosity import NORMAL_VERBOSITY
from bot.tables.feed import Change, ChangeKind
from bot.tables.lookup import TableFinder
from bot.tables.store import SettingsPlan, TableStore, count_log_rows
from games.core.words import Words, load_words

LANGUAGE_KEY = "locale"
VERBOSITY_KEY = "verbosity"
CHANGE_KIND_BY_SETTING = {
    LANGUAGE_KEY: ChangeKind.LANGUAGE_CHANGED,
    VERBOSITY_KEY: ChangeKind.VERBOSITY_CHANGED,
}


class Channels:
    """Reads and changes the settings of channels."""

    def __init__(self, tables: TableStore, lookup: TableFinder) -> None:
        self._tables = tables
        self._lookup = lookup
        self._settings = tables.store.channels

    async def find_words(self, table: Table) -> Words:
        """Return the texts in the language set for a table's channel, or else in its server's language."""
        return await self.find_words_at(table.place)

    async def find_words_at(self, place: Place) -> Words:
        """Return the texts in the language set for a channel, or else in its server's language."""
        return load_words(await self.get_language(place.channel_id) or place.locale)

    async def get_language(self, channel_id: int) -> str | None:
        """Return the locale chosen for a channel, if any."""
        return await self._settings.get(channel_id, LANGUAGE_KEY)

    async def get_verbosity(self, channel_id: int) -> str:
        """Return a channel's verbosity, one of :data:`bot.model.verbosity.VERBOSITIES`."""
        return await self._settings.get(channel_id, VERBOSITY_KEY) or NORMAL_VERBOSITY

    async def read_words_and_verbosity(self, place: Place) -> tuple[Words, str]:
        """Return the texts in a channel's language, and the channel's verbosity."""
        language, verbosity = await self._settings.get_both_values(
            place.channel_id, LANGUAGE_KEY, VERBOSITY_KEY
        )
        return load_words(language or place.locale), verbosity or NORMAL_VERBOSITY

    async def set_language(self, channel_id: int, locale: str | None) -> None:
        """Set the language of a channel's public texts; ``None`` resets it."""
        await self._store_setting(channel_id, LANGUAGE_KEY, locale)

    async def set_verbosity(self, channel_id: int, verbosity: str) -> None:
        """Set a channel's verbosity to one of :data:`bot.model.verbosity.VERBOSITIES`."""
        await self._store_setting(channel_id, VERBOSITY_KEY, verbosity)

    async def plan_changes(self, channel_id: int, chosen_values: Mapping[str, str | None]) -> SettingsPlan:
        """Prepare the change of several settings of a channel.

        :param chosen_values: the values by key; ``None`` resets a setting.
        """
        table = await self._find_table(channel_id)
        writes = tuple(
            self._settings.make_set_statement(channel_id, key, value) for key, value in chosen_values.items()
        )
        tells = (
            ()
            if table is None
            else tuple(
                Change(table.id, count_log_rows(table), CHANGE_KIND_BY_SETTING[key]) for key in chosen_values
            )
        )
        return SettingsPlan(writes, tells)

    async def _store_setting(self, channel_id: int, key: str, value: str | None) -> None:
        plan = await self.plan_changes(channel_id, {key: value})
        await self._tables.store.run_statements(*plan.writes)
        self._tables.publish(*plan.changes)

    async def _find_table(self, channel_id: int) -> Table | None:
        try:
            return await self._lookup.find_active_table(channel_id)
        except UnhostedGame:
            # Messages of a table whose game is no longer hosted can't be updated.
            return None
