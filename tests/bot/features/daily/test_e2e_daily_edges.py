"""The daily challenge at the end of its day, after erasures, and under simultaneous presses."""

from __future__ import annotations

import asyncio
import json

import pytest

from bot.computers.worker import Job, Ranking
from bot.features.daily.errors import AttemptNotBegun, AttemptUsed, DayNotPlayable
from bot.ui.ids import make_custom_id
from games.core.match import UNDO_KIND
from games.core.rng import compute_commitment
from games.core.solo import PERSON_SEAT, find_computer_to_act
from tests.bot.features.daily.steps import (
    advance_to_next_day,
    begin_todays_attempt,
    finish_todays_attempt,
    forge_press,
    get_service,
    open_todays_page,
    open_yesterdays_page,
    press_until_end,
    quick_search,
    read_rows,
)
from tests.support.harbour import Harbour, list_buttons
from tests.support.pressing import press_tableless_choice
from tests.support.reading import get_reply, read_answer, read_text

__all__ = ["quick_search"]


async def play_without_recording_the_result(harbour: Harbour) -> None:
    """Play today's attempt to its end, and prevent only its result from being stored."""
    kept, user = get_service(harbour), harbour.anna.id
    attempt = await kept.begin_attempt(kept.today, user, "Anna", harbour.guild.id)
    while attempt.match.outcome is None:
        if PERSON_SEAT in attempt.match.to_act:
            token = attempt.match.legal_actions(PERSON_SEAT)[0].token
            attempt = await kept.make_move(kept.today, user, attempt.match.seq, token)
        else:
            seat = attempt.match.to_act[0]
            row = attempt.match.act(seat, attempt.match.legal_actions(seat)[0].token)
            attempt = await kept._store_new_rows(attempt, row)


async def test_an_attempt_finished_before_midnight_counts_despite_a_crash(
    harbour: Harbour,
) -> None:
    await play_without_recording_the_result(harbour)
    day = get_service(harbour).today
    row = await harbour.store.daily.find_attempt(day, harbour.anna.id)
    assert row is not None and row.result is None
    await harbour.kill()
    await harbour.pass_time(24)
    page = await open_todays_page(harbour)
    assert "1 day in a row" in read_text(page)
    past = get_reply(await harbour.anna.click(page, label="Yesterday"))
    assert "You didn't finish it" not in past.content
    assert any(f"You {how}" in past.content for how in ("won", "lost")) or "A draw" in past.content
    row = await harbour.store.daily.find_attempt(day, harbour.anna.id)
    assert row is not None and row.result is not None and row.marks


async def test_discord_ids_are_strings_in_the_exported_data(harbour: Harbour) -> None:
    page = await finish_todays_attempt(harbour)
    await harbour.anna.click(page, label="Post it here")
    (post,) = harbour.list_posts()
    kept = json.loads(json.dumps(await harbour.store.people.collect_data(harbour.anna.id)))
    (row,) = kept["daily_tries"]
    assert row["card"] == str(post.id) and row["server"] == str(harbour.guild.id)


@pytest.mark.parametrize("ended", [False, True])
async def test_an_erased_person_cannot_try_again_that_day_but_can_the_next(
    harbour: Harbour, ended: bool
) -> None:
    kept, user = get_service(harbour), harbour.anna.id
    first = await begin_todays_attempt(harbour)
    await (finish_todays_attempt(harbour) if ended else press_until_end(harbour.anna, first, 3))
    for _ in range(2):
        await harbour.bot.tables.people.erase_person(user, "-")
    assert (await harbour.store.people.collect_data(user))["daily_tries"] == []
    page = await open_todays_page(harbour)
    assert "You've had your one try" in read_text(page) and "Play" not in list_buttons(page).values()
    refused = await forge_press(harbour, harbour.anna, page, make_custom_id("b", "rdb", kept.today))
    assert "You've had your try at this reef" in read_answer(refused)
    await harbour.kill()
    with pytest.raises(AttemptUsed):
        await get_service(harbour).begin_attempt(get_service(harbour).today, user, "Anna", None)
    # The row that prevents a second attempt doesn't reveal the user ID, and doesn't affect other people.
    (mark,) = await harbour.store._database.fetch_rows("SELECT mark FROM daily_spent")
    assert str(user) not in str(mark)
    assert "Play" in list_buttons(await open_todays_page(harbour, harbour.ben)).values()
    await harbour.pass_time(24)
    assert "Play" in list_buttons(await open_todays_page(harbour)).values()
    await begin_todays_attempt(harbour)
    await harbour.restart()
    assert await harbour.store._database.fetch_rows("SELECT mark FROM daily_spent") == []


async def test_an_erasure_while_the_computer_thinks_ends_the_attempt_quietly(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, user = get_service(harbour), harbour.anna.id
    attempt = await kept.play_computer_moves(
        await kept.begin_attempt(kept.today, user, "Anna", harbour.guild.id)
    )
    while find_computer_to_act(attempt.match) is None:
        token = attempt.match.legal_actions(PERSON_SEAT)[0].token
        attempt = await kept.make_move(kept.today, user, attempt.match.seq, token)
    await harbour.pass_time(24)
    think = kept._think

    async def think_during_erasure(job: Job) -> Ranking:
        await harbour.bot.tables.people.erase_person(user, "-")
        return await think(job)

    monkeypatch.setattr(kept, "_think", think_during_erasure)
    page = await open_todays_page(harbour)
    assert "Play" in list_buttons(page).values()
    with pytest.raises(AttemptNotBegun):
        await kept.get_attempt(attempt.day.day, user)


async def test_a_person_erased_before_todays_attempt_can_still_play(harbour: Harbour) -> None:
    await finish_todays_attempt(harbour)
    await harbour.pass_time(24)
    await harbour.bot.tables.people.erase_person(harbour.anna.id, "-")
    assert await harbour.store._database.fetch_rows("SELECT mark FROM daily_spent") == []
    await begin_todays_attempt(harbour)


async def test_an_attempt_begun_before_midnight_can_be_finished_and_counts_for_its_day(
    harbour: Harbour,
) -> None:
    message = await press_until_end(harbour.anna, await begin_todays_attempt(harbour), 3)
    day = get_service(harbour).today
    await advance_to_next_day(harbour, 0.1)
    assert get_service(harbour).today == day + 1
    # The buttons that were shown before midnight still work.
    message = await press_tableless_choice(harbour.anna, message)
    page = await open_todays_page(harbour)
    assert "Play" in list_buttons(page).values()
    assert "You can still finish yesterday's reef" in read_text(page)
    await harbour.restart()
    message = get_reply(await harbour.anna.click(page, label="Finish yesterday's"))
    message = await press_until_end(harbour.anna, message)
    assert "The next reef comes" in message.content
    row = await harbour.store.daily.find_attempt(day, harbour.anna.id)
    assert row is not None and row.result is not None
    assert await harbour.store.daily.list_finished_days(harbour.anna.id) == [day]
    page = await open_todays_page(harbour)
    assert "1 day in a row" in read_text(page) and "Finish yesterday's" not in list_buttons(page).values()
    board = get_reply(await forge_press(harbour, harbour.anna, page, make_custom_id("b", "rdt", day)))
    assert "1 person has finished it here." in board.content


async def test_no_page_reveals_the_deal_while_the_attempt_can_still_be_finished(harbour: Harbour) -> None:
    """The pages reveal nothing to finishers either, because other players could ask them."""
    await press_until_end(harbour.anna, await begin_todays_attempt(harbour), 3)
    await finish_todays_attempt(harbour, harbour.ben)
    day = get_service(harbour).today
    secret = (await get_service(harbour).open_day(day)).secret
    await advance_to_next_day(harbour, 11.9)
    for line in range(get_service(harbour).line_count):
        assert await get_service(harbour).play_line(day, lambda: True, line) is not None
    for person in (harbour.anna, harbour.ben, harbour.dana):
        past = await open_yesterdays_page(harbour, person)
        assert past.attachments == [] and "best line I found" not in past.content
        assert ("Continue" in list_buttons(past).values()) == (person is harbour.anna)
        assert not {"File", "Best line"} & set(list_buttons(past).values())
        for identity in (make_custom_id("b", "rdf", day), make_custom_id("b", "rdl", day, 0)):
            refused = await forge_press(harbour, person, past, identity)
            assert "twelve hours after the day ends" in read_answer(refused)
    fair = get_reply(
        await harbour.dana.click(await open_todays_page(harbour, harbour.dana), label="Fairness")
    ).content
    assert compute_commitment(secret) in fair, (
        "the hash that the secret can be checked against is still shown"
    )
    await harbour.pass_time(0.2)
    past = await open_yesterdays_page(harbour, harbour.ben)
    assert {"File", "Best line"} <= set(list_buttons(past).values()) and "best line I found" in past.content
    assert (
        secret.hex()
        in (await get_reply(await harbour.ben.click(past, label="File")).attachments[0].read()).decode()
    )


async def test_yesterdays_challenge_cannot_be_begun(harbour: Harbour) -> None:
    await open_todays_page(harbour)
    kept, day = get_service(harbour), get_service(harbour).today
    await advance_to_next_day(harbour, 0.1)
    with pytest.raises(DayNotPlayable):
        await kept.begin_attempt(day, harbour.ben.id, "Ben", None)
    assert "Finish yesterday's" not in list_buttons(await open_todays_page(harbour)).values()


async def test_only_one_of_several_simultaneous_moves_is_made(harbour: Harbour) -> None:
    kept, user = get_service(harbour), harbour.anna.id
    await begin_todays_attempt(harbour)
    attempt = await kept.play_computer_moves(await kept.get_attempt(kept.today, user))
    tokens = [action.token for action in attempt.match.legal_actions(PERSON_SEAT)[:2]]
    acts = [kept.make_move(kept.today, user, attempt.match.seq, token) for token in (*tokens, *tokens)]
    await asyncio.gather(*acts, return_exceptions=True)
    found = await read_rows(harbour, harbour.anna)
    assert len(found) == attempt.match.seq + 1 and found[-1].text in tokens


async def test_simultaneous_starts_on_a_server_and_in_a_direct_message_make_one_attempt(
    harbour: Harbour,
) -> None:
    kept, user = get_service(harbour), harbour.anna.id
    await open_todays_page(harbour)
    begun = [
        kept.begin_attempt(kept.today, user, "Anna", server) for server in (None, harbour.guild.id, None)
    ]
    assert len({attempt.row for attempt in await asyncio.gather(*begun)}) == 1
    assert len((await harbour.store.people.collect_data(user))["daily_tries"]) == 1


async def test_twelve_hours_after_midnight_yesterdays_attempt_is_closed(harbour: Harbour) -> None:
    await begin_todays_attempt(harbour)
    kept, user, day = get_service(harbour), harbour.anna.id, get_service(harbour).today
    attempt = await kept.play_computer_moves(await kept.get_attempt(day, user))
    await advance_to_next_day(harbour)
    for work in (
        kept.make_move(day, user, attempt.match.seq, attempt.match.legal_actions(PERSON_SEAT)[0].token),
        kept.undo_step(day, user, attempt.match.seq),
        kept.begin_attempt(day, user, "Anna", None),
        kept.begin_attempt(day, harbour.ben.id, "Ben", None),
        kept.begin_attempt(day + 2, user, "Anna", None),
    ):
        with pytest.raises(DayNotPlayable):
            await work
    assert not any(row.kind == UNDO_KIND for row in await read_rows(harbour, harbour.anna, day))
