"""Fixture of the prediction tests."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.computers.pool import WorkerPool
from games.review import slices
from tests.bot.features.predictions.steps import evaluate_in_process
from tests.support.findings import QUICK_REVIEW_SETTINGS
from tests.support.harbour import Harbour
from tests.support.toy import TOYS


@pytest.fixture
async def harbour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Harbour]:
    """A harbour in which Anna and Ben play a match, and reviews are fast."""
    for name, number in QUICK_REVIEW_SETTINGS.items():
        monkeypatch.setattr(slices, name, number)
    monkeypatch.setattr(WorkerPool, "evaluate_slice", evaluate_in_process)
    harbour = await Harbour.open(tmp_path, TOYS)
    await harbour.turn_guide_off()
    await harbour.begin_match("toy", options="goal=40")
    yield harbour
    await harbour.close()
