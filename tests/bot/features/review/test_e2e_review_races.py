"""What happens to a review's post where something else changes meanwhile."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.computers.reviewer import Reviewer
from bot.features.review.posts import OFF, SETTING
from tests.bot.features.review.steps import end, posted, reviews, told
from tests.support.harbour import Harbour

__all__ = ["told"]


async def test_a_review_that_was_never_posted_does_not_come_when_a_name_is_forgotten(told: Harbour) -> None:
    await told.store.channels.set(told.channel.id, SETTING, OFF)
    await end(told)
    assert reviews(told) == []
    await told.store.channels.clear(told.channel.id, SETTING)
    await told.pass_time(24 * 40)
    await told.bot.tables.people.erase(told.ben.id, "-")
    await posted(told)
    assert reviews(told) == []


def meanwhile(do: Callable[[], Awaitable[object]], monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Have something done while the first review is computed; what is returned is empty before that."""
    real, done = Reviewer.find_review, list[Any]()

    async def of(self: Reviewer, table: Any) -> Any:
        found = await real(self, table)
        if not done:
            done.append(None)
            await do()
        return found

    monkeypatch.setattr(Reviewer, "find_review", of)
    return done


async def test_who_is_forgotten_while_a_review_is_computed_is_never_named_by_it(
    told: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts: list[str] = []
    real = told.bot.http.send_message

    async def note(channel: Any, *, params: Any) -> Any:
        texts.append(str(params.payload or params.multipart))
        return await real(channel, params=params)

    monkeypatch.setattr(told.bot.http, "send_message", note)
    done = meanwhile(lambda: told.bot.tables.people.erase(told.ben.id, "-"), monkeypatch)
    await end(told)
    assert done
    (post,) = reviews(told)
    assert "Ben" not in post.content
    sent = [text for text in texts if "b:rvp" in text]
    assert len(sent) == 1 and "Ben" not in sent[0]


async def test_a_channel_that_wants_no_review_any_more_gets_none(
    told: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = meanwhile(lambda: told.store.channels.set(told.channel.id, SETTING, OFF), monkeypatch)
    await end(told)
    assert done and reviews(told) == []


async def test_a_worker_that_comes_to_grief_keeps_no_review_from_its_channel(
    told: Harbour, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real, failed = told.bot.thinker.pool.evaluate_slice, list[Any]()

    async def fail(piece: Any, left: int) -> Any:
        if not failed:
            failed.append(piece)
            return None
        return await real(piece, left)

    monkeypatch.setattr(told.bot.thinker.pool, "evaluate_slice", fail)
    await end(told)
    for _ in range(3):
        await told.pass_time(0.1)
        await posted(told)
    assert failed and len(reviews(told)) == 1
    reasons = [getattr(record, "fields", {}).get("reason") for record in caplog.records]
    assert "EvaluationFailed" in reasons


async def test_a_post_that_somebody_deleted_stays_away_when_a_name_is_forgotten(told: Harbour) -> None:
    await end(told)
    (post,) = reviews(told)
    await told.bot.http.delete_message(told.channel.id, post.id)
    for person in (told.ben, told.anna):
        await told.bot.tables.people.erase(person.id, "-")
        await posted(told)
    assert reviews(told) == []


async def test_who_was_forgotten_before_a_kill_is_named_no_more_after_it(told: Harbour) -> None:
    await end(told)
    with told.unheard():
        await told.bot.tables.people.erase(told.ben.id, "-")
    assert "Ben" in reviews(told)[0].content
    await told.kill()
    await posted(told)
    (post,) = reviews(told)
    assert "Ben" not in post.content and "Ben" not in str(post.attachments[0].description)
    assert await told.store.reviews.list_renamed() == []
