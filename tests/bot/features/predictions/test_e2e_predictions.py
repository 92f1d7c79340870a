"""Predictions are secret during the match, locked after some turns, and all shown at the end."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest

from bot.announcing.posting import MessagePoster
from bot.computers import reviewer
from bot.computers.reviewer import Reviewer
from bot.model.table import Person
from bot.storage.messages import Messages
from bot.storage.predictions import Predictions
from bot.ui.ids import make_custom_id
from tests.bot.features.predictions.steps import play_turns
from tests.support.at_table import press_at_table
from tests.support.harbour import Harbour, list_buttons, wait_until_idle
from tests.support.reading import (
    KeptMessage,
    check_limits,
    get_reply,
    list_logged_lines,
    read_answer,
    read_picture,
)

TURNS_UNTIL_LOCK = 10
"""Number of turns after which predictions for a toy match of two seats are locked."""


async def submit_prediction(harbour: Harbour, name: str = "Anna", person: Any = None) -> str:
    chosen = person or harbour.dana
    page = get_reply(await harbour.press_tool_button(chosen, "Predict…"))
    check_limits(page)
    return read_answer(await chosen.click(page, label=name))


async def resign_and_settle(harbour: Harbour, person: Any = None) -> None:
    await harbour.bot.tables.play.resign_match(1, (person or harbour.ben).id)
    await wait_until_idle(harbour)


def list_lock_texts(harbour: Harbour) -> list[str]:
    return [post.content for post in harbour.list_posts() if post.content.startswith("🔒")]


def list_result_posts(harbour: Harbour) -> list[Any]:
    return [post for post in harbour.list_posts() if post.content.startswith("## 🔮")]


async def test_predictions_are_locked_and_posted_with_their_points_at_the_end(harbour: Harbour) -> None:
    assert "Your prediction: **Anna**" in await submit_prediction(harbour)
    await play_turns(harbour, 2)
    await submit_prediction(harbour, "Ben", harbour.mod)
    assert "Your prediction: **Anna**" in await submit_prediction(harbour, "Anna", harbour.mod)
    await play_turns(harbour, TURNS_UNTIL_LOCK - 2)
    assert list_lock_texts(harbour) == ["🔒 Predictions are locked: 2 are in. They're shown at the end."]
    await resign_and_settle(harbour)
    (post,) = list_result_posts(harbour)
    check_limits(post)
    assert not post.mentions
    rows = {row.user_id: row for row in await harbour.store.predictions.list_predictions(1)}
    assert [rows[person.id].seq for person in (harbour.dana, harbour.mod)] == [0, 2]
    review = await Reviewer(harbour.store.reviews, fail_if_computed).ensure_review(await harbour.find_table())
    assert review is not None
    for person, ply in ((harbour.dana, 0), (harbour.mod, 2)):
        row = rows[person.id]
        assert row.chance == pytest.approx(review.curve[ply][0])
        line = f"✅ **+{round(row.points or 0)}** {row.name}: Anna, at {round(100 * (row.chance or 0))}%"
        assert line in post.content
    assert read_answer(await harbour.dana.click(post, label="Predictions")) == post.content
    assert read_answer(await harbour.press_tool_button(harbour.ben, "Predictions")) == post.content


async def fail_if_computed(piece: Any, remaining_work: int) -> None:
    raise AssertionError("a stored review isn't computed again")


async def test_current_and_former_players_cannot_predict(harbour: Harbour) -> None:
    table = await harbour.find_table()
    await harbour.bot.tables.seats.leave_table(1, harbour.ben.id)
    for person in (harbour.anna, harbour.ben):
        menu = get_reply(await person.click(harbour.board, label="More…"))
        assert "Predict…" not in list_buttons(menu).values()
        for identity in (
            make_custom_id("b", "tp", 1),
            make_custom_id("b", "tpg", 1, 0),
            make_custom_id("b", "tpx", 1),
        ):
            forged = await KeptMessage(harbour, harbour.board).forge_press(person, identity)
            assert "You've played in this match" in read_answer(forged)
            assert await harbour.store.predictions.list_predictions(table.id) == []


async def test_a_prediction_is_deleted_when_its_author_takes_a_seat(harbour: Harbour) -> None:
    await submit_prediction(harbour)
    await submit_prediction(harbour, "Anna", harbour.mod)
    await harbour.bot.tables.seats.leave_table(1, harbour.ben.id)
    await harbour.bot.tables.seats.take_over_seat(1, Person(harbour.dana.id, "Dana"), 1)
    await play_turns(harbour, TURNS_UNTIL_LOCK)
    assert list_lock_texts(harbour) == ["🔒 Predictions are locked: 1 is in. It's shown at the end."]
    await resign_and_settle(harbour, harbour.dana)
    assert [row.user_id for row in await harbour.store.predictions.list_predictions(1)] == [harbour.mod.id]
    assert "Dana:" not in list_result_posts(harbour)[0].content


async def test_locked_predictions_cannot_be_changed_even_after_an_undo(harbour: Harbour) -> None:
    await submit_prediction(harbour)
    await play_turns(harbour, TURNS_UNTIL_LOCK)
    before = await harbour.store.predictions.list_predictions(1)
    # Find the board by its *More…* button, because the post about the lock has a button as well and may be
    # newer.
    board = next(post for post in reversed(harbour.list_posts()) if "More…" in list_buttons(post).values())
    assert "Your prediction: **Anna**" in read_answer(
        await harbour.press_tool_button(harbour.dana, "Predict…", board)
    )
    presses = (make_custom_id("b", "tpg", 1, 1), make_custom_id("b", "tpx", 1))
    for undone in (False, True):
        if undone:
            table = await harbour.bot.tables.play.undo_step(1, harbour.ben.id)
            assert table.proposal is not None
            await harbour.bot.tables.play.answer_proposal(1, harbour.anna.id, table.proposal.id, agrees=True)
            await wait_until_idle(harbour)
        for identity in presses:
            for person in (harbour.dana, harbour.mod):
                forged = await KeptMessage(harbour, harbour.board).forge_press(person, identity)
                assert "Predictions are locked" in read_answer(forged)
    assert await harbour.store.predictions.list_predictions(1) == before
    await play_turns(harbour, 1)
    assert len(list_lock_texts(harbour)) == 1


async def test_a_lock_without_predictions_remains_after_an_undo(harbour: Harbour) -> None:
    await play_turns(harbour, TURNS_UNTIL_LOCK)
    assert list_lock_texts(harbour) == []
    table = await harbour.bot.tables.play.undo_step(1, harbour.ben.id)
    assert table.proposal is not None
    await harbour.bot.tables.play.answer_proposal(1, harbour.anna.id, table.proposal.id, agrees=True)
    forged = await KeptMessage(harbour, harbour.board).forge_press(
        harbour.dana, make_custom_id("b", "tpg", 1, 1)
    )
    assert "Predictions are locked" in read_answer(forged)


async def test_predictions_lock_although_the_locking_move_is_undone_before_the_lock_is_stored(
    harbour: Harbour,
) -> None:
    await submit_prediction(harbour)
    await play_turns(harbour, TURNS_UNTIL_LOCK - 1)
    with harbour.pause_subscribers():
        await play_turns(harbour, 1)
        await undo_by_agreement(harbour, harbour.ben, harbour.anna)
    assert await harbour.store.predictions.count_locked_predictions(1) is None
    # Undo one more turn, so that the match is two turns before the lock.
    await undo_by_agreement(harbour, harbour.anna, harbour.ben)
    assert (await harbour.find_match()).ply == TURNS_UNTIL_LOCK - 2
    for identity in (make_custom_id("b", "tpg", 1, 1), make_custom_id("b", "tpx", 1)):
        assert "Predictions are locked" in read_answer(
            await KeptMessage(harbour, harbour.board).forge_press(harbour.dana, identity)
        )
    await play_turns(harbour, 1)
    assert list_lock_texts(harbour) == ["🔒 Predictions are locked: 1 is in. It's shown at the end."]


async def undo_by_agreement(harbour: Harbour, requester: Any, opponent: Any) -> None:
    table = await harbour.bot.tables.play.undo_step(1, requester.id)
    assert table.proposal is not None
    await harbour.bot.tables.play.answer_proposal(1, opponent.id, table.proposal.id, agrees=True)


@pytest.mark.parametrize("is_killed", [False, True])
async def test_predictions_count_although_every_move_was_undone(harbour: Harbour, is_killed: bool) -> None:
    await play_turns(harbour, 1)
    await submit_prediction(harbour)
    await undo_by_agreement(harbour, harbour.anna, harbour.ben)
    assert (await harbour.find_match()).ply == 0
    if is_killed:
        with harbour.pause_subscribers():
            await resign_and_settle(harbour)
        await harbour.kill()
        await harbour.bot.features.resume()
        await wait_until_idle(harbour)
    else:
        await resign_and_settle(harbour)
    (row,) = await harbour.store.predictions.list_predictions(1)
    assert row.chance == pytest.approx(0.5) and row.points == 8
    (post,) = list_result_posts(harbour)
    assert "✅ **+8** Dana: Anna, at 50%" in post.content
    assert read_answer(await harbour.mod.click(post, label="Predictions")) == post.content


async def test_a_press_does_not_wait_for_the_scores_if_every_move_was_undone(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    await play_turns(harbour, 1)
    await submit_prediction(harbour)
    await undo_by_agreement(harbour, harbour.anna, harbour.ben)
    with harbour.pause_subscribers():
        await resign_and_settle(harbour)
    real, ready = Reviewer.review_imported_match, asyncio.Event()

    async def review_once_ready(self: Reviewer, *args: Any) -> Any:
        await harbour.env.external_wait(ready.wait(), reason="the review isn't ready")
        return await real(self, *args)

    monkeypatch.setattr(Reviewer, "review_imported_match", review_once_ready)
    monkeypatch.setattr(reviewer, "PRESS_TIMEOUT_SECONDS", 0.0)
    early = await KeptMessage(harbour, harbour.board).forge_press(harbour.dana, make_custom_id("b", "tp", 1))
    assert "The review isn't ready yet" in read_answer(early)
    ready.set()
    await wait_until_idle(harbour)


async def test_a_prediction_is_scored_at_the_position_that_an_undo_restores(harbour: Harbour) -> None:
    await play_turns(harbour, 3)
    await submit_prediction(harbour)
    table = await harbour.bot.tables.play.undo_step(1, harbour.anna.id)
    assert table.proposal is not None
    await harbour.bot.tables.play.answer_proposal(1, harbour.ben.id, table.proposal.id, agrees=True)
    await play_turns(harbour, 4)
    await resign_and_settle(harbour)
    review = await Reviewer(harbour.store.reviews, fail_if_computed).ensure_review(await harbour.find_table())
    (row,) = await harbour.store.predictions.list_predictions(1)
    assert review is not None and row.chance == pytest.approx(review.curve[2][0])


@pytest.mark.parametrize(
    ("post", "method", "hours"),
    [
        *(
            ("lock", "lock_predictions", 0),
            ("lock", "send_message", 1),
            ("end", "store_scores", 0),
            ("end", "confirm_message", 0),
        ),
        *(
            pytest.param(*cell, marks=pytest.mark.slow)
            for cell in (
                *(
                    ("lock", "reserve_message", 0),
                    ("lock", "send_message", 0),
                    ("lock", "confirm_message", 0),
                ),
                *(("end", "reserve_message", 0), ("end", "send_message", 0), ("end", "send_message", 1)),
            )
        ),
    ],
)
async def test_a_crash_at_any_step_of_a_post_leaves_one_post(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, post: str, method: str, hours: int
) -> None:
    await submit_prediction(harbour)
    await play_turns(harbour, TURNS_UNTIL_LOCK - 1 if post == "lock" else TURNS_UNTIL_LOCK)
    owner: Any = {
        "send_message": MessagePoster,
        "lock_predictions": Predictions,
        "store_scores": Predictions,
    }.get(method, Messages)
    real = getattr(owner, method)

    purpose = "tip_lock" if post == "lock" else "tips"

    async def simulate_kill(self: Any, *args: Any, **kwargs: Any) -> Any:
        due = (
            method in ("lock_predictions", "store_scores") or purpose in args or str(args[-1:])[2:3] in "🔒#"
        )
        if method == "confirm_message":
            due = bool(await harbour.store.messages.list_unconfirmed_messages(purpose))
        if not due or method in ("send_message", "lock_predictions", "store_scores"):
            result = await real(self, *args, **kwargs)
        if due:
            raise RuntimeError("killed")
        return result

    with monkeypatch.context() as patch:
        patch.setattr(owner, method, simulate_kill)
        await (play_turns(harbour, 1) if post == "lock" else resign_and_settle(harbour))
        await harbour.kill()
    await harbour.pass_time(hours)
    for _ in range(2):
        await harbour.bot.features.resume()
        await wait_until_idle(harbour)
        assert (len(list_lock_texts(harbour)), len(list_result_posts(harbour))) == (1, int(post == "end"))
        await harbour.kill()


async def test_nobody_can_tell_two_predictions_apart_before_the_end(
    harbour: Harbour, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "bot")
    readings = []
    for name in ("Anna", "Ben"):
        caplog.clear()
        await submit_prediction(harbour, name)
        lines = [line for line in list_logged_lines(caplog) if "id=" not in line]
        export = get_reply(await press_at_table(harbour.mod, harbour.channel, "export")).attachments[0]
        menu = get_reply(await harbour.mod.click(harbour.board, label="More…"))
        other = read_answer(await harbour.mod.click(menu, label="Predict…"))
        data = await harbour.store.people.collect_data(harbour.mod.id)
        posts = [post.content for post in harbour.list_posts()]
        readings.append((lines, await export.read(), other, str(data["tips"]), posts))
    assert readings[0] == readings[1]
    assert "Your prediction" not in readings[0][2] and str(harbour.dana.id) not in str(readings[0])
    (row,) = await harbour.store.predictions.list_predictions(1)
    assert "seat" not in repr(row)


async def test_a_match_without_a_result_deletes_its_predictions(harbour: Harbour) -> None:
    await submit_prediction(harbour)
    await harbour.bot.tables.play.close_table(1, harbour.anna.id)
    await wait_until_idle(harbour)
    assert list_result_posts(harbour) == [] and await harbour.store.predictions.list_predictions(1) == []


@pytest.mark.parametrize("situation", ["immediately", "after a kill", "quiet"])
async def test_predictions_do_not_count_in_a_match_that_ends_before_its_first_move(
    harbour: Harbour, situation: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if situation == "quiet":
        await harbour.store.channels.set(harbour.channel.id, "verbosity", "quiet")
    await submit_prediction(harbour)

    async def simulate_kill(self: Predictions, match_id: int) -> None:
        raise RuntimeError("killed")

    with monkeypatch.context() as patch:
        if situation == "after a kill":
            patch.setattr(Predictions, "remove_all_predictions", simulate_kill)
        await resign_and_settle(harbour)
        if situation == "after a kill":
            assert await harbour.store.predictions.list_predictions(1)
            await harbour.kill()
    await harbour.bot.features.resume()
    await wait_until_idle(harbour)
    notices = [post for post in harbour.list_posts() if "Predictions don't count" in post.content]
    assert (
        len(notices) == (0 if situation == "quiet" else 1)
        and await harbour.store.predictions.list_predictions(1) == []
    )
    for post in notices:
        check_limits(post)
        assert not post.mentions
        assert read_answer(await harbour.mod.click(post, label="Predictions")) == post.content
    assert "Predictions don't count here" in read_answer(
        await harbour.press_tool_button(harbour.dana, "Predictions")
    )


async def test_predictions_are_posted_even_if_viewed_beforehand(harbour: Harbour) -> None:
    await submit_prediction(harbour)
    with harbour.pause_subscribers():
        await resign_and_settle(harbour)
    assert "Predictions don't count here" in read_answer(
        await harbour.press_tool_button(harbour.dana, "Predictions")
    )
    await harbour.bot.features.resume()
    await wait_until_idle(harbour)
    assert len([post for post in harbour.list_posts() if "Predictions don't count" in post.content]) == 1


async def test_a_quiet_channel_shows_predictions_only_on_request(harbour: Harbour) -> None:
    await harbour.store.channels.set(harbour.channel.id, "verbosity", "quiet")
    await submit_prediction(harbour)
    await play_turns(harbour, TURNS_UNTIL_LOCK)
    await resign_and_settle(harbour)
    assert list_lock_texts(harbour) == [] and list_result_posts(harbour) == []
    assert "✅" in read_answer(await harbour.press_tool_button(harbour.dana, "Predictions"))


async def test_an_erased_person_is_removed_from_the_post(harbour: Harbour) -> None:
    await submit_prediction(harbour)
    await submit_prediction(harbour, "Ben", harbour.mod)
    await play_turns(harbour, TURNS_UNTIL_LOCK)
    await resign_and_settle(harbour)
    assert "Dana:" in list_result_posts(harbour)[0].content
    assert (await harbour.store.people.collect_data(harbour.dana.id))["tips"]
    await harbour.bot.tables.people.erase_person(harbour.dana.id, "Somebody")
    await wait_until_idle(harbour)
    assert (
        "Dana:" not in list_result_posts(harbour)[0].content
        and "Mo:" in list_result_posts(harbour)[0].content
    )


async def test_an_erasure_does_not_post_old_predictions(harbour: Harbour) -> None:
    await harbour.store.channels.set(harbour.channel.id, "verbosity", "quiet")
    await submit_prediction(harbour)
    await submit_prediction(harbour, "Ben", harbour.mod)
    await play_turns(harbour, TURNS_UNTIL_LOCK)
    await resign_and_settle(harbour)
    await harbour.pass_time(24 * 40)
    await harbour.store.channels.clear(harbour.channel.id, "verbosity")
    await harbour.bot.tables.people.erase_person(harbour.ben.id, "Somebody")
    await wait_until_idle(harbour)
    assert list_result_posts(harbour) == []


async def test_a_prediction_can_be_withdrawn_before_the_lock(harbour: Harbour) -> None:
    await submit_prediction(harbour)
    page = get_reply(await harbour.press_tool_button(harbour.dana, "Predict…"))
    assert "Your prediction" not in read_answer(await harbour.dana.click(page, label="Take it back"))
    await play_turns(harbour, TURNS_UNTIL_LOCK)
    await resign_and_settle(harbour)
    assert list_lock_texts(harbour) == [] and list_result_posts(harbour) == []


async def test_the_season_board_shows_only_people_who_take_part(harbour: Harbour) -> None:
    async def open_predictions() -> Any:
        return get_reply(await harbour.dana.slash(harbour.channel, "club open", tab="p"))

    assert "No prediction has counted here yet." in get_alt_text(await open_predictions())
    await submit_prediction(harbour)
    await submit_prediction(harbour, "Ben", harbour.mod)
    await play_turns(harbour, 1)
    await resign_and_settle(harbour)
    page = await open_predictions()
    check_limits(page)
    await read_picture(page, is_board=False)
    assert "1. Dana: +" in get_alt_text(page) and "2. Mo: −10 points, 0 of 1 right." in get_alt_text(page)
    alt_text = get_alt_text(page)
    assert "All seasons" in get_alt_text(get_reply(await harbour.dana.click(page, label="All seasons")))
    await harbour.dana.click(await open_predictions(), label="Post")
    assert get_alt_text(harbour.list_posts()[-1]) == alt_text
    await harbour.store.preferences.set(harbour.mod.id, "standing", "out")
    assert "Dana" in get_alt_text(await open_predictions()) and "Mo:" not in get_alt_text(
        await open_predictions()
    )


def get_alt_text(message: Any) -> str:
    """Return the description of a message's picture."""
    return str(message.attachments[0].description)


async def test_a_prediction_for_a_nonexistent_seat_is_refused(harbour: Harbour) -> None:
    forged = await KeptMessage(harbour, harbour.board).forge_press(
        harbour.dana, make_custom_id("b", "tpg", 1, 7)
    )
    assert read_answer(forged) and await harbour.store.predictions.list_predictions(1) == []
