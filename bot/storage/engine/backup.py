"""Backs up an SQLite database, even while the bot runs, and restores it while the bot is stopped.

Each copy is written to a draft next to its destination, checked, synced and renamed. The destination
therefore contains either its old content or a complete copy.
"""

from __future__ import annotations

import errno
import logging
import os
import sqlite3
import stat
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

from bot.errors.reasons import find_reason
from bot.errors.storage import (
    DatabaseUnwritable,
    ForeignDatabaseFile,
    NotADatabase,
    SchemaTooNew,
    StorageError,
)
from bot.storage.engine.copying import (
    SIDE_FILE_SUFFIXES,
    CopyFailed,
    PageProgress,
    copy_pages,
    create_draft,
    find_free_path,
    ignore_progress,
    move_into_place,
    open_read_only,
)
from bot.storage.engine.filelock import FileLock
from bot.storage.engine.sqlite import check_file
from bot.storage.engine.sqlite_schema import read_applied_migrations, refuse_foreign_tables
from bot.storage.schema import find_newest_version, list_migrations
from bot.storage.settings import BOT_OWNER, PLAYGROUND_PREFIX
from games.core.words import N_

log = logging.getLogger(__name__)

_LOCK_SUFFIX = ".lock"

RESTORED_KEY = "restored"
"""Name of the setting that marks a restored database, which may be older than messages in channels."""
RESTORE_TIME_KEY = "epoch"
"""Name of the setting with the time of the last restore. It makes nonces differ from all earlier ones."""

# Mark the boards of matches in progress as outdated, because they may have been edited or replaced since the
# copy was made.
_MARK_RESTORED_SQL = f"""
UPDATE messages SET seq = -1 WHERE purpose = 'board' AND NOT retired AND message_id IS NOT NULL
    AND match_id IN (SELECT id FROM matches WHERE status = 'playing');
INSERT OR REPLACE INTO channels (channel_id, key, value) VALUES ({BOT_OWNER}, '{RESTORED_KEY}', 'yes');
INSERT OR REPLACE INTO channels (channel_id, key, value) VALUES ({BOT_OWNER}, '{RESTORE_TIME_KEY}', %d);
"""

_HAS_MATCHES_TABLE_SQL = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'matches'"

_IS_PLAYGROUND_SQL = (
    f"SELECT 1 FROM channels WHERE channel_id = {BOT_OWNER} AND key LIKE '{PLAYGROUND_PREFIX}%' LIMIT 1"
)


class MissingFile(StorageError):
    """The file does not exist."""

    def __init__(self, path: object) -> None:
        super().__init__(N_("There's no file {path}."), path=path)


class UnreadableFile(StorageError):
    """The path cannot be accessed."""

    def __init__(self, path: object, reason: object) -> None:
        super().__init__(N_("Can't read {path}: {reason}"), path=path, reason=reason)


class NotAFile(StorageError):
    """The path belongs to something other than a file, such as a folder, which a copy must not replace."""

    def __init__(self, path: object) -> None:
        super().__init__(N_("{path} isn't a plain file, so I can't copy from or to it."), path=path)


class ExistingCopy(StorageError):
    """The copy would replace an existing file, and ``--force`` isn't set."""

    def __init__(self, path: object) -> None:
        super().__init__(N_("{path} already exists; --force replaces it."), path=path)


class DatabaseFilePath(StorageError):
    """The path for the copy belongs to a database, or to a file that SQLite keeps next to one."""

    def __init__(self, path: object) -> None:
        super().__init__(N_("{path} belongs to a database in use; give the copy another name."), path=path)


class PlaygroundCopy(StorageError):
    """The copy comes from a playground but the database doesn't, and ``--force`` isn't set."""

    def __init__(self, path: object, database: object) -> None:
        super().__init__(
            N_("{path} is a copy of the playground; --force restores it over {database} all the same."),
            path=path,
            database=database,
        )


class DamagedDatabase(StorageError):
    """SQLite finds errors in the file."""

    def __init__(self, path: object, problems: tuple[str, ...]) -> None:
        shown = "; ".join(" ".join(problem.split()) for problem in problems[:3])
        super().__init__(N_("{path} is damaged: {problems}"), path=path, problems=shown)


def back_up(
    database: Path, copy: Path, *, force: bool = False, report: PageProgress = ignore_progress
) -> int:
    """Copy a database, which may be in use. Return the schema version of the copy.

    Also record the time of the copy for :func:`find_last_copy_time`.

    :param copy: if this is a link, the copy is written to its target.
    :param force: replace an existing file. Anything but a file is never replaced.
    :raises StorageError: no copy was made, and an existing file is unchanged.
    """
    read_schema_version(database)
    path = _resolve_link(copy)
    is_existing = _is_file(copy)
    own = {
        os.path.realpath(f"{_resolve_link(database)}{end}") for end in ("", _LOCK_SUFFIX, *SIDE_FILE_SUFFIXES)
    }
    if os.path.realpath(path) in own or any(
        os.path.lexists(f"{path}{end}") for end in (_LOCK_SUFFIX, *SIDE_FILE_SUFFIXES)
    ):
        raise DatabaseFilePath(copy)
    if is_existing and not force:
        raise ExistingCopy(copy)
    try:
        with create_draft(path) as draft:
            copy_pages(database, draft, report)
            version = _check_copy(draft, database)
            move_into_place(draft, path)
    except (OSError, sqlite3.OperationalError) as error:
        raise CopyFailed(copy, find_reason(error)) from error
    _record_copy_time(database)
    return version


def find_last_copy_time(database: Path) -> float | None:
    """Return the epoch second at which a database was last copied; ``None`` if it never was."""
    try:
        return _get_time_marker_path(database).stat().st_mtime
    except OSError:
        return None


def _get_time_marker_path(database: Path) -> Path:
    return Path(f"{_resolve_link(database)}.copied")


def _record_copy_time(database: Path) -> None:
    # A missing write permission doesn't matter here, because the copy itself is complete.
    with suppress(OSError):
        _get_time_marker_path(database).touch(mode=0o600)


def restore(
    copy: Path,
    database: Path,
    now: datetime,
    *,
    force: bool = False,
    report: PageProgress = ignore_progress,
) -> Path | None:
    """Replace a database with a copy. Return the new path of the old database, if there was one.

    :param database: if this is a link, its target is replaced.
    :param now: the time that becomes part of the old database's new name.
    :param force: restore a playground's copy even over a database that isn't a playground's.
    :raises StorageError: the copy is unusable, the database is another program's, the bot is running, or
        writing failed. The database is unchanged.
    """
    if not _is_file(copy):
        raise MissingFile(copy)
    if os.path.realpath(copy) == os.path.realpath(database):
        raise DatabaseFilePath(copy)
    if _is_file(database):
        _refuse_foreign_target(database)
    database = _resolve_link(database)
    _check_copy(copy, copy)
    known = list_migrations()
    with closing(open_read_only(copy)) as connection:
        newer = read_applied_migrations(connection).find_unknown_version(known)
    if newer is not None:
        raise SchemaTooNew(copy, newer, find_newest_version(known))
    if not force and _is_playground(copy) and not _is_playground(database):
        raise PlaygroundCopy(copy, database)
    try:
        database.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(database)
        try:
            with create_draft(database) as draft:
                copy_pages(copy, draft, report)
                with closing(sqlite3.connect(draft)) as connection:
                    connection.executescript(_MARK_RESTORED_SQL % int(now.timestamp()))
                _check_copy(draft, copy)
                kept_path = _keep_old_database(database, now)
                move_into_place(draft, database)
        finally:
            lock.release()
    except (OSError, sqlite3.OperationalError) as error:
        raise DatabaseUnwritable(database, find_reason(error)) from error
    return kept_path


def read_schema_version(path: Path) -> int:
    """Return the schema version of a bot's database, without checking the whole file.

    :raises MissingFile: the file does not exist.
    :raises StorageError: the file is not one of the bot's databases or cannot be read.
    """
    if not _is_file(path):
        raise MissingFile(path)
    # Don't open the file, because closing it would release the locks that this process has on it.
    if not os.access(path, os.R_OK):
        raise UnreadableFile(path, find_reason(PermissionError(errno.EACCES, "")))
    try:
        with closing(open_read_only(path)) as connection:
            refuse_foreign_tables(connection, path)
            if not connection.execute(_HAS_MATCHES_TABLE_SQL).fetchall():
                raise ForeignDatabaseFile(path)
            connection.execute("SELECT 1 FROM matches LIMIT 1").fetchall()
            return read_applied_migrations(connection).version
    except sqlite3.Error as error:
        raise NotADatabase(path, find_reason(error)) from error


def _refuse_foreign_target(path: Path) -> None:
    # A damaged database may be replaced.
    with suppress(sqlite3.Error), closing(open_read_only(path)) as connection:
        refuse_foreign_tables(connection, path)


def _is_playground(path: Path) -> bool:
    try:
        with closing(open_read_only(path)) as connection:
            return bool(connection.execute(_IS_PLAYGROUND_SQL).fetchall())
    except (OSError, sqlite3.Error):
        # The database is missing or damaged, or it is older than the playground and has no settings.
        return False


def _resolve_link(path: Path) -> Path:
    """Return the target of a link. Other paths and circular links are returned unchanged."""
    # Path.is_symlink() fails for names that are too long.
    linked = os.path.islink(path)  # noqa: PTH114
    return Path(os.path.realpath(path)) if linked else path


def _is_file(path: Path) -> bool:
    """Return whether the path is a file or a link to a file; ``False`` if it doesn't exist.

    :raises NotAFile: the path belongs to something else, such as a folder.
    :raises UnreadableFile: the operating system doesn't say what is there.
    """
    try:
        mode = _resolve_link(path).lstat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        return False
    except OSError as error:
        raise UnreadableFile(path, find_reason(error)) from error
    if not stat.S_ISREG(mode):
        raise NotAFile(path)
    return True


def _check_copy(path: Path, shown_path: Path) -> int:
    """Check a copy and return its schema version. Errors mention ``shown_path``."""
    try:
        version = read_schema_version(path)
        problems = check_file(path).problems
    except ForeignDatabaseFile:
        raise ForeignDatabaseFile(shown_path) from None
    except NotADatabase as error:
        raise NotADatabase(shown_path, error.message.values["reason"]) from error
    if problems:
        raise DamagedDatabase(shown_path, problems)
    return version


def _keep_old_database(database: Path, now: datetime) -> Path | None:
    """Give a database file a second name that contains the time, and return this name.

    The first name also remains if the file system supports that. Return ``None`` if there is no file.
    """
    if not database.exists():
        return None
    kept_path = find_free_path(database, f"{now:%Y%m%d-%H%M%S}")
    if _is_sound_database(database):
        with closing(sqlite3.connect(database)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
    else:
        # Don't merge the side files into a damaged database, because that might fail. The loop below keeps
        # them beside the database, because they may contain newer data.
        log.warning("the old database is damaged and kept as it is")
    try:
        os.link(database, kept_path)
    except OSError:
        # Hard links aren't supported, so rename the file. Its path is free until the copy is moved there.
        database.rename(kept_path)
    for end in SIDE_FILE_SUFFIXES:
        beside = Path(f"{database}{end}")
        if beside.exists():
            beside.rename(f"{kept_path}{end}")
    return kept_path


def _is_sound_database(database: Path) -> bool:
    try:
        return not check_file(database).problems
    except NotADatabase:
        return False
