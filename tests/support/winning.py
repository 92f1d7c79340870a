"""Lets Anna win a match, so that the bot offers her the next level."""

from __future__ import annotations

from tests.support.harbour import Harbour, wait_until_idle


async def win_as_anna(harbour: Harbour, game: str) -> None:
    """Play a match of Anna against Ben that he resigns, and wait until its result is stored."""
    await harbour.begin_match(game)
    table = await harbour.find_table()
    await harbour.bot.tables.play.resign_match(table.id, harbour.ben.id)
    await wait_until_idle(harbour)
