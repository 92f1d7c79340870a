"""The migrations and their order, for all engines.

A migration is identified by the number at the start of its file name. A database lists the migrations that
have run, with their checksums. Numbers may have gaps, and a new migration may have a lower number than those
that have already run.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from games.core.values import value_class

log = logging.getLogger(__name__)

MIGRATIONS_FOLDER = Path(__file__).parent / "migrations"
MIGRATIONS_TABLE = "schema_migrations"
"""Name of the SQL table that lists a database's migrations."""
CREATE_MIGRATIONS_TABLE_SQL = (
    f"CREATE TABLE IF NOT EXISTS {MIGRATIONS_TABLE}"
    " (number BIGINT NOT NULL PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL)"
)
LIST_MIGRATIONS_SQL = f"SELECT number, checksum FROM {MIGRATIONS_TABLE}"
FIND_VERSION_SQL = f"SELECT coalesce(max(number), 0) FROM {MIGRATIONS_TABLE}"
UNLISTED_MIGRATIONS = (*range(1, 29), 30, 31, 32)
"""Numbers of the migrations that are older than :data:`MIGRATIONS_TABLE`.

Databases from that time only store the number of migrations that have run.
"""


@value_class
class Migration:
    """A script with its number, file name and checksum."""

    number: int
    name: str
    text: str
    checksum: str

    @classmethod
    def from_script(cls, name: str, text: str, source: str | None = None) -> Migration:
        """Create a migration from its file name and script.

        :param source: content of the file that the script was derived from, if any, for the checksum.
        """
        hashed = text if source is None else source
        checksum = hashlib.sha256(hashed.encode()).hexdigest()
        return cls(int(name.partition("_")[0]), name, text, checksum)

    @property
    def record_statement(self) -> str:
        """SQL statement that records this migration as run. File names contain no quotes to escape."""
        values = f"{self.number}, '{self.name}', '{self.checksum}'"
        return f"INSERT INTO {MIGRATIONS_TABLE} (number, name, checksum) VALUES ({values})"


def list_migration_files(folder: Path = MIGRATIONS_FOLDER) -> Iterator[Path]:
    """Yield the migrations' files in the order of their numbers.

    :raises ValueError: two files share a number.
    """
    last = None
    for path in sorted(folder.glob("*.sql")):
        number = path.name.partition("_")[0]
        if number == last:
            raise ValueError(f"two migrations have the number {number}")
        last = number
        yield path


def list_migrations(folder: Path = MIGRATIONS_FOLDER) -> tuple[Migration, ...]:
    """Return the migrations for SQLite in order."""
    return tuple(
        Migration.from_script(path.name, path.read_text("utf-8")) for path in list_migration_files(folder)
    )


def find_newest_version(migrations: Sequence[Migration]) -> int:
    """Return the schema version after all ``migrations``: the highest of their numbers."""
    return migrations[-1].number if migrations else 0


@value_class
class AppliedMigrations:
    """The migrations that have run on a database."""

    stored_version: int
    """Highest number of a migration, for earlier versions of the bot, which read only this."""
    checksums: Mapping[int, str] | None
    """Checksums of the applied migrations by number; ``None`` without a :data:`MIGRATIONS_TABLE`."""

    @property
    def numbers(self) -> frozenset[int]:
        return frozenset(
            UNLISTED_MIGRATIONS[: self.stored_version] if self.checksums is None else self.checksums
        )

    @property
    def version(self) -> int:
        """The highest number of a migration that has run."""
        return max(self.numbers, default=0)

    def find_unknown_version(self, migrations: Sequence[Migration]) -> int | None:
        """Return the highest version in the database that isn't among ``migrations``, if any."""
        last = len(UNLISTED_MIGRATIONS) if self.checksums is None else find_newest_version(migrations)
        unknown_versions = {
            *self.numbers - {one.number for one in migrations},
            *({self.stored_version} if self.stored_version > last else ()),
        }
        return max(unknown_versions, default=None)

    def list_pending_migrations(self, migrations: Sequence[Migration]) -> list[Migration]:
        """Return the migrations that have not run yet."""
        return [one for one in migrations if one.number not in self.numbers]

    def list_changed_names(self, migrations: Sequence[Migration]) -> tuple[str, ...]:
        """Return the names of migrations whose content has changed since they ran."""
        checksums = self.checksums or {}
        return tuple(
            one.name for one in migrations if checksums.get(one.number, one.checksum) != one.checksum
        )

    def list_statements(self, migrations: Sequence[Migration]) -> list[str]:
        """Return the statements that run the pending migrations and record each as run."""
        if self.checksums is not None:
            steps = []
        else:
            steps = [
                CREATE_MIGRATIONS_TABLE_SQL,
                *(one.record_statement for one in migrations if one.number in self.numbers),
            ]
        for one in self.list_pending_migrations(migrations):
            steps += [one.text, one.record_statement]
        return steps

    def log_changed_migrations(self, migrations: Sequence[Migration], database: object) -> None:
        """Log migrations that have changed since they ran."""
        for name in self.list_changed_names(migrations):
            log.error(
                "migration has changed since it ran", extra={"fields": {"name": name, "database": database}}
            )
