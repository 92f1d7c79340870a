"""Updates the schema of an SQLite file. Copies the file first, then runs pending migrations."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from bot.errors.reasons import find_reason
from bot.errors.storage import ForeignDatabaseFile, SchemaTooNew
from bot.storage.engine.copying import (
    CopyFailed,
    copy_pages,
    create_draft,
    find_free_path,
    ignore_progress,
    move_into_place,
)
from bot.storage.schema import (
    LIST_MIGRATIONS_SQL,
    MIGRATIONS_TABLE,
    AppliedMigrations,
    Migration,
    find_newest_version,
)

log = logging.getLogger(__name__)

_LIST_TABLES_SQL = "SELECT name FROM sqlite_master WHERE type = 'table'"
# Other programs also have tables called "matches" or "schema_migrations". Without a table of migrations, a
# database of the bot stores how many have run, and has all tables of the first one.
_IS_OWN_FILE_SQL = f"""
SELECT 1 WHERE 3 = (
    SELECT count(*) FROM pragma_table_info('{MIGRATIONS_TABLE}') WHERE name IN ('number', 'name', 'checksum')
) OR 3 = (
    SELECT count(*) FROM sqlite_master, pragma_user_version
    WHERE user_version > 0 AND type = 'table' AND name IN ('matches', 'proposals', 'consents')
)
"""


def refuse_foreign_tables(connection: sqlite3.Connection, path: Path) -> None:
    """Check that a file has no tables, or the bot's.

    :raises ForeignDatabaseFile: its tables belong to another program.
    """
    if (
        connection.execute(_LIST_TABLES_SQL).fetchone() is not None
        and connection.execute(_IS_OWN_FILE_SQL).fetchone() is None
    ):
        raise ForeignDatabaseFile(path)


def read_applied_migrations(connection: sqlite3.Connection) -> AppliedMigrations:
    """Return the migrations that have run on a file."""
    marked = int(connection.execute("PRAGMA user_version").fetchone()[0])
    present = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"
    if connection.execute(present, (MIGRATIONS_TABLE,)).fetchone() is None:
        return AppliedMigrations(marked, None)
    return AppliedMigrations(
        marked, {int(number): str(checksum) for number, checksum in connection.execute(LIST_MIGRATIONS_SQL)}
    )


def migrate_schema(connection: sqlite3.Connection, path: Path, migrations: Sequence[Migration]) -> None:
    """Run pending migrations in one transaction. Back up the file first, unless it is new.

    :raises ForeignDatabaseFile: the file belongs to another program.
    :raises SchemaTooNew: a newer version of the bot has written the file.
    :raises CopyFailed: the copy cannot be written; the file is unchanged.
    """
    refuse_foreign_tables(connection, path)
    applied = read_applied_migrations(connection)
    newer = applied.find_unknown_version(migrations)
    if newer is not None:
        raise SchemaTooNew(path, newer, find_newest_version(migrations))
    applied.log_changed_migrations(migrations, path)
    statements, pending = applied.list_statements(migrations), applied.list_pending_migrations(migrations)
    if not statements:
        return
    copy_path = _copy_before_migration(path) if pending and applied.numbers else None
    if pending:
        # Earlier versions of the bot read only this number, and refuse a file with an unknown one.
        statements.append(f"PRAGMA user_version = {find_newest_version(migrations)}")
    try:
        connection.executescript(
            "BEGIN IMMEDIATE;\n" + "".join(f"{statement};\n" for statement in statements) + "COMMIT;"
        )
    except BaseException:
        # Delete the copy. The file is unchanged, and repeated starts would fill the disk with copies.
        if copy_path is not None:
            with suppress(OSError):
                copy_path.unlink()
        raise
    if applied.numbers:
        fields = {
            "database": path,
            "before": applied.version,
            "now": find_newest_version(migrations),
            "copy": copy_path or "none",
        }
        log.info("schema brought up to date", extra={"fields": fields})


def _copy_before_migration(path: Path) -> Path:
    copy_path = find_free_path(path, f"{datetime.now(UTC):%Y%m%d-%H%M%S}")
    try:
        with create_draft(copy_path) as draft:
            copy_pages(path, draft, ignore_progress)
            move_into_place(draft, copy_path)
    except (OSError, sqlite3.OperationalError) as error:
        raise CopyFailed(copy_path, find_reason(error)) from error
    return copy_path
