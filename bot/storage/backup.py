"""Copies of the database: made while the bot works on it, and put back while it does not.

A copy is written under another name beside its place, checked, synced and renamed: a name that a person
gave holds a whole copy or what it held before.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from itertools import count
from pathlib import Path

from bot.errors.reasons import reason
from bot.errors.storage import NewerSchema, NotADatabase, StorageError, Unwritable
from bot.storage.filelock import FileLock
from bot.storage.schema import scripts
from bot.storage.settings import OWN
from bot.storage.sqlite import check, reader
from games.core.words import N_

log = logging.getLogger(__name__)

_BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a file that is being written. It belongs to that file and to no other."""
_LOCK = ".lock"

Told = Callable[[int, int], None]
"""Is told how many pages are copied, and of how many."""
PAGES = 1000
"""So many are copied between two tellings."""

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


def _tell_nobody(done: int, total: int) -> None:
    pass


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


class CopyFailed(StorageError):
    """The copy cannot be written: the folder is not there or not ours, or the disk is full."""

    def __init__(self, path: object, reason: object) -> None:
        super().__init__(N_("Can't write the copy {path}: {reason}"), path=path, reason=reason)


class Damaged(StorageError):
    """SQLite finds faults in the file."""

    def __init__(self, path: object, problems: tuple[str, ...]) -> None:
        told = "; ".join(" ".join(problem.split()) for problem in problems[:3])
        super().__init__(N_("{path} is damaged: {problems}"), path=path, problems=told)


def back_up(database: Path, copy: Path, *, force: bool = False, told: Told = _tell_nobody) -> int:
    """Copy a database, which may be in use; return the schema version of the copy.

    :param copy: the name of the copy. Where it is that of a link, the copy is where that leads.
    :param force: a file of that name is replaced; nothing but a file ever is.
    :raises StorageError: it cannot be done; what was there before is still there.
    """
    version_of(database)
    place = _place(copy)
    there = _is_file(copy)
    own = {os.path.realpath(f"{_place(database)}{end}") for end in ("", _LOCK, *_BESIDE)}
    if os.path.realpath(place) in own or any(os.path.lexists(f"{place}{end}") for end in (_LOCK, *_BESIDE)):
        raise WorkedWith(copy)
    if there and not force:
        raise AlreadyThere(copy)
    try:
        with drafted(place) as draft:
            _copied(database, draft, told)
            version = _sound(draft, database)
            put_in_place(draft, place)
    except (OSError, sqlite3.OperationalError) as error:
        raise CopyFailed(copy, reason(error)) from error
    return version


def restore(copy: Path, database: Path, now: datetime, told: Told = _tell_nobody) -> Path | None:
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
    version = _sound(copy, copy)
    if version > len(scripts()):
        raise NewerSchema(copy, version, len(scripts()))
    try:
        database.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(database)
        try:
            with drafted(database) as draft:
                _copied(copy, draft, told)
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
            return int(connection.execute("PRAGMA user_version").fetchone()[0])
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


@contextmanager
def drafted(path: Path) -> Iterator[Path]:
    """Give an empty file beside ``path`` which its owner alone may read; it is gone afterwards."""
    number, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.absolute().parent)
    os.close(number)
    draft = Path(name)
    try:
        yield draft
    finally:
        for end in ("", *_BESIDE):
            Path(f"{draft}{end}").unlink(missing_ok=True)


def _copied(source: Path, draft: Path, told: Told) -> None:
    """Copy what is committed in ``source`` at one moment into one self-contained file."""
    try:
        with closing(reader(source)) as original, closing(sqlite3.connect(draft)) as made:
            # Whatever is written meanwhile is not in that moment, and makes nothing begin again.
            original.execute("BEGIN")
            original.execute("SELECT 1 FROM sqlite_master").fetchone()
            original.backup(made, pages=PAGES, progress=lambda _, left, total: told(total - left, total))
            made.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.OperationalError:
        raise
    except sqlite3.Error as error:
        raise NotADatabase(source, reason(error)) from error


def put_in_place(draft: Path, path: Path) -> None:
    """Give a whole file its name, for good even if the power fails."""
    with draft.open("rb") as file:
        os.fsync(file.fileno())
    draft.replace(path)
    if os.name == "posix":
        folder = os.open(path.absolute().parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _set_aside(database: Path, now: datetime) -> Path | None:
    """Give a database a second name which tells when; its own name holds it until it is replaced."""
    if not database.exists():
        return None
    kept = _free(database, f"{now:%Y%m%d-%H%M%S}")
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
    for end in _BESIDE:
        beside = Path(f"{database}{end}")
        if beside.exists():
            beside.rename(f"{kept}{end}")
    return kept


def _free(database: Path, moment: str) -> Path:
    """Return a name beside a database which tells when, and which nothing has."""
    names = (f"{database.stem}-{moment}{f'-{n}' if n > 1 else ''}{database.suffix}" for n in count(1))
    return next(path for path in map(database.with_name, names) if not os.path.lexists(path))


def _whole(database: Path) -> bool:
    try:
        return not check(database).problems
    except NotADatabase:
        return False
