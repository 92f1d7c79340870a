"""Finds a folder in memory for temporary files, because a disk's file system takes longer to create files."""

from __future__ import annotations

import contextlib
import os
import shutil
from pathlib import Path

MEMORY_FOLDER = Path("/dev/shm")
MIN_FREE_BYTES = 1 << 30
"""Minimum free bytes in :data:`MEMORY_FOLDER` for temporary files to be created there."""


def find_folder() -> Path | None:
    """Return a folder in memory in which tests can run programs and write enough data, or None."""
    return MEMORY_FOLDER if has_space(MEMORY_FOLDER) else None


def has_space(folder: Path) -> bool:
    """Return whether tests can run programs and write enough data in a folder."""
    with contextlib.suppress(OSError):
        runs = not os.statvfs(folder).f_flag & os.ST_NOEXEC
        return runs and os.access(folder, os.W_OK) and shutil.disk_usage(folder).free >= MIN_FREE_BYTES
    return False
