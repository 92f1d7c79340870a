"""The way from the playground's first page to a first move: few presses, and little to read."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.app import ReefBot
from bot.host.playground import World
from tests.support.harbour import buttons
from tests.support.playground import opened
from tests.support.reading import limits, shown, written
from tests.support.words import count_words

PRESSES, WORDS = 3, 80
LANGUAGES = {"en": "", "de": "Deutsch", "nl": "Nederlands"}


async def walk(world: World, language: str) -> AsyncIterator[tuple[str, list[Any]]]:
    """Follow the page's advice; yield each press and the messages that it shows."""
    anna, (first, *_) = world.people[0], world.channel.history()
    if language:
        await anna.click(first, label=language)
        first, *_ = world.channel.history()
    yield "", [first]
    game = next(iter(buttons(first)))
    offer = shown(await anna.click(first, custom_id=game))
    yield game, [offer]
    before = len(world.channel.history())
    begin = next(iter(buttons(offer)))
    answer = shown(await anna.click(offer, custom_id=begin))
    bot = world.env.bot
    assert isinstance(bot, ReefBot)
    await bot.driver.settle()
    await bot.announcer.settle()
    await world.env.settle()
    yield begin, [answer, *world.channel.history()[before:]]
    board = world.channel.history()[-1]
    move = next(identity for identity in buttons(board) if identity.startswith("b:go:"))
    panel = shown(await anna.click(board, custom_id=move))
    limits(panel)
    assert [identity for identity in buttons(panel) if identity.startswith("b:ac:")], "the guide makes a move"
    yield move, []


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
async def test_the_third_press_begins_a_move_after_few_words(tmp_path: Path, language: str) -> None:
    async with opened(tmp_path / "reefs.db") as world:
        presses, read = [], list[str]()
        async for press, messages in walk(world, language):
            presses += [press] if press else []
            # Kept as read, because a message may be edited by a later press.
            read += [written(message) for message in messages]
        assert len(presses) <= PRESSES
        assert sum(map(count_words, read)) <= WORDS, read
        world.env.raise_errors()
