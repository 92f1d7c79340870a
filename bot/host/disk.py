"""The disk that the database file is on: free space, and whether it can be written."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from pathlib import Path

from bot.errors.reasons import reason
from bot.errors.storage import Unwritable

LEAST_BYTES = 1_000_000
"""With less free space moves may fail although a small write still succeeds."""
SCARCE_BYTES = 200_000_000
"""Less free space than this is worth a look: a copy may not fit any more."""
TRIED_BYTES = 65_536


def find_free(path: Path) -> int:
    """Return how many bytes of the disk this user can still fill.

    :raises Unwritable: the disk does not say.
    """
    folder = next(folder for folder in path.absolute().parents if folder.exists())
    try:
        return shutil.disk_usage(folder).free
    except OSError as error:
        raise Unwritable(path, reason(error)) from error


def require_room(path: Path) -> None:
    """Check that a move surely fits on the disk.

    :raises Unwritable: it may not.
    """
    if find_free(path) < LEAST_BYTES:
        raise Unwritable(path, reason(OSError(errno.ENOSPC, "")))


def try_writing(path: Path) -> None:
    """Write a little beside a file, which may be missing with its folder, and remove it again.

    :raises Unwritable: that, or opening the file itself, is not possible.
    """
    made: list[Path] = []
    try:
        for folder in reversed(path.absolute().parents):
            if not folder.exists():
                folder.mkdir()
                made.append(folder)
        if path.exists():
            with path.open("r+b"):
                pass
        with tempfile.TemporaryFile(dir=path.absolute().parent) as file:
            file.write(bytes(TRIED_BYTES))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise Unwritable(path, reason(error)) from error
    finally:
        for folder in reversed(made):
            folder.rmdir()
