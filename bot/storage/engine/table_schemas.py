"""The SQL tables and columns after all migrations, equal on both engines."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import cache
from graphlib import TopologicalSorter

from bot.storage.schema import list_migrations
from games.core.values import value_class


@value_class
class TableSchema:
    """The schema of an SQL table."""

    name: str
    columns: tuple[str, ...]
    order_columns: tuple[str, ...]
    """Columns to sort by, so that no two rows are equal."""
    text_columns: frozenset[str]
    has_generated_ids: bool
    """Whether the database generates the column ``id`` of new rows."""

    @property
    def column_list(self) -> str:
        """The column names, quoted and joined by commas for SQL."""
        return ", ".join(f'"{column}"' for column in self.columns)


@cache
def list_table_schemas() -> tuple[TableSchema, ...]:
    """Return the schemas of all SQL tables. Each comes after the tables that its foreign keys refer to."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        for script in list_migrations():
            connection.executescript(script.text)
        rows = connection.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
        ).fetchall()
        names = [str(row[0]) for row in rows]
        needs = {
            name: {row[2] for row in connection.execute(f"PRAGMA foreign_key_list({name})")} - {name}
            for name in names
        }
        return tuple(_read_schema(connection, name) for name in TopologicalSorter(needs).static_order())


def _read_schema(connection: sqlite3.Connection, name: str) -> TableSchema:
    rows = connection.execute(f"PRAGMA table_info({name})").fetchall()
    columns = tuple(str(row[1]) for row in rows)
    keys = tuple(str(row[1]) for row in sorted(rows, key=lambda row: row[5]) if row[5])
    texts = frozenset(str(row[1]) for row in rows if row[2] == "TEXT")
    return TableSchema(name, columns, keys or columns, texts, keys == ("id",))
