"""What the database cannot do."""

from __future__ import annotations

from bot.errors.base import BotError
from games.core.words import N_


class StorageError(BotError):
    """The database cannot be used."""


class Unwritable(StorageError):
    """The file or its folder cannot be written."""

    def __init__(self, path: object, reason: object) -> None:
        super().__init__(N_("Can't write the database {path}: {reason}"), path=path, reason=reason)


class NotADatabase(StorageError):
    """The file is something else, or damaged."""

    def __init__(self, path: object, reason: object) -> None:
        super().__init__(N_("{path} isn't a usable database: {reason}"), path=path, reason=reason)


class NewerSchema(StorageError):
    """The file was written by a newer version of the bot."""

    def __init__(self, path: object, found: int, known: int) -> None:
        super().__init__(
            N_("The database {path} has schema {found}; this version of the bot knows up to {known}."),
            path=path,
            found=found,
            known=known,
        )


class InUse(StorageError):
    """Another process holds the file."""

    def __init__(self, path: object) -> None:
        super().__init__(N_("Another process is using the database {path}."), path=path)


class DatabaseFailed(StorageError):
    """A statement failed (a full disk, a damaged file); nothing of it was kept."""

    def __init__(self, reason: object) -> None:
        super().__init__(N_("The database failed: {reason}"), reason=reason)


class Doubtful(StorageError):
    """The connection broke in the very moment of the COMMIT, and it cannot be asked what became of it."""

    def __init__(self) -> None:
        super().__init__(
            N_(
                "The connection to my database broke off while it stored this. "
                "Look in a minute whether it is done, and press again if not."
            )
        )


class DoneUnread(StorageError):
    """What was asked for is stored, and only what became of it could not be read."""

    def __init__(self) -> None:
        super().__init__(
            N_("Done, but I can't show it right now: my database isn't answering. Look again in a minute.")
        )


class Closed(StorageError):
    """The file has been closed: the bot is stopping."""

    def __init__(self) -> None:
        super().__init__(N_("The bot is stopping. Try again in a minute."))


class ServerDown(StorageError):
    """The server does not answer: the same start may do later."""

    def __init__(self, name: object, reason: object) -> None:
        super().__init__(N_("Can't reach the database {name}: {reason}"), name=name, reason=reason)


class ServerRefuses(StorageError):
    """The server is there and does not let the bot work with the database."""

    def __init__(self, name: object, reason: object) -> None:
        super().__init__(N_("Can't use the database {name}: {reason}"), name=name, reason=reason)


class RightMissing(StorageError):
    """The database's user may not do what the bot has to."""

    def __init__(self, name: object, tables: str) -> None:
        super().__init__(
            N_("The user of the database {name} may not read and write these tables: {tables}"),
            name=name,
            tables=tables,
        )


class NoQueue(StorageError):
    """There is nothing yet in which questions for thinkers wait."""

    def __init__(self, name: object) -> None:
        super().__init__(
            N_("The database {name} has no questions for thinkers yet: start the bot on it first."), name=name
        )


class ServerTooOld(StorageError):
    """The server lacks what the bot asks it for."""

    def __init__(self, name: object, found: object, least: int) -> None:
        super().__init__(
            N_("The database {name} is on PostgreSQL {found}; the bot needs {least} or newer."),
            name=name,
            found=found,
            least=least,
        )


class DriverMissing(StorageError):
    """What speaks with a server is not installed."""

    def __init__(self) -> None:
        super().__init__(N_("A database on PostgreSQL needs an extra: pip install -e '.[postgresql]'"))


class OnServer(StorageError):
    """What is done with a file cannot be done with a server."""

    def __init__(self, name: object) -> None:
        super().__init__(
            N_("The database {name} is on a server. Copy it with pg_dump (docs/hosting/postgresql.md)."),
            name=name,
        )


class NotEmpty(StorageError):
    """What is moved needs a place that holds nothing yet."""

    def __init__(self, name: object) -> None:
        super().__init__(N_("The database {name} already holds tables; nothing was moved."), name=name)


class OlderSchema(StorageError):
    """It is of an older version of the bot."""

    def __init__(self, name: object, found: int, known: int) -> None:
        super().__init__(
            N_("The database {name} has schema {found}, not {known}: start the bot on it once."),
            name=name,
            found=found,
            known=known,
        )


class Differs(StorageError):
    """What was moved is not what was there."""

    def __init__(self, what: object) -> None:
        super().__init__(
            N_("What arrived differs from what was there, in {what}; nothing was moved."), what=what
        )
