"""The real bot with a database file, which backups and the health page open themselves."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.harbour import Harbour
from tests.support.stores import create_file_if_missing


@pytest.fixture
async def harbour(tmp_path: Path) -> AsyncIterator[Harbour]:
    await create_file_if_missing(tmp_path / "reefs.db")
    harbour = await Harbour.open(tmp_path)
    yield harbour
    await harbour.close()
