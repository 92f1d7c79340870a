"""Announcements that are held up, cut off or overtaken: none is lost and none waits for another table's."""

from __future__ import annotations

import asyncio

from tests.bot.harbour import Harbour


async def test_a_call_to_a_table_waits_for_its_own_lobby_alone(harbour: Harbour) -> None:
    announcer = harbour.bot.announcer
    elsewhere = asyncio.create_task(asyncio.Event().wait())
    announcer._tasks[99] = elsewhere  # type: ignore[assignment]
    try:
        opening = harbour.anna.slash(harbour.channel, "play", game="das_riff", opponent=harbour.ben)
        await asyncio.wait_for(opening, 5)
    finally:
        elsewhere.cancel()
        del announcer._tasks[99]
    lobby, call = harbour.posts()[-2:]
    assert lobby.components and harbour.ben.mention in call.content
