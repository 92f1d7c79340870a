"""A daily result is posted once even if its player shares it in two channels at the same moment."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from bot.model.days import find_day_number, pick_daily_game
from bot.storage.daily import ATTEMPT_WON, AttemptRow, DayRow
from bot.ui.ids import make_custom_id
from games.registry import GAMES
from tests.support.standin.people import Member
from tests.support.standin.process import BotProcess
from tests.support.standin.server import Standin
from tests.support.standin.world import OWNER_ID, World
from tests.support.stores import keep_store_open


async def store_finished_attempt(path: Path, day: int) -> None:
    """Store a finished attempt of the owner on a day."""
    async with keep_store_open(path) as store:
        game = pick_daily_game(tuple(GAMES.values()), day)
        await store.daily.add_day(DayRow(day, game.key, game.version, game.daily_options, bytes(32)))
        await store.daily.begin_attempt(day, OWNER_ID, "Anna", None)
        await store.daily.record_end(AttemptRow(day, OWNER_ID, "Anna", None, ATTEMPT_WON, 9, 7, "bg"))


@pytest.mark.slow
async def test_presses_in_two_channels_at_the_same_time_post_one_result(tmp_path: Path) -> None:
    day = find_day_number(int(time.time()))
    bot_path = tmp_path / "reefs.db"
    await store_finished_attempt(bot_path, day)
    async with Standin(World(2)) as standin, BotProcess(standin, tmp_path) as bot:
        await bot.start()
        anna = Member(standin, OWNER_ID)
        identity = make_custom_id("b", "rdp", day)
        button = {"type": 2, "custom_id": identity, "label": "Post it here", "style": 3}
        pages = []
        for channel in standin.world.channels:
            page = (await anna.type_command(channel, "learn")).get_answer()
            assert page is not None
            page.components = [{"type": 1, "components": [button]}]
            pages.append(page)
        results = await asyncio.gather(*(anna.press(page, identity) for page in pages))
        posts = [message for message in standin.world.messages.values() if message.seen_by is None]
        assert sum("**Reef of the day**" in post.content for post in posts) == 1
        told = [answer.content for one in results if (answer := one.get_answer()) is not None]
        assert sum("already posted this result" in text for text in told) == len(results) - 1
        assert await bot.stop() == 0
