"""Copies of the project in which mutants are tried, so that the project itself stays unchanged."""

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
from xml.etree import ElementTree

from tests.proof.mutants.mutant import MutatedSource

MAX_HANDWRITTEN_SECONDS = 120.0
"""Seconds after which a hand-written mutant's tests count as hung. They usually take a few seconds."""
COPIED_FOLDERS = ("assets", "bot", "docs", "games", "tests", "tools")
STOP_AT_FAILURE_OPTION = "-x"
PASSED_STATUS, FAILED_STATUS, INTERRUPTED_STATUS = 0, 1, 2
"""Exit statuses of pytest. ``INTERRUPTED_STATUS`` means that a test module couldn't be imported."""


class MutantStatus(Enum):
    KILLED = "killed"
    HUNG = "timed out"
    """The tests didn't finish. This counts as noticing the mutant."""
    SURVIVED = "survived"
    BROKEN = "broken"
    """The change couldn't be made, or the tests couldn't be run."""


@dataclass(frozen=True, slots=True)
class Trial:
    status: MutantStatus
    explanation: str
    """The test that noticed the mutant, or the reason why none did. Empty if the mutant survived."""
    seconds: float
    diff: str = ""


class ProjectCopy:
    """A copy of the project, used by one thread at a time."""

    def __init__(self, project: Path, folder: Path) -> None:
        """Copy ``project`` to ``folder``, which must not exist yet."""
        self._folder = folder
        folder.mkdir()
        for name in COPIED_FOLDERS:
            if (project / name).is_dir():
                waste = shutil.ignore_patterns("__pycache__")
                shutil.copytree(project / name, folder / name, ignore=waste)
        for path in project.iterdir():
            if path.is_file():
                shutil.copy2(path, folder / path.name)
        self._moment = int(time.time())
        self._process: subprocess.Popen[str] | None = None

    def stop(self) -> None:
        process = self._process
        if process is not None:
            _kill_process(process)

    def run_tests(self, tests: Sequence[str]) -> tuple[bool, str]:
        """Run tests without a change; return whether they pass, and pytest's output."""
        status, said, _ = self._run_pytest([STOP_AT_FAILURE_OPTION, *tests], None)
        return status == PASSED_STATUS, said

    def time_test_files(self, files: Sequence[str]) -> dict[str, float]:
        """Run test files without a change; return the seconds of each file that passes."""
        report = self._folder / "report.xml"
        report.unlink(missing_ok=True)
        self._run_pytest(
            ["--continue-on-collection-errors", f"--junitxml={report}", "-o", "junit_family=xunit1", *files],
            None,
        )
        seconds: dict[str, float] = {}
        failed = set()
        for case in ElementTree.parse(report).iter("testcase") if report.exists() else ():
            file = case.get("file", "")
            seconds[file] = seconds.get(file, 0.0) + float(case.get("time", 0))
            if any(child.tag in ("failure", "error") for child in case):
                failed.add(file)
        return {file: seconds[file] for file in files if file in seconds and file not in failed}

    def try_out_mutant(
        self,
        file: Path,
        mutated: MutatedSource,
        tests: Sequence[str],
        timeout: float,
        noticed_statuses: Sequence[int] = (FAILED_STATUS,),
    ) -> Trial:
        """Write a changed module, run the tests, and restore the module.

        :param noticed_statuses: exit statuses of pytest that mean a test noticed the change.
        """
        path = self._folder / file
        sound = path.read_text("utf-8")
        try:
            self._write_file(path, mutated.source)
            status, said, seconds = self._run_pytest([STOP_AT_FAILURE_OPTION, *tests], timeout)
        finally:
            self._write_file(path, sound)
        if status is None:
            return Trial(MutantStatus.HUNG, f"still running after {timeout:.0f} s", seconds, mutated.diff)
        if status == PASSED_STATUS:
            return Trial(MutantStatus.SURVIVED, "", seconds, mutated.diff)
        if status not in noticed_statuses:
            return Trial(MutantStatus.BROKEN, said, seconds, mutated.diff)
        found = re.search(r"^(?:FAILED|ERROR) (\S+)", said, re.M)
        return Trial(MutantStatus.KILLED, "" if found is None else found[1], seconds, mutated.diff)

    def _write_file(self, path: Path, text: str) -> None:
        path.write_text(text, "utf-8")
        # Give each version another modification time in whole seconds, so that Python recompiles the file.
        self._moment += 2
        os.utime(path, (self._moment, self._moment))

    def _run_pytest(self, arguments: Sequence[str], timeout: float | None) -> tuple[int | None, str, float]:
        """Return pytest's status (None if it hung), its output, and the seconds it took."""
        options = [
            "-q",
            "-n0",
            "--tb=short",
            "-rfE",
            "-p",
            "no:cacheprovider",
            "-m",
            "not slow and not nightly",
        ]
        command = [sys.executable, "-m", "pytest", "-o", "addopts=", *options, *arguments]
        began = time.monotonic()
        # Use a new session, because its process group lets us kill everything that the tests start.
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
                said, _ = process.communicate(timeout=timeout)
                status = process.returncode
            except subprocess.TimeoutExpired:
                said, status = "", None
            finally:
                self._process = None
                _kill_process(process)
        return status, said, time.monotonic() - began


def _kill_process(process: subprocess.Popen[str]) -> None:
    """Kill a process and all processes that it started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        return
