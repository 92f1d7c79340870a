"""Steps and a fixture shared by the review tests."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.computers.reviewer import Reviewer
from bot.features.review.posts import REVIEW_POSTS_KEY
from games.review import slices
from games.review.review import Review
from tests.support.at_table import press_at_table
from tests.support.findings import QUICK_REVIEW_SETTINGS
from tests.support.harbour import Harbour
from tests.support.reading import get_reply


@pytest_asyncio.fixture
async def harbour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Harbour]:
    """A harbour with reviews turned on. They are computed quickly from few deals."""
    for name, number in QUICK_REVIEW_SETTINGS.items():
        monkeypatch.setattr(slices, name, number)
    harbour = await Harbour.open(tmp_path)
    await harbour.store.channels.clear(harbour.channel.id, REVIEW_POSTS_KEY)
    yield harbour
    await harbour.close()


async def play_and_resign(harbour: Harbour, game: str = "das_riff", ply_count: int = 40) -> None:
    """Play a random match in which Ben resigns, and wait until its review is posted."""
    await harbour.begin_match(game)
    await harbour.play_random_moves(ply_count)
    reply = get_reply(await press_at_table(harbour.ben, harbour.channel, "resign"))
    await harbour.ben.click(reply, label="Resign")
    await wait_for_posts(harbour)


async def wait_for_posts(harbour: Harbour) -> None:
    await harbour.bot.features.wait_until_idle()
    await harbour.settle()


def list_review_posts(harbour: Harbour) -> list[Any]:
    return [post for post in harbour.list_posts() if post.content.startswith("📈 **")]


async def read_review(harbour: Harbour) -> Review:
    found = await Reviewer(harbour.store.reviews, fail_if_computed).ensure_review(await harbour.find_table())
    assert found is not None
    return found


async def fail_if_computed(review_slice: Any, remaining_work: int) -> None:
    raise AssertionError("a stored review isn't computed again")
