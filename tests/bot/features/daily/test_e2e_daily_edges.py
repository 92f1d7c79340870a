"""The daily challenge at the end of its day, after an erasure, and with simultaneous presses."""

from __future__ import annotations

import asyncio
import json

import pytest

from bot.features.daily.errors import DayIsOver, Spent
from bot.ui.ids import custom_id
from games.core.match import UNDO
from games.core.rng import compute_commitment
from games.core.solo import PERSON
from tests.bot.features.daily.steps import (
    begin,
    finish,
    forge,
    look_back,
    open_page,
    pass_day,
    play_on,
    quick,
    rounds,
    rows,
)
from tests.support.harbour import Harbour, buttons
from tests.support.pressing import press
from tests.support.reading import said, shown, written

__all__ = ["quick"]


async def play_almost(harbour: Harbour) -> None:
    """Play today's try until its last move is stored, and nothing after that."""
    kept, user = rounds(harbour), harbour.anna.id
    attempt = await kept.begin(kept.today, user, "Anna", harbour.guild.id)
    while attempt.match.outcome is None:
        if PERSON in attempt.match.to_act:
            token = attempt.match.legal_actions(PERSON)[0].token
            attempt = await kept.act(kept.today, user, attempt.match.seq, token)
        else:
            seat = attempt.match.to_act[0]
            row = attempt.match.act(seat, attempt.match.legal_actions(seat)[0].token)
            attempt = await kept._store_last_row(attempt, row)


async def test_a_match_that_was_over_before_midnight_counts_though_a_kill_came_before_it_was_noted(
    harbour: Harbour,
) -> None:
    await play_almost(harbour)
    day = rounds(harbour).today
    row = await harbour.store.daily.find_try(day, harbour.anna.id)
    assert row is not None and row.place is None
    await harbour.kill()
    await harbour.pass_time(24)
    page = await open_page(harbour)
    assert "1 day in a row" in written(page)
    past = shown(await harbour.anna.click(page, label="Yesterday"))
    assert "You didn't get to the end" not in past.content
    assert any(f"You {how}" in past.content for how in ("won", "lost")) or "A draw" in past.content
    row = await harbour.store.daily.find_try(day, harbour.anna.id)
    assert row is not None and row.place is not None and row.marks


async def test_the_ids_of_discord_are_texts_in_the_file(harbour: Harbour) -> None:
    page = await finish(harbour)
    await harbour.anna.click(page, label="Post it here")
    (post,) = harbour.posts()
    kept = json.loads(json.dumps(await harbour.store.people.collect(harbour.anna.id)))
    (row,) = kept["daily_tries"]
    assert row["card"] == str(post.id) and row["server"] == str(harbour.guild.id)


@pytest.mark.parametrize("ended", [False, True])
async def test_who_is_erased_gets_no_second_try_that_day_and_one_the_next(
    harbour: Harbour, ended: bool
) -> None:
    kept, user = rounds(harbour), harbour.anna.id
    first = await begin(harbour)
    await (finish(harbour) if ended else play_on(harbour.anna, first, 3))
    for _ in range(2):
        await harbour.bot.tables.people.erase(user, "-")
    assert (await harbour.store.people.collect(user))["daily_tries"] == []
    page = await open_page(harbour)
    assert "You've had your one try" in written(page) and "Play" not in buttons(page).values()
    refused = await forge(harbour, harbour.anna, page, custom_id("b", "rdb", kept.today))
    assert "You've had your try at this reef" in said(refused)
    await harbour.kill()
    with pytest.raises(Spent):
        await rounds(harbour).begin(rounds(harbour).today, user, "Anna", None)
    # What enforces it names nobody, and is nobody else's.
    (mark,) = await harbour.store._database.rows("SELECT mark FROM daily_spent")
    assert str(user) not in str(mark)
    assert "Play" in buttons(await open_page(harbour, harbour.ben)).values()
    await harbour.pass_time(24)
    assert "Play" in buttons(await open_page(harbour)).values()
    await begin(harbour)
    await harbour.restart()
    assert await harbour.store._database.rows("SELECT mark FROM daily_spent") == []


async def test_erasing_before_the_first_try_takes_nothing_away(harbour: Harbour) -> None:
    await finish(harbour)
    await harbour.pass_time(24)
    await harbour.bot.tables.people.erase(harbour.anna.id, "-")
    assert await harbour.store._database.rows("SELECT mark FROM daily_spent") == []
    await begin(harbour)


async def test_a_try_begun_before_midnight_is_finished_in_the_morning_and_counts_for_its_day(
    harbour: Harbour,
) -> None:
    message = await play_on(harbour.anna, await begin(harbour), 3)
    day = rounds(harbour).today
    await pass_day(harbour, 0.1)
    assert rounds(harbour).today == day + 1
    # The buttons that were shown before midnight work.
    message = await press(harbour.anna, message)
    page = await open_page(harbour)
    assert "Play" in buttons(page).values()
    assert "You can still finish yesterday's reef" in written(page)
    await harbour.restart()
    message = shown(await harbour.anna.click(page, label="Finish yesterday's"))
    message = await play_on(harbour.anna, message)
    assert "The next reef comes" in message.content
    row = await harbour.store.daily.find_try(day, harbour.anna.id)
    assert row is not None and row.place is not None
    assert await harbour.store.daily.list_finished(harbour.anna.id) == [day]
    page = await open_page(harbour)
    assert "1 day in a row" in written(page) and "Finish yesterday's" not in buttons(page).values()
    board = shown(await forge(harbour, harbour.anna, page, custom_id("b", "rdt", day)))
    assert "1 person has finished it here." in board.content


async def test_nothing_of_the_deal_is_shown_while_somebody_may_still_finish_it(harbour: Harbour) -> None:
    """Shown to nobody, because a player who isn't done could ask a friend."""
    await play_on(harbour.anna, await begin(harbour), 3)
    await finish(harbour, harbour.ben)
    day = rounds(harbour).today
    secret = (await rounds(harbour).open(day)).secret
    await pass_day(harbour, 11.9)
    for line in range(rounds(harbour).line_count):
        assert await rounds(harbour).play_through(day, lambda: True, line) is not None
    for person in (harbour.anna, harbour.ben, harbour.dana):
        past = await look_back(harbour, person)
        assert past.attachments == [] and "best line I found" not in past.content
        assert ("Go on" in buttons(past).values()) == (person is harbour.anna)
        assert not {"File", "Best line"} & set(buttons(past).values())
        for identity in (custom_id("b", "rdf", day), custom_id("b", "rdl", day, 0)):
            refused = await forge(harbour, person, past, identity)
            assert "once the day is over" in said(refused)
    fair = shown(await harbour.dana.click(await open_page(harbour, harbour.dana), label="Fairness")).content
    assert compute_commitment(secret) in fair, "what it can be checked against is still there"
    await harbour.pass_time(0.2)
    past = await look_back(harbour, harbour.ben)
    assert {"File", "Best line"} <= set(buttons(past).values()) and "best line I found" in past.content
    assert (
        secret.hex()
        in (await shown(await harbour.ben.click(past, label="File")).attachments[0].read()).decode()
    )


async def test_nobody_begins_yesterdays_reef(harbour: Harbour) -> None:
    await open_page(harbour)
    kept, day = rounds(harbour), rounds(harbour).today
    await pass_day(harbour, 0.1)
    with pytest.raises(DayIsOver):
        await kept.begin(day, harbour.ben.id, "Ben", None)
    assert "Finish yesterday's" not in buttons(await open_page(harbour)).values()


async def test_of_two_moves_at_the_same_time_one_is_made(harbour: Harbour) -> None:
    kept, user = rounds(harbour), harbour.anna.id
    await begin(harbour)
    attempt = await kept.advance(await kept.get(kept.today, user))
    tokens = [action.token for action in attempt.match.legal_actions(PERSON)[:2]]
    acts = [kept.act(kept.today, user, attempt.match.seq, token) for token in (*tokens, *tokens)]
    await asyncio.gather(*acts, return_exceptions=True)
    found = await rows(harbour, harbour.anna)
    assert len(found) == attempt.match.seq + 1 and found[-1].text in tokens


async def test_a_try_begun_in_a_message_and_on_a_server_is_one(harbour: Harbour) -> None:
    kept, user = rounds(harbour), harbour.anna.id
    await open_page(harbour)
    begun = [kept.begin(kept.today, user, "Anna", server) for server in (None, harbour.guild.id, None)]
    assert len({attempt.row for attempt in await asyncio.gather(*begun)}) == 1
    assert len((await harbour.store.people.collect(user))["daily_tries"]) == 1


async def test_twelve_hours_after_midnight_nothing_of_the_day_before_goes_on(harbour: Harbour) -> None:
    await begin(harbour)
    kept, user, day = rounds(harbour), harbour.anna.id, rounds(harbour).today
    attempt = await kept.advance(await kept.get(day, user))
    await pass_day(harbour)
    for work in (
        kept.act(day, user, attempt.match.seq, attempt.match.legal_actions(PERSON)[0].token),
        kept.undo(day, user, attempt.match.seq),
        kept.begin(day, user, "Anna", None),
        kept.begin(day, harbour.ben.id, "Ben", None),
        kept.begin(day + 2, user, "Anna", None),
    ):
        with pytest.raises(DayIsOver):
            await work
    assert not any(row.kind == UNDO for row in await rows(harbour, harbour.anna, day))
