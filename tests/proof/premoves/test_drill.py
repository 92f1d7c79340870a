"""A real process is killed while premoves are played. No premove is lost or played twice."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.proof.premoves.drill import run_drill


@pytest.mark.skipif(sys.platform == "win32", reason="SIGKILL")
@pytest.mark.parametrize("kill_count", [pytest.param(20, marks=pytest.mark.slow)])
async def test_no_crash_doubles_or_loses_a_prepared_move(tmp_path: Path, kill_count: int) -> None:
    found = await run_drill(tmp_path / "reefs.db", kill_count, seed=1)
    assert found.problems == []
    assert found.prepared_line_count >= 3 * kill_count and found.move_count > found.prepared_line_count
