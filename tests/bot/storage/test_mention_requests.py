"""Requests that mention a person are counted across restarts and don't store who was mentioned."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from bot.kit.rate_limits import RateLimit
from bot.storage.mention_requests import MentionRequest
from bot.storage.seats import SeatRow
from tests.support.rows import add_row, make_row
from tests.support.stores import ON_BOTH_ENGINES, OpenStore

pytestmark = ON_BOTH_ENGINES

LIMITS = (RateLimit(2, 100),)
ANN_ID, BEN_ID, CAT_ID = 11, 22, 33
LONG_ID = 123456789012345678
"""A user ID too long to appear in a hash by chance."""


async def test_a_restart_does_not_reset_the_limit(open_store: OpenStore, tmp_path: Path) -> None:
    path = tmp_path / "reefs.db"
    store = await open_store(path)
    question = MentionRequest(ANN_ID, "draw", 1, await add_row(store, make_row()))
    assert [await store.mention_requests.record_request(question, LIMITS, now) for now in (1000, 1010)] == [
        None,
        None,
    ]
    await store.close()
    store = await open_store(path)
    assert await store.mention_requests.record_request(question, LIMITS, 1020) == 1100
    assert await store.mention_requests.find_next_allowed_time(question, LIMITS, 1020) == 1100
    for other in (
        replace(question, requester_id=BEN_ID),
        replace(question, kind="undo"),
        replace(question, subject=2),
    ):
        assert await store.mention_requests.record_request(other, LIMITS, 1020) is None
    assert await store.mention_requests.record_request(question, LIMITS, 1100) is None
    await store.close()


async def test_a_refused_request_does_not_count(open_store: OpenStore, tmp_path: Path) -> None:
    store = await open_store(tmp_path / "reefs.db")
    question = MentionRequest(ANN_ID, "draw", 1, await add_row(store, make_row()))
    for now in (1000, 1010):
        await store.mention_requests.record_request(question, LIMITS, now)
    await store.mention_requests.remove_latest_request(question)
    assert await store.mention_requests.record_request(question, LIMITS, 1020) is None
    assert await store.mention_requests.record_request(question, LIMITS, 1020) == 1100
    await store.close()


async def test_an_accepted_invitation_does_not_count(open_store: OpenStore, tmp_path: Path) -> None:
    store = await open_store(tmp_path / "reefs.db")
    first = await add_row(store, make_row("over", 100))
    second = await add_row(store, make_row("over", 101))
    for match in (first, second):
        question = MentionRequest(ANN_ID, "call", CAT_ID, match, answered_by=CAT_ID)
        await store.mention_requests.record_request(question, LIMITS, 1000)
    assert await store.mention_requests.find_next_allowed_time(question, LIMITS, 1001) == 1100
    await store.seats.hand_over(second, [SeatRow(0, CAT_ID, "Cat", 0)], ANN_ID, 0)
    assert await store.mention_requests.find_next_allowed_time(question, LIMITS, 1001) is None
    await store.close()


async def test_stored_requests_do_not_reveal_who_was_asked(open_store: OpenStore, tmp_path: Path) -> None:
    path = tmp_path / "reefs.db"
    store = await open_store(path)
    match = await add_row(store, make_row())
    await store.mention_requests.record_request(
        MentionRequest(ANN_ID, "call", LONG_ID, match, answered_by=LONG_ID), LIMITS, 1000
    )
    assert str(LONG_ID) not in str((await store.people.collect_data(ANN_ID))["asked"])
    await store.people.delete_old_data(1000)
    assert [set(row) for row in (await store.people.collect_data(ANN_ID))["asked"]] == [
        {"about", "table", "at"}
    ]
    await store.people.delete_old_data(1001)
    assert not (await store.people.collect_data(ANN_ID))["asked"]
