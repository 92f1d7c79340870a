"""Plays as a newcomer, who presses the buttons of the playground's first message and of a first match."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from bot.app import ReefBot
from games.registry import GAMES
from tests.proof.pseudo.reading import MAX_DEPTH, ButtonPresser
from tests.support.harbour import find_custom_id, list_buttons
from tests.support.playground import open_playground
from tests.support.reading import get_reply

ROUND_COUNT: Final = 6
"""Number of times that the newest board is found and its buttons are pressed."""


async def visit_game(game: str = "das_riff", round_count: int = ROUND_COUNT) -> None:
    """Open a match against the computer, and press the buttons on its boards."""
    with TemporaryDirectory() as folder:
        async with open_playground(Path(folder) / "reefs.db") as world:
            anna, first = world.people[0], world.channel.history()[0]
            offer = get_reply(await anna.click(first, label=GAMES[game].title))
            await anna.click(offer, custom_id=find_custom_id(offer, "pw"))
            bot = world.env.bot
            assert isinstance(bot, ReefBot)
            presser = ButtonPresser(Counter())
            for _ in range(round_count):
                await bot.driver.wait_until_idle()
                await bot.announcer.wait_until_idle()
                await world.env.settle()
                presser.press_counts.clear()
                board = [message for message in world.channel.history() if list_buttons(message)][-1]
                if board.id != first.id:
                    await presser.press_all_buttons(anna, board, MAX_DEPTH)
