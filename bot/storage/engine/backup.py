"""Copies of the database: made while the bot works on it, and put back while it does not.

A copy is written under another name beside its place, checked, synced and renamed: a name that a person
gave holds a whole copy or what it held before.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import stat
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

from bot.errors.reasons import reason
from bot.errors.storage import NewerSchema, NotADatabase, StorageError, Unwritable
from bot.storage.copying import (
    BESIDE,
    CopyFailed,
    Told,
    copy_pages,
    drafted,
    free_name,
    put_in_place,
    reader,
    tell_nobody,
)
from bot.storage.engine.filelock import FileLock
from bot.storage.engine.sqlite import check
from bot.storage.schema import newest, scripts
from bot.storage.settings import OWN
from bot.storage.sqlite_schema import read_applied
from games.core.words import N_

log = logging.getLogger(__name__)

_LOCK = ".lock"

RESTORED = "restored"
"""The host's own setting which says that channels may show more than the file knows of."""
EPOCH = "epoch"
"""The host's own setting which tells the posts of a restored file from those of what was lost."""

# What the copy knows of a board may be older than that board, and newer ones may stand below it.
_TOLD_LATER = f"""
UPDATE messages SET seq = -1 WHERE purpose = 'board' AND NOT retired AND message_id IS NOT NULL
    AND match_id IN (SELECT id FROM matches WHERE status = 'playing');
INSERT OR REPLACE INTO channels (channel_id, key, value) VALUES ({OWN}, '{RESTORED}', 'yes');
INSERT OR REPLACE INTO channels (channel_id, key, value) VALUES ({OWN}, '{EPOCH}', %d);
"""


class Missing(StorageError):
    """There is no such file."""

    def __init__(self, path: object) -> None:
        super().__init__(N_("There's no file {path}."), path=path)


class Unreadable(StorageError):
    """Nobody may look there."""

    def __init__(self, path: object, reason: object) -> None:
        super().__init__(N_("Can't read {path}: {reason}"), path=path, reason=reason)


class NotAFile(StorageError):
    """The name is that of something which a file must not take the place of."""

    def __init__(self, path: object) -> None:
        super().__init__(N_("{path} isn't a plain file, so I can't copy from or to it."), path=path)


class AlreadyThere(StorageError):
    """Nothing is overwritten unasked."""

    def __init__(self, path: object) -> None:
        super().__init__(N_("{path} already exists; --force replaces it."), path=path)


class WorkedWith(StorageError):
    """The name of the copy is that of a database, or of something beside one."""

    def __init__(self, path: object) -> None:
        super().__init__(N_("{path} belongs to a database in use; give the copy another name."), path=path)


class Damaged(StorageError):
    """SQLite finds faults in the file."""

    def __init__(self, path: object, problems: tuple[str, ...]) -> None:
        told = "; ".join(" ".join(problem.split()) for problem in problems[:3])
        super().__init__(N_("{path} is damaged: {problems}"), path=path, problems=told)


def back_up(database: Path, copy: Path, *, force: bool = False, told: Told = tell_nobody) -> int:
    """Copy a database, which may be in use; return the schema version of the copy.

    :param copy: the name of the copy. Where it is that of a link, the copy is where that leads.
    :param force: a file of that name is replaced; nothing but a file ever is.
    :raises StorageError: it cannot be done; what was there before is still there.
    """
    version_of(database)
    place = _place(copy)
    there = _is_file(copy)
    own = {os.path.realpath(f"{_place(database)}{end}") for end in ("", _LOCK, *BESIDE)}
    if os.path.realpath(place) in own or any(os.path.lexists(f"{place}{end}") for end in (_LOCK, *BESIDE)):
        raise WorkedWith(copy)
    if there and not force:
        raise AlreadyThere(copy)
    try:
        with drafted(place) as draft:
            copy_pages(database, draft, told)
            version = _sound(draft, database)
            put_in_place(draft, place)
    except (OSError, sqlite3.OperationalError) as error:
        raise CopyFailed(copy, reason(error)) from error
    _note_copied(database)
    return version


def find_last_copy(database: Path) -> float | None:
    """Return when a database was last copied, in seconds since 1970; ``None`` if never."""
    try:
        return _note_of(database).stat().st_mtime
    except OSError:
        return None


def _note_of(database: Path) -> Path:
    return Path(f"{_place(database)}.copied")


def _note_copied(database: Path) -> None:
    # The copy is good even if this user may not write there.
    with suppress(OSError):
        _note_of(database).touch(mode=0o600)


def restore(copy: Path, database: Path, now: datetime, told: Told = tell_nobody) -> Path | None:
    """Put a copy in the place of a database that nobody uses; return where that is kept, if there was one.

    :param database: its name. Where it is that of a link, the file that this leads to is replaced.
    :param now: the moment that the name of the kept one tells.
    :raises StorageError: it cannot be done, the bot is running, or the copy will not do; the database is
        still the one before.
    """
    if not _is_file(copy):
        raise Missing(copy)
    if os.path.realpath(copy) == os.path.realpath(database):
        raise WorkedWith(copy)
    _is_file(database)
    database = _place(database)
    _sound(copy, copy)
    known = scripts()
    with closing(reader(copy)) as connection:
        newer = read_applied(connection).find_newer(known)
    if newer is not None:
        raise NewerSchema(copy, newer, newest(known))
    try:
        database.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(database)
        try:
            with drafted(database) as draft:
                copy_pages(copy, draft, told)
                with closing(sqlite3.connect(draft)) as connection:
                    connection.executescript(_TOLD_LATER % int(now.timestamp()))
                _sound(draft, copy)
                kept = _set_aside(database, now)
                put_in_place(draft, database)
        finally:
            lock.release()
    except (OSError, sqlite3.OperationalError) as error:
        raise Unwritable(database, reason(error)) from error
    return kept


def version_of(path: Path) -> int:
    """Return the schema version of a database of the bot, without looking through all of it.

    :raises Missing: there is none.
    :raises StorageError: it is something else, or cannot be read.
    """
    if not _is_file(path):
        raise Missing(path)
    try:
        with closing(reader(path)) as connection:
            connection.execute("SELECT 1 FROM matches LIMIT 1").fetchall()
            return read_applied(connection).version
    except sqlite3.Error as error:
        raise NotADatabase(path, reason(error)) from error


def _place(path: Path) -> Path:
    """Return where a link leads; one in a circle stays what it is."""
    # Path.is_symlink() fails where a name is longer than any can be.
    linked = os.path.islink(path)  # noqa: PTH114
    return Path(os.path.realpath(path)) if linked else path


def _is_file(path: Path) -> bool:
    """Tell whether there is a file, or a link that leads to one.

    :raises NotAFile: there is something else.
    :raises Unreadable: that cannot be told.
    """
    try:
        mode = _place(path).lstat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise Unreadable(path, reason(error)) from error
    if not stat.S_ISREG(mode):
        raise NotAFile(path)
    return True


def _sound(path: Path, named: Path) -> int:
    """Return the schema version of a file, speaking of it by another name."""
    try:
        version = version_of(path)
        problems = check(path).problems
    except NotADatabase as error:
        raise NotADatabase(named, error.message.values["reason"]) from error
    if problems:
        raise Damaged(named, problems)
    return version


def _set_aside(database: Path, now: datetime) -> Path | None:
    """Give a database a second name which tells when; its own name holds it until it is replaced."""
    if not database.exists():
        return None
    kept = free_name(database, f"{now:%Y%m%d-%H%M%S}")
    if _whole(database):
        with closing(sqlite3.connect(database)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
    else:
        # That may be the reason for all this. What was not yet in the file is kept beside it.
        log.warning("the old database is damaged and kept as it is")
    try:
        os.link(database, kept)
    except OSError:
        # A file system without second names.
        database.rename(kept)
    for end in BESIDE:
        beside = Path(f"{database}{end}")
        if beside.exists():
            beside.rename(f"{kept}{end}")
    return kept


def _whole(database: Path) -> bool:
    try:
        return not check(database).problems
    except NotADatabase:
        return False
