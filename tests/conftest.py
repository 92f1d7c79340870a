"""What holds for all tests: no clock, and no chance that another run would not have, decides one."""

from __future__ import annotations

import contextlib
import gc
import os
import shutil
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "reefs",
    # A busy machine is slow, and what a test has found once it is to find again.
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=True,
    database=None,
)
settings.load_profile("reefs")

GARBAGE = 2000, 10, 50
"""How many new objects there are before the youngest, the middle and all of them are looked through."""

MEMORY = Path("/dev/shm")
ROOM = 1 << 30
"""So many bytes must be free in memory for the folders of tests to lie there."""
FOLDERS = "PYTEST_DEBUG_TEMPROOT"
"""By this pytest is told where else they are to lie than on the disk."""


def pytest_configure(config: pytest.Config) -> None:
    """Spare what every run and every process would do again, and the disk."""
    keep_compiled(config)
    if config.getoption("basetemp") is None and FOLDERS not in os.environ and has_room(MEMORY):
        os.environ[FOLDERS] = str(MEMORY)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int | None:
    """Have one worker more than there are processors: some tests wait, and others go on meanwhile."""
    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None
    return (
        len(os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1)) + 1
    )


def has_room(folder: Path) -> bool:
    """Say whether tests can do there whatever they do in a folder of the disk."""
    with contextlib.suppress(OSError):
        runs = not os.statvfs(folder).f_flag & os.ST_NOEXEC
        return runs and os.access(folder, os.W_OK) and shutil.disk_usage(folder).free >= ROOM
    return False


def keep_compiled(config: pytest.Config) -> None:
    """Keep what is compiled in pytest's own folder, where it is to lie in none of ours.

    Some hundred processes are started in a run, and each of them would compile the whole bot for itself.
    """
    cache: pytest.Cache | None = getattr(config, "cache", None)
    if sys.dont_write_bytecode and cache is not None:
        with contextlib.suppress(OSError):
            sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"] = str(cache.mkdir("bytecode"))
            os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
            sys.dont_write_bytecode = False


def pytest_collection_finish() -> None:
    """Look only for the garbage of the tests: what has been imported and collected stays to the end.

    To look through all of that again and again took a tenth of the time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)
