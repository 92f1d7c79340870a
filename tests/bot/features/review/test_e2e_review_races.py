"""Erasures, changed settings and errors take effect on a review that is being computed or posted."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot import metrics
from bot.announcing.one_time_posts import OneTimePosts
from bot.computers import reviewer
from bot.computers.reviewer import Reviewer
from bot.errors.storage import StorageError
from bot.features.review import late
from bot.features.review.posts import REVIEW_POSTS_KEY, REVIEWS_OFF
from bot.ui.ids import make_custom_id
from tests.bot.features.review.steps import harbour, list_review_posts, play_and_resign, wait_for_posts
from tests.support.at_table import press_at_table
from tests.support.harbour import Harbour, list_buttons
from tests.support.reading import KeptMessage, get_reply, read_answer

__all__ = ["harbour"]


async def test_an_erasure_does_not_post_an_old_review(harbour: Harbour) -> None:
    await harbour.store.channels.set(harbour.channel.id, REVIEW_POSTS_KEY, REVIEWS_OFF)
    await play_and_resign(harbour)
    assert list_review_posts(harbour) == []
    await harbour.store.channels.clear(harbour.channel.id, REVIEW_POSTS_KEY)
    await harbour.pass_time(24 * 40)
    await harbour.bot.tables.people.erase_person(harbour.ben.id, "-")
    await wait_for_posts(harbour)
    assert list_review_posts(harbour) == []


def run_before_posting(action: Callable[[], Awaitable[object]], monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Make the reviewer call ``action`` once, after computing a review and before posting it.

    The returned list is empty until ``action`` runs.
    """
    real, done = Reviewer.ensure_review, list[Any]()

    async def find_and_run(self: Reviewer, table: Any) -> Any:
        found = await real(self, table)
        if not done:
            done.append(None)
            await action()
        return found

    monkeypatch.setattr(Reviewer, "ensure_review", find_and_run)
    return done


async def test_a_review_never_names_a_person_erased_while_it_is_computed(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts: list[str] = []
    real = harbour.bot.http.send_message

    async def record_and_send(channel: Any, *, params: Any) -> Any:
        texts.append(str(params.payload or params.multipart))
        return await real(channel, params=params)

    monkeypatch.setattr(harbour.bot.http, "send_message", record_and_send)
    done = run_before_posting(
        lambda: harbour.bot.tables.people.erase_person(harbour.ben.id, "-"), monkeypatch
    )
    await play_and_resign(harbour)
    assert done
    (post,) = list_review_posts(harbour)
    assert "Ben" not in post.content
    sent = [text for text in texts if "b:rvp" in text]
    assert len(sent) == 1 and "Ben" not in sent[0]


async def test_a_channel_that_turns_reviews_off_while_one_is_computed_gets_none(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = run_before_posting(
        lambda: harbour.store.channels.set(harbour.channel.id, REVIEW_POSTS_KEY, REVIEWS_OFF), monkeypatch
    )
    await play_and_resign(harbour)
    assert done and list_review_posts(harbour) == []


async def test_a_review_is_posted_although_an_evaluation_failed_once(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    real, failed = harbour.bot.thinker.pool.evaluate_slice, list[Any]()

    async def fail_to_evaluate(review_slice: Any, remaining_work: int) -> Any:
        if not failed:
            failed.append(review_slice)
            return None
        return await real(review_slice, remaining_work)

    monkeypatch.setattr(harbour.bot.thinker.pool, "evaluate_slice", fail_to_evaluate)
    await play_and_resign(harbour)
    for _ in range(3):
        await harbour.pass_time(0.1)
        await wait_for_posts(harbour)
    assert failed and len(list_review_posts(harbour)) == 1
    reasons = [getattr(record, "fields", {}).get("reason") for record in caplog.records]
    assert "EvaluationFailed" in reasons


async def test_an_erasure_does_not_repost_a_deleted_review(harbour: Harbour) -> None:
    await play_and_resign(harbour)
    (post,) = list_review_posts(harbour)
    await harbour.bot.http.delete_message(harbour.channel.id, post.id)
    for person in (harbour.ben, harbour.anna):
        await harbour.bot.tables.people.erase_person(person.id, "-")
        await wait_for_posts(harbour)
    assert list_review_posts(harbour) == []


async def test_the_name_of_a_person_erased_before_a_crash_is_removed_after_it(harbour: Harbour) -> None:
    await play_and_resign(harbour)
    with harbour.pause_subscribers():
        await harbour.bot.tables.people.erase_person(harbour.ben.id, "-")
    assert "Ben" in list_review_posts(harbour)[0].content
    await harbour.kill()
    await wait_for_posts(harbour)
    (post,) = list_review_posts(harbour)
    assert "Ben" not in post.content and "Ben" not in str(post.attachments[0].description)
    assert await harbour.store.reviews.list_match_ids_with_erased_names() == []


def hold_reviews(harbour: Harbour, monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Hold back all reviews until the returned event is set. Presses don't wait for the reviews."""
    real, ready = Reviewer.ensure_review, asyncio.Event()

    async def ensure_review_once_ready(self: Reviewer, table: Any) -> Any:
        await harbour.env.external_wait(ready.wait(), reason="the review isn't ready")
        return await real(self, table)

    monkeypatch.setattr(Reviewer, "ensure_review", ensure_review_once_ready)
    monkeypatch.setattr(reviewer, "PRESS_TIMEOUT_SECONDS", 0.0)
    return ready


async def play_and_hold_review(harbour: Harbour, monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Play a match and hold back its review; return the event that releases the review."""
    await harbour.store.channels.set(harbour.channel.id, REVIEW_POSTS_KEY, REVIEWS_OFF)
    await play_and_resign(harbour)
    return hold_reviews(harbour, monkeypatch)


async def test_a_press_before_the_review_is_ready_is_answered_and_completed_later(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready = await play_and_hold_review(harbour, monkeypatch)
    first_press = await press_at_table(harbour.dana, harbour.channel, "review")
    assert "The review is being made" in read_answer(first_press) and first_press.response is not None
    # The person's next press doesn't wait for the review either.
    again = await press_at_table(harbour.dana, harbour.channel, "review")
    assert "The review is being made" in read_answer(again)
    ready.set()
    await wait_for_posts(harbour)
    for answer in (first_press, again):
        assert "📈 **Review**" in read_answer(answer)
        assert "See the moments" in list_buttons(answer.response).values()


@pytest.mark.parametrize("is_ready_soon", [True, False])
async def test_a_press_before_the_review_is_posted_does_not_show_it_twice(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, is_ready_soon: bool
) -> None:
    ready = hold_reviews(harbour, monkeypatch)
    if is_ready_soon:
        monkeypatch.setattr(reviewer, "PRESS_TIMEOUT_SECONDS", 60.0)
        real = Reviewer.request_review

        async def release_and_find(self: Reviewer, table: Any) -> Any:
            ready.set()
            return await real(self, table)

        monkeypatch.setattr(Reviewer, "request_review", release_and_find)
    await harbour.begin_match()
    await harbour.play_random_moves(40)
    reply = get_reply(await press_at_table(harbour.ben, harbour.channel, "resign"))
    await harbour.ben.click(reply, label="Resign")
    await harbour.bot.announcer.wait_until_idle()
    first_press = await press_at_table(harbour.dana, harbour.channel, "review")
    ready.set()
    await wait_for_posts(harbour)
    assert len(list_review_posts(harbour)) == 1
    assert read_answer(first_press).startswith("The review is being made and will appear here.")
    # Once the review is posted, a press shows its moments.
    assert "Played:" in read_answer(await press_at_table(harbour.dana, harbour.channel, "review"))


async def test_a_computed_review_whose_post_fails_is_shown_on_request(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail_to_post(*args: Any, **kwargs: Any) -> None:
        raise StorageError

    monkeypatch.setattr(OneTimePosts, "post_text", fail_to_post)
    await play_and_resign(harbour)
    assert list_review_posts(harbour) == []
    opened = await press_at_table(harbour.dana, harbour.channel, "review")
    assert "📈 **Review**" in read_answer(opened)


async def test_a_press_whose_answer_is_completed_later_counts_once(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready = await play_and_hold_review(harbour, monkeypatch)
    with metrics.start_measuring() as meters:
        await press_at_table(harbour.dana, harbour.channel, "review")
        before = meters.render()
        ready.set()
        await wait_for_posts(harbour)
        assert count_timed_presses(meters.render()) == count_timed_presses(before) > 0


def count_timed_presses(text: bytes) -> float:
    lines = [line for line in text.decode().splitlines() if line.startswith("reefs_presses_total")]
    return sum(float(line.rpartition(" ")[2]) for line in lines)


async def test_an_answer_that_waits_for_a_review_says_if_it_fails(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready = await play_and_hold_review(harbour, monkeypatch)
    first_press = await press_at_table(harbour.dana, harbour.channel, "review")
    assert "The review is being made" in read_answer(first_press)

    async def fail_to_review(*args: Any) -> Any:
        raise StorageError

    monkeypatch.setattr(harbour.store.reviews, "find_review", fail_to_review)
    ready.set()
    await wait_for_posts(harbour)
    assert "I can't use my database right now" in read_answer(first_press)


async def test_presses_that_need_a_review_say_that_it_is_not_ready(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    await harbour.store.channels.set(harbour.channel.id, REVIEW_POSTS_KEY, REVIEWS_OFF)
    await play_and_resign(harbour)
    table, ready = await harbour.find_table(), hold_reviews(harbour, monkeypatch)
    board = KeptMessage(harbour, harbour.list_posts()[-1])
    tried = await board.forge_press(harbour.anna, make_custom_id("b", "rvt", table.id, 0))
    assert "The review isn't ready yet. Try again in a minute." in read_answer(tried)
    points = await board.forge_press(harbour.anna, make_custom_id("b", "rvp", table.id))
    assert "The review is being made" in read_answer(points)
    ready.set()
    await wait_for_posts(harbour)
    assert "Played:" in read_answer(points)


async def test_a_late_answer_says_so_if_the_match_cannot_be_reviewed(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready = await play_and_hold_review(harbour, monkeypatch)
    first_press = await press_at_table(harbour.dana, harbour.channel, "review")

    async def fail_to_evaluate(review_slice: Any, remaining_work: int) -> None:
        return None

    monkeypatch.setattr(harbour.bot.thinker.pool, "evaluate_slice", fail_to_evaluate)
    ready.set()
    await wait_for_posts(harbour)
    assert "right now" in read_answer(first_press)


async def test_an_answer_that_awaits_a_review_says_what_to_do_if_the_bot_stops(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    await harbour.store.channels.set(harbour.channel.id, REVIEW_POSTS_KEY, REVIEWS_OFF)
    await play_and_resign(harbour)
    hold_reviews(harbour, monkeypatch)
    first_press = await press_at_table(harbour.dana, harbour.channel, "review")
    harbour.bot.features.stop()
    await harbour.bot.features.wait_until_idle()
    assert "I'm just restarting. Try again in a moment." in read_answer(first_press)


async def test_an_answer_that_waited_too_long_for_a_review_says_what_to_do(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready = await play_and_hold_review(harbour, monkeypatch)
    monkeypatch.setattr(late, "EDIT_WINDOW_SECONDS", 0.0)
    first_press = await press_at_table(harbour.dana, harbour.channel, "review")
    ready.set()
    await wait_for_posts(harbour)
    assert "The review isn't ready yet. Try again in a minute." in read_answer(first_press)
