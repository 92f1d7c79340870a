"""A newcomer to the playground needs few presses and few words for a first move."""

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


async def walk_to_first_move(world: World, language: str) -> AsyncIterator[tuple[str, list[Any]]]:
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
    assert [identity for identity in buttons(panel) if identity.startswith("b:ac:")], (
        "the guide offers a move"
    )
    yield move, []


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
async def test_a_first_move_needs_few_presses_and_few_words(tmp_path: Path, language: str) -> None:
    async with opened(tmp_path / "reefs.db") as world:
        presses, read = [], list[str]()
        async for press, messages in walk_to_first_move(world, language):
            presses += [press] if press else []
            # Read each message now, because a later press may edit it.
            read += [written(message) for message in messages]
        assert len(presses) <= PRESSES
        assert sum(map(count_words, read)) <= WORDS, read
        world.env.raise_errors()
