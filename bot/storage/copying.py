"""Making whole files: a copy is written under another name beside its place, synced and renamed."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path

from bot.errors.reasons import reason
from bot.errors.storage import NotADatabase, StorageError
from games.core.words import N_

BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a file that is being written. It belongs to that file and to no other."""

Told = Callable[[int, int], None]
"""Is told how many pages are copied, and of how many."""
PAGES = 1000
"""So many are copied between two tellings."""


def tell_nobody(done: int, total: int) -> None:
    """Report no progress."""


class CopyFailed(StorageError):
    """The copy cannot be written: the folder is not there or not ours, or the disk is full."""

    def __init__(self, path: object, reason: object) -> None:
        super().__init__(N_("Can't write the copy {path}: {reason}"), path=path, reason=reason)


def reader(path: Path) -> sqlite3.Connection:
    """Open a file beside whoever works on it, for reading alone.

    :raises sqlite3.OperationalError: it is not there or may not be read.
    """
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)


@contextmanager
def drafted(path: Path) -> Iterator[Path]:
    """Give an empty file beside ``path`` which its owner alone may read; it is gone afterwards."""
    number, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.absolute().parent)
    os.close(number)
    draft = Path(name)
    try:
        yield draft
    finally:
        for end in ("", *BESIDE):
            Path(f"{draft}{end}").unlink(missing_ok=True)


def copy_pages(source: Path, draft: Path, told: Told) -> None:
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


def free_name(database: Path, moment: str) -> Path:
    """Return a name beside a database which tells when, and which nothing has."""
    names = (f"{database.stem}-{moment}{f'-{n}' if n > 1 else ''}{database.suffix}" for n in count(1))
    return next(path for path in map(database.with_name, names) if not os.path.lexists(path))
