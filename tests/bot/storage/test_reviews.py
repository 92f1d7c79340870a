"""Reviews are stored by version, and matches without a posted review are found."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from bot.storage.messages import REVIEW_MESSAGE
from games.review.advised import RecordedSuggestion
from tests.support.stores import ON_BOTH_ENGINES
from tests.support.tables_kit import ANN, BEN, Hall, open_hall

pytestmark = ON_BOTH_ENGINES


@pytest_asyncio.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with open_hall(tmp_path) as hall:
        yield hall


async def test_a_review_is_stored_with_its_version_and_replaced_by_the_newest(hall: Hall) -> None:
    table, reviews = await hall.start_match(BEN), hall.store.reviews
    assert await reviews.find_review(table.id, 1) is None
    await reviews.store_review(table.id, 1, "one")
    assert (await reviews.find_review(table.id, 1), await reviews.find_review(table.id, 2)) == ("one", None)
    await reviews.store_review(table.id, 2, "two")
    assert (await reviews.find_review(table.id, 1), await reviews.find_review(table.id, 2)) == (None, "two")
    await reviews.delete_other_versions(2)
    assert await reviews.find_review(table.id, 2) == "two"
    await reviews.delete_other_versions(3)
    assert await reviews.find_review(table.id, 2) is None


async def test_recently_ended_matches_without_a_posted_review_are_listed(hall: Hall) -> None:
    table, reviews, messages = await hall.start_match(BEN), hall.store.reviews, hall.store.messages
    assert await reviews.list_match_ids_without_post(0) == [], "the match is still running"
    await hall.tables.play.resign_match(table.id, ANN.user_id)
    ended = (await hall.tables.get(table.id)).ended_at
    assert ended is not None
    assert await reviews.list_match_ids_without_post(ended) == [table.id]
    assert await reviews.list_match_ids_without_post(ended + 1) == []
    row = await messages.reserve_message(table.id, REVIEW_MESSAGE, 900, "v1.0", 1, 1000)
    assert await reviews.list_match_ids_without_post(ended) == [table.id], "recorded, but perhaps never sent"
    row = await messages.reserve_message(
        table.id, REVIEW_MESSAGE, 900, "v1.1", 1, 1000, replaced_row_ids=[row.id]
    )
    assert await reviews.list_match_ids_without_post(ended) == [table.id], (
        "replaced by a message that was perhaps never sent"
    )
    await messages.confirm_message(row.id, 555, 1001)
    assert await reviews.list_match_ids_without_post(ended) == []
    await messages.retire_messages([row.id])
    assert await reviews.list_match_ids_without_post(ended) == [], (
        "a review that was posted isn't posted again"
    )


async def test_a_cancelled_lobby_has_no_review(hall: Hall) -> None:
    table = await hall.open_lobby()
    await hall.store.matches.end_table(table.id, 1000)
    assert await hall.store.reviews.list_match_ids_without_post(0) == []


async def test_advice_is_stored_once_per_match(hall: Hall) -> None:
    table, reviews = await hall.start_match(BEN), hall.store.reviews
    one, two = RecordedSuggestion(3, 0, "end"), RecordedSuggestion(3, 1, "end")
    assert await reviews.find_advice(table.id) == ()
    for _ in range(2):
        await reviews.store_advice(table.id, [one, two])
    assert await reviews.find_advice(table.id) == (one, two)
    assert await reviews.find_advice(table.id + 1) == ()
