"""Stores settings of people and channels as short texts."""

from __future__ import annotations

from bot.storage.engine.database import Database, Statement

BOT_OWNER = 0
"""Owner ID under which the bot stores its own settings."""
PLAYGROUND_PREFIX = "playground-"
"""Prefix of the bot's settings that exist only in a playground's database."""


class Settings:
    """Stores settings by key and owner (the ID of a user or channel)."""

    def __init__(self, database: Database, sql_table: str, owner_column: str) -> None:
        """Use an SQL table for the settings.

        :param owner_column: name of the column that contains the owner's ID.
        """
        self._db = database
        self._get = f"SELECT value FROM {sql_table} WHERE {owner_column} = ? AND key = ?"
        self._get_both = f"SELECT key, value FROM {sql_table} WHERE {owner_column} = ? AND key IN (?, ?)"
        self._set = (
            f"INSERT INTO {sql_table} ({owner_column}, key, value) VALUES (?, ?, ?)"
            f" ON CONFLICT ({owner_column}, key) DO UPDATE SET value = excluded.value"
        )
        self._clear = f"DELETE FROM {sql_table} WHERE {owner_column} = ? AND key = ?"

    async def get(self, owner_id: int, key: str) -> str | None:
        """Return a value, if it was set."""
        row = await self._db.fetch_row(self._get, (owner_id, key))
        return None if row is None else str(row[0])

    async def get_both_values(self, owner_id: int, key: str, other_key: str) -> tuple[str | None, str | None]:
        """Return the values of two keys of an owner; ``None`` for a key that isn't set."""
        rows = await self._db.fetch_rows(self._get_both, (owner_id, key, other_key))
        found = {str(found): str(value) for found, value in rows}
        return found.get(key), found.get(other_key)

    def make_set_statement(self, owner_id: int, key: str, value: str | None) -> Statement:
        """Return the statement that sets a value, or resets it with ``None``."""
        if value is None:
            return self._clear, (owner_id, key)
        return self._set, (owner_id, key, value)

    async def set(self, owner_id: int, key: str, value: str) -> None:
        """Set a value, replacing an earlier one."""
        await self._db.run(self._set, (owner_id, key, value))

    async def clear(self, owner_id: int, key: str) -> None:
        """Delete a value, so that the default applies."""
        await self._db.run(self._clear, (owner_id, key))
