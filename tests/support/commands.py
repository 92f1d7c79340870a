"""Runs ``python -m bot`` as a process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from bot.config import SETTING_NAMES
from tests.support.patience import HANG_TIMEOUT_SECONDS

ROOT = Path(__file__).parents[2]


def make_environment(tmp_path: Path, **settings: str) -> dict[str, str]:
    """Return environment variables with only these settings of the bot, and a database in ``tmp_path``."""
    kept = {name: value for name, value in os.environ.items() if name not in SETTING_NAMES}
    return {
        **kept,
        "PYTHONPATH": str(ROOT),
        "LC_ALL": "C",
        "DATABASE_PATH": str(tmp_path / "reefs.db"),
        **settings,
    }


def run_bot(tmp_path: Path, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        cwd=tmp_path,
        env=make_environment(tmp_path, **settings),
        capture_output=True,
        text=True,
        timeout=HANG_TIMEOUT_SECONDS,
        check=False,
    )


def assert_refused(result: subprocess.CompletedProcess[str], expected: str) -> None:
    """Assert that a command failed with status 2 and one line on stderr with ``expected``."""
    assert result.returncode == 2, result.stderr
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1, result.stderr
    assert expected in result.stderr
