"""Settings that make the results of all tests repeatable and independent of speed."""

from __future__ import annotations

import compileall
import contextlib
import gc
import importlib
import os
import sys
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.support import memory, messages, watchdog

settings.register_profile(
    "reefs",
    # No deadline, because a busy machine is slow. No random examples, so that failures are reproducible.
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=True,
    database=None,
)
settings.load_profile("reefs")

ROOT = Path(__file__).parents[1]
COMPILED_FOLDERS = "assets", "bot", "games", "tests/support", "tools"
"""Folders whose modules :func:`compile_share` compiles, because tests import them."""

GC_THRESHOLDS = 2000, 10, 5000
"""Garbage collection thresholds of the three generations during the tests.

A process reaches the last one rarely, because such a collection takes as long as twenty end-to-end tests.
"""

TEMPROOT_VARIABLE = "PYTEST_DEBUG_TEMPROOT"
"""Environment variable for the folder in which pytest creates temporary folders."""


def pytest_configure(config: pytest.Config) -> None:
    """Keep compiled files between runs, and end hanging tests.

    If there is space, put temporary folders in memory by default.
    """
    keep_compiled_files(config)
    watchdog.pytest_configure(config)
    if config.getoption("basetemp") is None and TEMPROOT_VARIABLE not in os.environ:
        folder = memory.find_folder()
        if folder is not None:
            os.environ[TEMPROOT_VARIABLE] = str(folder)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Make workers omit messages that nothing reads."""
    messages.pytest_sessionstart(session)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int | None:
    """Return one worker more than there are processors, because some tests wait while others run.

    Return None if the environment states a number, so that xdist uses that number.
    """
    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None
    return (
        len(os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1)) + 1
    )


def keep_compiled_files(config: pytest.Config) -> None:
    """Write compiled files to pytest's cache folder if Python was set to write none.

    A run starts a hundred processes or more, each of which would otherwise compile the whole bot.
    """
    cache: pytest.Cache | None = getattr(config, "cache", None)
    if sys.dont_write_bytecode and cache is not None:
        with contextlib.suppress(OSError):
            sys.pycache_prefix = os.environ["PYTHONPYCACHEPREFIX"] = str(cache.mkdir("bytecode"))
            os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
            sys.dont_write_bytecode = False


def compile_share(config: pytest.Config) -> None:
    """Compile this worker's share of the modules and tests, so that the other workers don't have to.

    All workers import the same modules in the same order, so after a change each would compile everything.
    Do nothing if there is only one process, or compiled files aren't written.
    """
    count = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if count < 2 or sys.dont_write_bytecode:
        return
    number = int(os.environ["PYTEST_XDIST_WORKER"].removeprefix("gw")) % count
    modules = sorted(path for name in COMPILED_FOLDERS for path in (ROOT / name).rglob("*.py"))
    for path in modules[number::count]:
        compileall.compile_file(path, quiet=2)
    folders = [config.invocation_params.dir / argument.partition("::")[0] for argument in config.args]
    tests = sorted({path for folder in folders for path in folder.rglob("test_*.py")})
    for path in tests[number::count]:
        # Importing a test also rewrites its assertions. Errors are reported later, when it is collected.
        with contextlib.suppress(Exception, pytest.skip.Exception):
            importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Compile and collect with garbage collection paused, because there is little to free."""
    gc.disable()
    try:
        compile_share(session.config)
        return (yield)
    finally:
        gc.enable()


def pytest_collection_finish() -> None:
    """Exclude imported modules and collected tests from garbage collection.

    Scanning them repeatedly would take a tenth of the time. Keep garbage too, because finding it takes longer
    than collecting a thousand tests.
    """
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
