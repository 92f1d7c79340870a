"""A lock file that prevents a second process from using the database.

The operating system releases the lock when the process dies. On POSIX it is a record lock, which a forked
child doesn't inherit, because an orphaned worker must not block the next start. A record lock doesn't stop
its own process, so the paths locked here are also kept in a set.
"""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

from bot.errors.reasons import find_reason
from bot.errors.storage import DatabaseInUse, DatabaseUnwritable

_held_paths: set[Path] = set()


class FileLock:
    """An exclusive lock on ``<path>.lock``."""

    def __init__(self, path: Path) -> None:
        """Acquire the lock.

        :raises DatabaseInUse: another process, or another store in this process, holds the lock.
        :raises DatabaseUnwritable: the lock file cannot be created.
        """
        self._path = path.resolve()
        if self._path in _held_paths:
            raise DatabaseInUse(path)
        try:
            self._file = os.open(f"{self._path}.lock", os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise DatabaseUnwritable(path, find_reason(error)) from error
        try:
            _lock_file(self._file)
        except OSError as error:
            os.close(self._file)
            if error.errno in (errno.EACCES, errno.EAGAIN, errno.EDEADLK):
                raise DatabaseInUse(path) from error
            raise DatabaseUnwritable(path, find_reason(error)) from error
        _held_paths.add(self._path)

    def release(self) -> None:
        """Release the lock. The lock file stays, because another process may be about to lock it."""
        _held_paths.discard(self._path)
        os.close(self._file)


if sys.platform == "win32":
    import msvcrt

    def _lock_file(file: int) -> None:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock_file(file: int) -> None:
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
