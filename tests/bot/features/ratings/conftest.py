"""Fixtures: a store of the database engine under test, and a harbour."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.storage import Store
from tests.support.harbour import Harbour
from tests.support.stores import engine, open_store, open_store_at

__all__ = ["engine", "open_store"]


@pytest.fixture
async def store(tmp_path: Path, engine: str) -> AsyncIterator[Store]:
    store = await open_store_at(tmp_path / "reefs.db")
    yield store
    await store.close()


@pytest.fixture
async def harbour(tmp_path: Path) -> AsyncIterator[Harbour]:
    harbour = await Harbour.open(tmp_path)
    yield harbour
    await harbour.close()
