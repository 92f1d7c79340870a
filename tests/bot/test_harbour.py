"""The test harbour waits until the bot has finished slow work, and its quick versions keep all checks."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import discord
import pytest
import simcord.components

from bot.ui.person import my_tables
from tests.support import harbour as harbours
from tests.support import quick
from tests.support.harbour import Harbour
from tests.support.patience import HANG_TIMEOUT_SECONDS
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


def test_components_are_walked_in_the_same_order_with_their_nested_ones() -> None:
    button = {"type": 2, "custom_id": "b"}
    section = {"type": 9, "components": [{"type": 10}, {"type": 10}], "accessory": button}
    tree = [{"type": 17, "components": [section, {"type": 1, "components": [button, button]}]}, "text"]
    for components in (tree, section, {"type": 18, "component": button}, []):
        assert list(quick.walk_components_quickly(components)) == list(quick.walk_components(components))


def test_references_to_files_are_replaced_and_missing_files_refused() -> None:
    shown = [{"type": 12, "items": [{"media": {"url": "attachment://board.png"}}]}]
    file = {"filename": "board.png", "url": "https://cdn/1", "proxy_url": "https://cdn/2", "id": "1"}
    (gallery,) = quick.resolve_attachments_quickly(shown, [file])
    assert gallery["items"][0]["media"]["url"] == "https://cdn/1"
    with pytest.raises(simcord.components.ComponentValidationError):
        quick.resolve_attachments_quickly(shown, [])


async def test_tasks_that_wait_for_an_event_or_a_view_are_recognized(harbour: Harbour) -> None:
    waiting = asyncio.create_task(harbour.bot.wait_for("message", timeout=HANG_TIMEOUT_SECONDS))
    await asyncio.sleep(0)
    assert quick.is_wait_for_listener(harbour.bot, waiting)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    assert not quick.is_wait_for_listener(harbour.bot, waiting)
    view = discord.ui.View(timeout=HANG_TIMEOUT_SECONDS)
    view.add_item(discord.ui.Button(label="Go", custom_id="go"))
    stopped, other = vars(view)["_BaseView__stopped"], asyncio.get_running_loop().create_future()
    assert not quick.is_view_wait_future(harbour.bot, stopped)
    harbour.bot._connection.store_view(view, 1)
    expiring = vars(view)["_BaseView__timeout_task"]
    assert quick.is_view_timeout(harbour.bot, expiring)
    assert quick.is_view_wait_future(harbour.bot, stopped) and not quick.is_view_wait_future(
        harbour.bot, other
    )
    view.stop()
