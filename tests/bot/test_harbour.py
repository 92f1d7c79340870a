"""The simulated Discord waits for a slow machine."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from bot.ui.person import my_tables
from tests.support import harbour as harbours
from tests.support.harbour import Harbour
from tests.support.reading import said


async def test_work_that_takes_longer_than_one_look_is_waited_for(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    show = my_tables.show

    async def slowly(*about: Any) -> None:
        await asyncio.to_thread(time.sleep, 0.15)
        await show(*about)

    monkeypatch.setattr(my_tables, "show", slowly)
    monkeypatch.setattr(harbours, "SETTLE_SECONDS", 0.05)
    assert said(await harbour.anna.slash(harbour.channel, "mine"))
