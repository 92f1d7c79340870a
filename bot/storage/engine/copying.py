"""Writes files safely: each is written to a draft next to its destination, synced and renamed."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path

from bot.errors.reasons import find_reason
from bot.errors.storage import NotADatabase, StorageError
from games.core.words import N_

SIDE_FILE_SUFFIXES = ("-wal", "-shm", "-journal")
"""Suffixes of the files that SQLite keeps next to a database, and that must be moved or deleted with it."""

PageProgress = Callable[[int, int], None]
"""Function called with the number of pages copied so far and the total number of pages."""
PAGES_PER_REPORT = 1000
"""Number of pages between two progress reports."""


def ignore_progress(done: int, total: int) -> None:
    """Ignore the progress of a copy."""


class CopyFailed(StorageError):
    """The copy cannot be written, because the folder is missing or not writable, or the disk is full."""

    def __init__(self, path: object, reason: object) -> None:
        super().__init__(N_("Can't write the copy {path}: {reason}"), path=path, reason=reason)


def open_read_only(path: Path) -> sqlite3.Connection:
    """Open a database read-only. Others may use it at the same time.

    :raises sqlite3.OperationalError: the file is missing or may not be read.
    """
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)


@contextmanager
def create_draft(path: Path) -> Iterator[Path]:
    """Create an empty draft next to ``path`` that only its owner can read. Delete it after the block."""
    number, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.absolute().parent)
    os.close(number)
    draft = Path(name)
    try:
        yield draft
    finally:
        for end in ("", *SIDE_FILE_SUFFIXES):
            Path(f"{draft}{end}").unlink(missing_ok=True)


def copy_pages(source: Path, draft: Path, report: PageProgress) -> None:
    """Copy a consistent snapshot of a database to ``draft``, without side files.

    :raises NotADatabase: ``source`` can't be read as a database.
    :raises sqlite3.OperationalError: reading or writing failed.
    """
    try:
        with closing(open_read_only(source)) as original, closing(sqlite3.connect(draft)) as copy:
            # The open transaction pins a snapshot, so concurrent writes don't restart the copy.
            original.execute("BEGIN")
            original.execute("SELECT 1 FROM sqlite_master").fetchone()
            original.backup(
                copy, pages=PAGES_PER_REPORT, progress=lambda _, left, total: report(total - left, total)
            )
            copy.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.OperationalError:
        raise
    except sqlite3.Error as error:
        raise NotADatabase(source, find_reason(error)) from error


def move_into_place(draft: Path, path: Path) -> None:
    """Move a finished draft to ``path`` so that it survives a power failure."""
    with draft.open("rb") as file:
        os.fsync(file.fileno())
    draft.replace(path)
    if os.name == "posix":
        folder = os.open(path.absolute().parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def find_free_path(database: Path, time_text: str) -> Path:
    """Return an unused path next to a database, with ``time_text`` in its name."""
    names = (f"{database.stem}-{time_text}{f'-{n}' if n > 1 else ''}{database.suffix}" for n in count(1))
    return next(path for path in map(database.with_name, names) if not os.path.lexists(path))
