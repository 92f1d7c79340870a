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
