"""Steps of the stories about reviews."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.computers.reviewer import Reviewer
from bot.features.review.posts import SETTING
from games.review import slices
from games.review.review import Review
from tests.support.at_table import at_table
from tests.support.harbour import Harbour, buttons
from tests.support.reading import shown

QUICK = {"MAX_DEALS": 4, "MIN_DEALS": 4, "MAX_WALKS": 8, "MIN_WALKS": 8}


@pytest_asyncio.fixture
async def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Harbour]:
    """A harbour whose channel wants reviews, which are quick and shallow."""
    for name, number in QUICK.items():
        monkeypatch.setattr(slices, name, number)
    harbour = await Harbour.open(tmp_path)
    await harbour.store.channels.clear(harbour.channel.id, SETTING)
    yield harbour
    await harbour.close()


async def end(harbour: Harbour, game: str = "das_riff", plies: int = 40) -> None:
    """Play a match at random, resign, and wait for the post."""
    await harbour.begin(game)
    await harbour.walk(plies)
    asked = shown(await at_table(harbour.ben, harbour.channel, "resign"))
    await harbour.ben.click(asked, label="Resign")
    await posted(harbour)


async def posted(harbour: Harbour) -> None:
    await harbour.bot.features.settle()
    await harbour.settle()


def reviews(harbour: Harbour) -> list[Any]:
    return [post for post in harbour.posts() if any(i.startswith("b:rvp") for i in buttons(post))]


async def kept(harbour: Harbour) -> Review:
    found = await Reviewer(harbour.store.reviews, unasked).find_review(await harbour.table())
    assert found is not None
    return found


async def unasked(piece: Any, left: int) -> None:
    raise AssertionError("what is kept is not computed again")
