"""Fixtures of the tournament tests."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.features.review.posts import ReviewPosts
from tests.support.harbour import Harbour


@pytest.fixture(autouse=True)
def turn_reviews_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """Turn reviews off, so that no test waits for a review."""

    async def refuse_review(self: ReviewPosts, table: object) -> bool:
        return False

    monkeypatch.setattr(ReviewPosts, "wants_post", refuse_review)


@pytest.fixture
async def harbour(tmp_path: Path) -> AsyncIterator[Harbour]:
    harbour = await Harbour.open(tmp_path)
    yield harbour
    await harbour.close()
