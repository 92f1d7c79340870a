"""The test harbour waits until the bot has finished slow work."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from bot.ui.person import my_tables
from tests.support import harbour as harbours
from tests.support.harbour import Harbour
from tests.support.reading import read_answer


async def test_the_harbour_waits_for_work_that_takes_longer_than_one_check(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    show = my_tables.show_home_page

    async def show_slowly(*args: Any) -> None:
        await asyncio.to_thread(time.sleep, 0.15)
        await show(*args)

    monkeypatch.setattr(my_tables, "show_home_page", show_slowly)
    monkeypatch.setattr(harbours, "SETTLE_TIMEOUT_SECONDS", 0.05)
    assert read_answer(await harbour.anna.slash(harbour.channel, "mine"))
