"""Database errors."""

from __future__ import annotations

from bot.errors.base import BotError
from bot.kit.installing import format_install_command
from games.core.words import N_


class StorageError(BotError):
    """The database failed or can't be used."""


class DatabaseUnwritable(StorageError):
    """The file or its folder isn't writable."""

    text = N_("Can't write the database {path}: {reason}")

    def __init__(self, path: object, reason: object) -> None:
        super().__init__(path=path, reason=reason)


class NotADatabase(StorageError):
    """The file isn't a database, or is damaged."""

    text = N_("{path} isn't a usable database: {reason}")

    def __init__(self, path: object, reason: object) -> None:
        super().__init__(path=path, reason=reason)


class ForeignDatabaseFile(NotADatabase):
    """The file is empty, or a database of another program."""

    text = N_("{path} isn't a database of the bot.")

    def __init__(self, path: object) -> None:
        super().__init__(path, "")


class SchemaTooNew(StorageError):
    """A newer version of the bot has written the database."""

    text = N_(
        "The database {path} has schema {found}; this version of the bot knows up to {known}. Update the bot."
    )

    def __init__(self, path: object, found: int, known: int) -> None:
        super().__init__(path=path, found=found, known=known)


class DatabaseInUse(StorageError):
    """Another process has locked the file."""

    text = N_("Another process is using the database {path}. Stop that one first.")

    def __init__(self, path: object) -> None:
        super().__init__(path=path)


class DatabaseFailed(StorageError):
    """A statement failed (disk full, file damaged, ...) and its transaction was rolled back."""

    text = N_("The database failed: {reason}")

    def __init__(self, reason: object) -> None:
        super().__init__(reason=reason)


class CommitUncertain(StorageError):
    """The connection broke during the COMMIT, so it is unknown whether the transaction was stored."""

    text = N_(
        "I lost the connection to my database while storing this. Check in a minute whether it's "
        "done, and press again if not."
    )


class CommittedResultUnread(StorageError):
    """The transaction was committed, but its result couldn't be read."""

    text = N_("Done, but I can't show it right now: my database isn't answering. Look again in a minute.")


class DatabaseClosed(StorageError):
    """The database is closed because the bot is stopping."""

    text = N_("The bot is stopping. Try again in a minute.")


class DatabaseServerDown(StorageError):
    """The server doesn't answer. Starting the bot again later may work."""

    text = N_("Can't reach the database {name}: {reason}")

    def __init__(self, name: object, reason: object) -> None:
        super().__init__(name=name, reason=reason)


class DatabaseAccessRefused(StorageError):
    """The server answers but refuses access to the database."""

    text = N_("Can't use the database {name}: {reason}")

    def __init__(self, name: object, reason: object) -> None:
        super().__init__(name=name, reason=reason)


class DatabasePrivilegeMissing(StorageError):
    """The database user is missing a privilege."""

    text = N_("The user of the database {name} may not read and write these tables: {tables}")

    def __init__(self, name: object, tables: str) -> None:
        super().__init__(name=name, tables=tables)


class ThinkerQueueMissing(StorageError):
    """The queue of questions to remote thinkers doesn't exist yet."""

    text = N_("The database {name} has no table of questions for thinkers yet: start the bot on it first.")

    def __init__(self, name: object) -> None:
        super().__init__(name=name)


class DatabaseServerTooOld(StorageError):
    """The server is older than the oldest supported version."""

    text = N_("The database {name} is on PostgreSQL {found}; the bot needs {least} or newer.")

    def __init__(self, name: object, found: object, least: int) -> None:
        super().__init__(name=name, found=found, least=least)


class DatabaseDriverMissing(StorageError):
    """The PostgreSQL driver isn't installed."""

    text = N_("The PostgreSQL driver isn't installed. Install it: {command}")

    def __init__(self) -> None:
        super().__init__(command=format_install_command("postgresql"))


class DatabaseFileRequired(StorageError):
    """The command works only with a database file, but a database server is configured."""

    text = N_("The database {name} is on a server. Copy it with pg_dump (docs/hosting/postgresql.md).")

    def __init__(self, name: object) -> None:
        super().__init__(name=name)


class TargetDatabaseNotEmpty(StorageError):
    """The target of a migration must be empty."""

    text = N_("The database {name} already holds tables; nothing was moved.")

    def __init__(self, name: object) -> None:
        super().__init__(name=name)


class SchemaTooOld(StorageError):
    """The database has the schema of an older version of the bot."""

    text = N_("The database {name} has schema {found}, not {known}: start the bot on it once.")

    def __init__(self, name: object, found: int, known: int) -> None:
        super().__init__(name=name, found=found, known=known)


class CopiedDataMismatch(StorageError):
    """The data after the migration differs from the original."""

    text = N_("The copy differs from the original in {what}; nothing was moved.")

    def __init__(self, place: object) -> None:
        super().__init__(what=place)
