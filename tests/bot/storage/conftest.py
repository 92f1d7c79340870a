"""Fixtures of the storage tests. Stores and databases are closed when a test ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.storage import Store
from tests.support.stores import OpenStore, engine, open_database, open_store

__all__ = ["engine", "open_database", "open_store"]


@pytest.fixture
async def store(open_store: OpenStore, tmp_path: Path) -> Store:
    return await open_store(tmp_path / "reefs.db")
