"""A simulated server with two channels and a manager."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.port import Port


@pytest.fixture
async def port(tmp_path: Path) -> AsyncIterator[Port]:
    port = await Port.open_port(tmp_path)
    yield port
    await port.close()
