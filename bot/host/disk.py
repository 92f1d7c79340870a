"""Checks the free space on the disk of the database file, and whether it is writable."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from pathlib import Path

from bot.errors.reasons import find_reason
from bot.errors.storage import DatabaseUnwritable

MIN_FREE_BYTES = 1_000_000
"""With less, storing a move may fail."""
LOW_FREE_BYTES = 200_000_000
"""Free bytes below which the doctor prints a warning, because a backup may not fit."""
TEST_FILE_BYTES = 65_536


def find_free_bytes(path: Path) -> int:
    """Return the number of bytes that can still be written to the disk of ``path``.

    :raises DatabaseUnwritable: the free space can't be determined.
    """
    folder = next(folder for folder in path.absolute().parents if folder.exists())
    try:
        return shutil.disk_usage(folder).free
    except OSError as error:
        raise DatabaseUnwritable(path, find_reason(error)) from error


def require_free_space(path: Path) -> None:
    """Check that the disk has enough space to store a move.

    :raises DatabaseUnwritable: there may not be enough free space.
    """
    if find_free_bytes(path) < MIN_FREE_BYTES:
        raise DatabaseUnwritable(path, find_reason(OSError(errno.ENOSPC, "")))


def try_writing(path: Path) -> None:
    """Check that a file and its folder are writable. Missing folders are created for the check.

    :raises DatabaseUnwritable: the folder or the existing file isn't writable.
    """
    new_folders: list[Path] = []
    try:
        for folder in reversed(path.absolute().parents):
            if not folder.exists():
                folder.mkdir()
                new_folders.append(folder)
        if path.exists():
            with path.open("r+b"):
                pass
        with tempfile.TemporaryFile(dir=path.absolute().parent) as file:
            file.write(bytes(TEST_FILE_BYTES))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise DatabaseUnwritable(path, find_reason(error)) from error
    finally:
        for folder in reversed(new_folders):
            folder.rmdir()
