"""Erasures, settings and errors around the time a review is computed, and their effect on its post."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.computers.reviewer import Reviewer
from bot.features.review.posts import OFF, SETTING
from tests.bot.features.review.steps import hall, list_review_posts, play_and_resign, wait_for_posts
from tests.support.harbour import Harbour

__all__ = ["hall"]


async def test_an_erasure_posts_no_old_review(hall: Harbour) -> None:
    await hall.store.channels.set(hall.channel.id, SETTING, OFF)
    await play_and_resign(hall)
    assert list_review_posts(hall) == []
    await hall.store.channels.clear(hall.channel.id, SETTING)
    await hall.pass_time(24 * 40)
    await hall.bot.tables.people.erase(hall.ben.id, "-")
    await wait_for_posts(hall)
    assert list_review_posts(hall) == []


def run_during_review(do: Callable[[], Awaitable[object]], monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Run ``do`` before the first computed review is posted; the returned list is empty until then."""
    real, done = Reviewer.find_review, list[Any]()

    async def find_and_run(self: Reviewer, table: Any) -> Any:
        found = await real(self, table)
        if not done:
            done.append(None)
            await do()
        return found

    monkeypatch.setattr(Reviewer, "find_review", find_and_run)
    return done


async def test_a_review_never_names_a_person_erased_while_it_is_computed(
    hall: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts: list[str] = []
    real = hall.bot.http.send_message

    async def note(channel: Any, *, params: Any) -> Any:
        texts.append(str(params.payload or params.multipart))
        return await real(channel, params=params)

    monkeypatch.setattr(hall.bot.http, "send_message", note)
    done = run_during_review(lambda: hall.bot.tables.people.erase(hall.ben.id, "-"), monkeypatch)
    await play_and_resign(hall)
    assert done
    (post,) = list_review_posts(hall)
    assert "Ben" not in post.content
    sent = [text for text in texts if "b:rvp" in text]
    assert len(sent) == 1 and "Ben" not in sent[0]


async def test_a_channel_that_turns_reviews_off_while_one_is_computed_gets_none(
    hall: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = run_during_review(lambda: hall.store.channels.set(hall.channel.id, SETTING, OFF), monkeypatch)
    await play_and_resign(hall)
    assert done and list_review_posts(hall) == []


async def test_a_review_is_posted_although_an_evaluation_failed_once(
    hall: Harbour, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real, failed = hall.bot.thinker.pool.evaluate_slice, list[Any]()

    async def fail(piece: Any, left: int) -> Any:
        if not failed:
            failed.append(piece)
            return None
        return await real(piece, left)

    monkeypatch.setattr(hall.bot.thinker.pool, "evaluate_slice", fail)
    await play_and_resign(hall)
    for _ in range(3):
        await hall.pass_time(0.1)
        await wait_for_posts(hall)
    assert failed and len(list_review_posts(hall)) == 1
    reasons = [getattr(record, "fields", {}).get("reason") for record in caplog.records]
    assert "EvaluationFailed" in reasons


async def test_an_erasure_does_not_repost_a_deleted_review(hall: Harbour) -> None:
    await play_and_resign(hall)
    (post,) = list_review_posts(hall)
    await hall.bot.http.delete_message(hall.channel.id, post.id)
    for person in (hall.ben, hall.anna):
        await hall.bot.tables.people.erase(person.id, "-")
        await wait_for_posts(hall)
    assert list_review_posts(hall) == []


async def test_the_name_of_a_person_erased_before_a_kill_is_removed_after_it(hall: Harbour) -> None:
    await play_and_resign(hall)
    with hall.without_subscribers():
        await hall.bot.tables.people.erase(hall.ben.id, "-")
    assert "Ben" in list_review_posts(hall)[0].content
    await hall.kill()
    await wait_for_posts(hall)
    (post,) = list_review_posts(hall)
    assert "Ben" not in post.content and "Ben" not in str(post.attachments[0].description)
    assert await hall.store.reviews.list_renamed() == []
