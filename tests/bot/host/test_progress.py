"""A long command shows a progress bar on a terminal after a delay, and none in a pipe."""

from __future__ import annotations

import os
import pty
import sqlite3
import subprocess
import sys
import termios
from contextlib import closing
from pathlib import Path

import pytest

from bot.storage.schema import list_migrations

ROOT = Path(__file__).parents[3]
SLOW_PROGRAM = """
from bot.kit import progress
progress.BAR_DELAY_SECONDS = {delay}
with progress.show_progress("Copying", "page") as report:
    for done in range(1, 101):
        report(done, 100)
print("done")
"""


BACKUP_PROGRAM = """
import sys
from bot import __main__
from bot.kit import progress
progress.BAR_DELAY_SECONDS = 0.0
sys.exit(__main__.main(["backup", "copy.db", "--database", "reefs.db"]))
"""


def make_slow_command(delay: float) -> list[str]:
    return [sys.executable, "-c", SLOW_PROGRAM.format(delay=delay)]


def test_no_progress_is_shown_in_a_pipe() -> None:
    ran = subprocess.run(make_slow_command(0.0), cwd=ROOT, capture_output=True, text=True, check=True)
    assert (ran.stdout, ran.stderr) == ("done\n", "")


def run_in_terminal(command: list[str], folder: Path) -> tuple[subprocess.CompletedProcess[str], bytes]:
    """Run a command in a terminal; return its result and everything it displayed."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    ran = subprocess.run(
        command,
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=theirs,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    # Write a final mark, so that reading ends even if the command displayed nothing.
    os.write(theirs, b"#")
    seen = b""
    while not seen.endswith(b"#"):
        seen += os.read(ours, 4096)
    os.close(theirs)
    os.close(ours)
    return ran, seen


@pytest.mark.skipif(os.name != "posix", reason="a terminal is made by the system")
@pytest.mark.parametrize(("delay", "shown"), [(0.0, True), (1000.0, False)])
def test_slow_work_shows_progress_on_a_terminal_and_removes_it_afterwards(delay: float, shown: bool) -> None:
    ran, seen = run_in_terminal(make_slow_command(delay), ROOT)
    assert ran.stdout == "done\n"
    assert (b"Copying" in seen) == shown
    assert not shown or seen.endswith(b"\r#"), "the bar is wiped away"


@pytest.mark.skipif(os.name != "posix", reason="a terminal is made by the system")
def test_a_backup_shows_its_progress(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "reefs.db")) as connection:
        connection.executescript(f"{list_migrations()[0].text} PRAGMA user_version = 1;")
    ran, seen = run_in_terminal([sys.executable, "-c", BACKUP_PROGRAM], tmp_path)
    assert ran.stdout.startswith("Copied reefs.db") and b"copying" in seen and seen.endswith(b"\r#")
