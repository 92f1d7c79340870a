"""Copies of the project in which mutants are tried; the project itself is never touched."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from tests.proof.mutants.mutant import Mutant

PATIENCE = 120.0
"""Seconds after which tests hang. What is tried alone takes a few."""
COPIED = ("assets", "bot", "games", "tests", "tools")
PASSED, FAILED = 0, 1
"""What pytest ends with; everything else says that it could not test."""


class Fate(Enum):
    """What became of a mutant."""

    KILLED = "killed"
    HUNG = "hung"
    """The tests did not end: who waits for them notices that too."""
    SURVIVED = "survived"
    BROKEN = "broken"
    """The tests could not be run, which says nothing about them."""


@dataclass(frozen=True, slots=True)
class Tried:
    """What became of a mutant, by which test or why, and how many seconds it took."""

    fate: Fate
    by: str
    seconds: float


class Copy:
    """One copy of the project. Whoever uses it is alone in it."""

    def __init__(self, project: Path, folder: Path) -> None:
        """Copy ``project`` to ``folder``, which is not there yet."""
        self._folder = folder
        folder.mkdir()
        for name in COPIED:
            if (project / name).is_dir():
                waste = shutil.ignore_patterns("__pycache__")
                shutil.copytree(project / name, folder / name, ignore=waste)
        for path in project.iterdir():
            if path.is_file():
                shutil.copy2(path, folder / path.name)
        self._moment = int(time.time())
        self._process: subprocess.Popen[str] | None = None

    def stop(self) -> None:
        """End the tests that are being run, if any are."""
        process = self._process
        if process is not None:
            _end(process)

    def passes(self, tests: Sequence[str]) -> tuple[bool, str]:
        """Run tests on what was copied; return whether they pass, and what pytest said."""
        status, said, _ = self._run(tests, None)
        return status == PASSED, said

    def try_out(self, mutant: Mutant) -> Tried:
        """Apply a mutant, run the tests that are to notice it, and take it back."""
        path = self._folder / mutant.file
        sound = path.read_text("utf-8")
        try:
            self._write(path, mutant.applied(sound))
            status, said, seconds = self._run(mutant.tests.split(), PATIENCE)
        finally:
            self._write(path, sound)
        if status is None:
            return Tried(Fate.HUNG, f"no end after {PATIENCE:.0f} s", seconds)
        if status == PASSED:
            return Tried(Fate.SURVIVED, "", seconds)
        if status != FAILED:
            return Tried(Fate.BROKEN, said, seconds)
        found = re.search(r"^(?:FAILED|ERROR) (\S+)", said, re.M)
        return Tried(Fate.KILLED, "" if found is None else found[1], seconds)

    def _write(self, path: Path, text: str) -> None:
        path.write_text(text, "utf-8")
        # Compiled files are known by whole seconds: no two changes may fall into the same.
        self._moment += 2
        os.utime(path, (self._moment, self._moment))

    def _run(self, tests: Sequence[str], patience: float | None) -> tuple[int | None, str, float]:
        """Return pytest's status (``None``: it hung), what it printed, and the seconds it took."""
        options = ["-q", "-x", "--tb=short", "-rfE", "-p", "no:cacheprovider", "-m", "not slow"]
        command = [sys.executable, "-m", "pytest", "-o", "addopts=", *options, *tests]
        began = time.monotonic()
        # A group of its own: what the tests started ends with them.
        with subprocess.Popen(
            command,
            cwd=self._folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        ) as process:
            self._process = process
            status: int | None
            try:
                said, _ = process.communicate(timeout=patience)
                status = process.returncode
            except subprocess.TimeoutExpired:
                said, status = "", None
            finally:
                self._process = None
                _end(process)
        return status, said, time.monotonic() - began


def _end(process: subprocess.Popen[str]) -> None:
    """End a process and what it has started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        return
