"""What the load run ends with."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest

from tests.load import __main__ as load


@pytest.mark.parametrize(
    ("failed", "ratio", "status"), [(0, 1.0, 0), (0, 1.1, 0), (0, 1.11, 1), (3, 1.0, 1), (-9, 1.0, 1)]
)
async def test_a_failed_press_or_a_grown_cost_fails_the_run(
    monkeypatch: pytest.MonkeyPatch, failed: int, ratio: float, status: int
) -> None:
    async def presses(arguments: argparse.Namespace, folder: Path) -> int:
        return failed

    async def cost(arguments: argparse.Namespace, folder: Path) -> float:
        return ratio

    monkeypatch.setattr(load, "load", presses)
    monkeypatch.setattr(load, "growth", cost)
    assert await load.run(argparse.Namespace()) == status
