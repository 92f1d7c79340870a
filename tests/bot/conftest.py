"""The real bot in a simulated Discord: two players, a moderator and a spectator in one channel."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.harbour import Harbour, check_select_renewals
from tests.support.stores import engine

__all__ = ["engine"]


@pytest.fixture
async def harbour(tmp_path: Path) -> AsyncIterator[Harbour]:
    harbour = await Harbour.open(tmp_path)
    yield harbour
    check_select_renewals(harbour)
    await harbour.close()
