"""The daily challenge in Discord: everybody has one private attempt at the same deal."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.features.daily.pages import DAILY_TAB_KEY
from bot.model.table import NO_USER_ID
from bot.model.turns import count_played_turns, list_step_numbers
from bot.ui.ids import make_custom_id
from bot.ui.turn_numbers import write_turn_with_total
from games.core.match import ACT_KIND, LoggedRow
from games.core.match_record import MatchRecord
from games.core.rng import compute_commitment
from games.core.solo import PERSON_SEAT
from games.core.words import load_words
from games.drawing.signs import SIGN_EMOJI
from games.registry import GAMES
from tests.bot.features.daily.steps import (
    advance_to_next_day,
    begin_todays_attempt,
    finish_todays_attempt,
    forge_press,
    get_service,
    open_todays_page,
    open_yesterdays_page,
    press_until_end,
    read_rows,
)
from tests.support.harbour import Harbour, list_buttons
from tests.support.jumping import jump_to
from tests.support.learning import open_tab
from tests.support.nightly import defer_to_night
from tests.support.person import open_my_data
from tests.support.pressing import list_tableless_choices, press_tableless_choice
from tests.support.reading import (
    KeptMessage,
    check_limits,
    get_reply,
    list_sent_payloads,
    read_answer,
    read_picture,
    read_text,
    set_languages,
)


async def advance_to_weekday(harbour: Harbour, weekday: int) -> None:
    """Advance the clock to 01:00 on the next day with this weekday (0 is Monday)."""
    ahead = (weekday + 1 - get_service(harbour).today) % 7 or 7
    await harbour.pass_time(24 * ahead + 1 - harbour.now % 86400 / 3600)


@pytest.fixture
def past_day_search() -> None:
    """Turn on the search for yesterday's best line. By default, ``quick_search`` turns it off."""


@pytest.mark.parametrize("weekday", defer_to_night(range(4), 0, 2))
async def test_a_whole_attempt_of_each_game_is_played_by_presses(harbour: Harbour, weekday: int) -> None:
    await advance_to_weekday(harbour, weekday)
    page = await open_todays_page(harbour)
    check_limits(page)
    assert page.ephemeral and "You have one try" in read_text(page)
    first = get_reply(await harbour.anna.click(page, label="Play"))
    assert "**: you against" in first.content
    message = await press_until_end(harbour.anna, first)
    check_limits(message)
    assert ("Reef of the day" in message.content and "You " in message.content) or "A draw" in message.content
    assert "1 day in a row" in message.content
    (row,) = [
        row
        for row in [await harbour.store.daily.find_attempt(get_service(harbour).today, harbour.anna.id)]
        if row
    ]
    assert row.result is not None and row.marks
    assert harbour.list_posts() == [], "an attempt is private, so nothing is posted"


@pytest.mark.parametrize("weekday", range(4))
async def test_back_leads_to_the_previous_question_and_finally_to_the_page(
    harbour: Harbour, weekday: int
) -> None:
    await advance_to_weekday(harbour, weekday)
    first = await begin_todays_attempt(harbour)
    page = get_reply(await harbour.anna.click(first, label="Back"))
    assert "You have one try" in read_text(page) and page.attachments == []
    again = get_reply(await harbour.anna.click(page, label="Continue"))
    asked, deeper = [again.content], again
    while await read_rows(harbour, harbour.anna) == () and len(asked) < 4:
        deeper = await press_tableless_choice(harbour.anna, deeper)
        asked.append(deeper.content)
        assert "Back" in list_buttons(deeper).values()
    while len(asked) > 1 and await read_rows(harbour, harbour.anna) == ():
        asked.pop()
        deeper = get_reply(await harbour.anna.click(deeper, label="Back"))
        assert deeper.content.splitlines()[-1] in asked[-1]


async def test_an_attempt_continues_after_a_crash_and_cannot_be_repeated(harbour: Harbour) -> None:
    message = await press_until_end(harbour.anna, await begin_todays_attempt(harbour), 6)
    before = await read_rows(harbour, harbour.anna)
    assert before
    await harbour.kill()
    # The buttons from before the crash still work, and the page leads back to the same attempt.
    page = await open_todays_page(harbour)
    assert "Continue" in list_buttons(page).values()
    again = get_reply(await harbour.anna.click(page, label="Continue"))
    assert (
        list_tableless_choices(again) == list_tableless_choices(message)
        or await read_rows(harbour, harbour.anna) == before
    )
    message = await press_tableless_choice(harbour.anna, message)
    await harbour.restart()
    page = await finish_todays_attempt(harbour)
    done = await read_rows(harbour, harbour.anna)
    assert done[: len(before)] == before
    day = get_service(harbour).today
    for identity in (
        make_custom_id("b", "rdb", day),
        make_custom_id("b", "ra", day, 0, PERSON_SEAT, done[0].text),
    ):
        answer = get_reply(await forge_press(harbour, harbour.anna, page, identity))
        assert "Reef of the day" in answer.content
        assert await read_rows(harbour, harbour.anna) == done


async def test_equal_moves_lead_to_equal_results(harbour: Harbour) -> None:
    await finish_todays_attempt(harbour)
    await harbour.restart()
    await finish_todays_attempt(harbour, harbour.ben)
    day = get_service(harbour).today
    one, other = [await get_service(harbour).get_attempt(day, who.id) for who in (harbour.anna, harbour.ben)]
    assert one.match.rows == other.match.rows
    assert repr(one.match.state) == repr(other.match.state)
    assert (one.row.result, one.row.points, one.row.marks) == (
        other.row.result,
        other.row.points,
        other.row.marks,
    )
    assert not any(row.kind != ACT_KIND for row in one.match.rows)


async def test_a_move_whose_answer_was_lost_can_be_pressed_again(harbour: Harbour) -> None:
    service = get_service(harbour)
    await begin_todays_attempt(harbour)
    day, attempt = service.today, await service.get_attempt(service.today, harbour.anna.id)
    seq = attempt.match.seq
    one, two = [action.token for action in attempt.match.legal_actions(PERSON_SEAT)[:2]]
    # Store the move without answering Anna, as if the bot had crashed before its answer.
    await service.make_move(day, harbour.anna.id, seq, one)
    page = await open_todays_page(harbour)
    again = await forge_press(
        harbour, harbour.anna, page, make_custom_id("b", "ra", day, seq, PERSON_SEAT, one)
    )
    assert "You've gone on since then" not in read_answer(again)
    after = await read_rows(harbour, harbour.anna)
    assert (
        after[seq] == LoggedRow(ACT_KIND, PERSON_SEAT, one)
        and len([r for r in after if r.seat == PERSON_SEAT]) == 1
    )
    stale = await forge_press(
        harbour, harbour.anna, page, make_custom_id("b", "ra", day, seq, PERSON_SEAT, two)
    )
    assert "You've gone on since then" in read_answer(stale)
    picked = await forge_press(
        harbour, harbour.anna, page, make_custom_id("b", "rg", day, seq, PERSON_SEAT, "x")
    )
    assert "You've gone on since then" in read_answer(picked)
    assert await read_rows(harbour, harbour.anna) == after


async def test_a_person_cannot_use_the_buttons_of_another_persons_attempt(harbour: Harbour) -> None:
    await begin_todays_attempt(harbour)
    service = get_service(harbour)
    attempt = await service.get_attempt(service.today, harbour.anna.id)
    token = attempt.match.legal_actions(PERSON_SEAT)[0].token
    page = await open_todays_page(harbour, harbour.ben)
    identity = make_custom_id("b", "ra", service.today, attempt.match.seq, PERSON_SEAT, token)
    answer = await forge_press(harbour, harbour.ben, page, identity)
    assert "You haven't begun this reef" in read_answer(answer)
    assert await read_rows(harbour, harbour.anna) == attempt.match.rows
    assert await read_rows(harbour, harbour.ben) == ()


async def test_a_result_is_posted_once_and_does_not_reveal_moves(harbour: Harbour) -> None:
    page = await finish_todays_attempt(harbour)
    kept, identity = KeptMessage(harbour, page), make_custom_id("b", "rdp", get_service(harbour).today)
    answer = get_reply(await harbour.anna.click(page, label="Post it here"))
    (post,) = harbour.list_posts()
    check_limits(post)
    assert "Anna" in post.content and post.attachments[0].description
    assert list_sent_payloads(harbour)[-1]["allowed_mentions"].get("parse") == []
    played = await read_rows(harbour, harbour.anna)
    told = f"{post.content} {post.attachments[0].description}"
    assert not any(row.text in told for row in played)
    # The player's own card shows the final board at the bottom. The posted card leaves the board out.
    own, shown_to_all = await read_picture(page, is_board=False), await read_picture(post, is_board=False)
    assert own.width == shown_to_all.width and own.height > shown_to_all.height + 400
    # The description names the marks in words, because a screen reader would only read the names of the
    # emoji, such as "fish".
    alt_text = str(post.attachments[0].description)
    assert "play from start to end: " in alt_text and not set(alt_text) & set(SIGN_EMOJI.values())
    assert "Post it here" not in list_buttons(answer).values()
    again = await kept.forge_press(harbour.anna, identity)
    assert "already" in read_answer(again)
    assert len(harbour.list_posts()) == 1
    reply = get_reply(await harbour.ben.click(post, label="Play it too"))
    assert reply.ephemeral and "You have one try" in reply.content


async def test_a_post_that_a_crash_prevented_is_made_by_the_next_press(harbour: Harbour) -> None:
    page = await finish_todays_attempt(harbour)
    assert await harbour.store.daily.reserve_card(get_service(harbour).today, harbour.anna.id)
    await harbour.kill()
    await harbour.anna.click(page, label="Post it here")
    assert len(harbour.list_posts()) == 1
    row = await harbour.store.daily.find_attempt(get_service(harbour).today, harbour.anna.id)
    assert row is not None and row.card_message_id == harbour.list_posts()[0].id


async def test_a_result_can_be_posted_later_if_the_bot_has_no_permission_now(harbour: Harbour) -> None:
    page = await finish_todays_attempt(harbour)
    harbour.deny_permissions("send_messages")
    answer = await harbour.anna.click(page, label="Post it here")
    assert "I need the permission" in read_answer(answer)
    harbour.restore_permissions()
    await harbour.anna.click(page, label="Post it here")
    assert len(harbour.list_posts()) == 1


async def test_the_board_names_finishers_unless_they_opt_out(harbour: Harbour) -> None:
    page = await finish_todays_attempt(harbour)
    nobody = await open_todays_page(harbour, harbour.dana)
    board = get_reply(await harbour.dana.click(nobody, label="Board"))
    check_limits(board)
    assert "1 person has finished it here." in board.content
    assert "1. Anna" in str(board.attachments[0].description)
    await finish_todays_attempt(harbour, harbour.ben)
    board = get_reply(
        await forge_press(
            harbour, harbour.dana, board, make_custom_id("b", "rdt", get_service(harbour).today)
        )
    )
    assert "1. Ben" in str(board.attachments[0].description), "equal results share a place"
    page = get_reply(await harbour.anna.click(page, label="Keep me off the board"))
    assert "Put me on the board" in list_buttons(page).values()
    board = get_reply(await harbour.anna.click(page, label="Board"))
    assert "Anna" not in str(board.attachments[0].description)


async def test_no_page_reveals_the_deal_before_a_person_plays(tmp_path: Path) -> None:
    """The pages are equal for two secrets, except that they show the secret's hash."""
    seen = []
    for secret in (bytes(32), b"x" * 32):
        folder = tmp_path / secret.hex()[:4]
        folder.mkdir()
        harbour = await Harbour.open(folder)
        try:
            harbour.bot.tables.core.draw_secret = lambda secret=secret: secret  # type: ignore[misc]
            # The bot drew a secret for today when it started. Delete it, so that the chosen secret is used.
            await harbour.store._database.run("DELETE FROM daily_days")
            seen.append([(page := await open_todays_page(harbour)).content])
            for label in ("Board", "Yesterday"):
                seen[-1].append(get_reply(await harbour.anna.click(page, label=label)).content)
                page = await open_todays_page(harbour)
            fair = get_reply(await harbour.anna.click(page, label="Fairness")).content
            assert compute_commitment(secret) in fair and secret.hex() not in fair
            forged = make_custom_id("b", "rdf", get_service(harbour).today)
            refused = await forge_press(harbour, harbour.anna, await open_todays_page(harbour), forged)
            assert "twelve hours after the day ends" in read_answer(refused)
        finally:
            await harbour.close()
    assert seen[0] == seen[1]


@pytest.mark.usefixtures("past_day_search")
async def test_the_secret_and_the_computers_match_are_shown_the_next_day(harbour: Harbour) -> None:
    await finish_todays_attempt(harbour)
    page = await open_todays_page(harbour)
    fair = get_reply(await harbour.anna.click(page, label="Fairness")).content
    tomorrow = re.findall(r"`([0-9a-f]{64})`", fair)[1]
    own = await read_rows(harbour, harbour.anna)
    day = get_service(harbour).today
    await advance_to_next_day(harbour)
    page = await open_todays_page(harbour)
    assert "Play" in list_buttons(page).values()
    await harbour.bot.features.wait_until_idle()
    past = get_reply(await harbour.anna.click(page, label="Yesterday"))
    check_limits(past)
    assert "the hard computer" in past.content and "You " in past.content
    answer = get_reply(await harbour.anna.click(past, label="File"))
    (file,) = answer.attachments
    record = MatchRecord.from_json((await file.read()).decode())
    committed = re.findall(r"`([0-9a-f]{64})`", answer.content)
    match = record.verify(GAMES, digest=committed[1], commitment=committed[0])
    # The answer also shows the command that verifies the file.
    told = f"--hash {committed[1]} --commitment {committed[0]}"
    assert f"python -m games verify {file.filename} {told}`" in answer.content
    assert match.rows == own and record.secret == bytes(32)
    # Ben didn't play, so he gets the computer's match on the same deal. This match can be verified too.
    reply = get_reply(
        await harbour.ben.click(await open_todays_page(harbour, harbour.ben), label="Yesterday")
    )
    (file,) = get_reply(await harbour.ben.click(reply, label="File")).attachments
    other = MatchRecord.from_json((await file.read()).decode())
    assert other.verify(GAMES).rows == await harbour.store.daily.read_log(day, NO_USER_ID)
    assert other.secret == record.secret
    fair = get_reply(await harbour.anna.click(await open_todays_page(harbour), label="Fairness")).content
    assert re.findall(r"`([0-9a-f]{64})`", fair)[0] == tomorrow, "the secret was drawn the day before"


async def wait_for_search(harbour: Harbour) -> None:
    await harbour.bot.features.wait_until_idle()


async def list_computer_results(harbour: Harbour, day: int) -> list[Any]:
    """Return the stored results of the computer's finished matches, those of the normal match first."""
    found = [
        await harbour.store.daily.find_attempt(day, -line) for line in range(get_service(harbour).line_count)
    ]
    return [row for row in found if row is not None and row.result is not None]


@pytest.mark.usefixtures("past_day_search")
@pytest.mark.parametrize("weekday", defer_to_night(range(4), 0, 2, 3))
async def test_the_best_line_is_shown_the_next_day_with_its_result_and_steps(
    harbour: Harbour, weekday: int
) -> None:
    await advance_to_weekday(harbour, weekday)
    day = get_service(harbour).today
    await open_todays_page(harbour)
    await wait_for_search(harbour)
    assert await list_computer_results(harbour, day) == [], "no line is searched before the day is over"
    await advance_to_next_day(harbour)
    await open_todays_page(harbour)
    await wait_for_search(harbour)
    rows = await list_computer_results(harbour, day)
    assert len(rows) == 3
    best = min(rows, key=lambda row: (row.result, (row.opponent_points or 0) - (row.points or 0)))
    page = await open_yesterdays_page(harbour)
    check_limits(page)
    result = ("wins", "draws", "loses")[best.result - 1]
    assert f"best line I found {result}: {best.points} : {best.opponent_points}" in read_text(page)
    (attachment,) = page.attachments
    assert attachment.description
    await read_picture(page)
    first = get_reply(await harbour.anna.click(page, label="Best line"))
    check_limits(first)
    assert "Before turn 1 of " in first.content and f"{best.points} : {best.opponent_points}" in first.content
    assert first.attachments[0].description
    line = await harbour.store.daily.read_log(day, best.user_id)
    step = get_reply(await harbour.anna.click(first, label="Forward"))
    match = (await get_service(harbour).get_attempt(day, best.user_id)).match
    numbers, turns, w = list_step_numbers(match), count_played_turns(match), load_words()
    assert len(line) == len(numbers)
    assert f"**{write_turn_with_total(numbers[0], turns, w)}** · " in step.content
    assert "Your turn" not in step.content and "your turn" not in first.content.lower()
    await harbour.restart()
    last = await jump_to(harbour.anna, step, "Newest")
    check_limits(last)
    assert f"**{write_turn_with_total(numbers[-1], turns, w)}** · " in last.content
    assert last.attachments[0].description
    assert match.outcome is not None and match.outcome.scores[0] == best.points
    back = get_reply(await harbour.anna.click(last, label="Yesterday"))
    assert "Yesterday's reef" in back.content


@pytest.mark.usefixtures("past_day_search")
async def test_the_search_for_the_best_line_gives_the_same_result_after_a_crash(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    day = get_service(harbour).today
    await open_todays_page(harbour)
    await advance_to_next_day(harbour)
    pool = harbour.bot.services.adviser.thinker.pool
    asked, later = 0, pool.rank_moves_when_idle

    async def rank_five_times(job: Any) -> Any:
        nonlocal asked
        asked += 1
        return () if asked > 5 else await later(job)

    monkeypatch.setattr(pool, "rank_moves_when_idle", rank_five_times)
    page = await open_todays_page(harbour)
    await wait_for_search(harbour)
    assert len(await list_computer_results(harbour, day)) == 1 and asked == 6
    page = await open_yesterdays_page(harbour)
    assert "Still looking for the best line: 1 of 3 tried." in read_text(page)
    assert "Best line" not in list_buttons(page).values()
    refused = await forge_press(harbour, harbour.anna, page, make_custom_id("b", "rdl", day, 0))
    assert "don't have that day's best line" in read_answer(refused)
    begun = await harbour.store.daily.read_log(day, -1)
    assert begun
    await harbour.kill()
    await wait_for_search(harbour)
    rows = await list_computer_results(harbour, day)
    assert len(rows) == 3
    played = [await harbour.store.daily.read_log(day, -line) for line in range(3)]
    assert played[1][: len(begun)] == begun
    await harbour.store._database.run("DELETE FROM daily_tries WHERE user_id <= 0")
    await harbour.restart()
    await open_todays_page(harbour)
    await wait_for_search(harbour)
    assert [await harbour.store.daily.read_log(day, -line) for line in range(3)] == played
    assert await list_computer_results(harbour, day) == rows


async def test_the_best_line_is_the_first_with_the_most_points(harbour: Harbour) -> None:
    day, kept = get_service(harbour).today, get_service(harbour)
    await open_todays_page(harbour)
    assert await kept.play_line(day, lambda: True) is not None
    computer = await harbour.store.daily.find_attempt(day, NO_USER_ID)
    assert computer is not None and computer.result is not None
    for line, more in ((1, 3), (2, 3)):
        await harbour.store.daily.begin_attempt(day, -line, "", None)
        own = (computer.points or 0) + more
        await harbour.store.daily.record_end(replace(computer, user_id=-line, points=own))
        best = await kept.find_best_line(day)
        assert best is None or line == 2
    assert best is not None and best.row.user_id == -1, "ties go to the first line"


@pytest.mark.usefixtures("past_day_search")
async def test_without_an_idle_thinker_the_computers_normal_match_is_shown_as_the_best_line(
    harbour: Harbour,
) -> None:
    """A bot without an idle thinker, such as the playground's bot, doesn't search for a better line."""
    day, kept = get_service(harbour).today, get_service(harbour)
    kept._think_idly = None
    await open_todays_page(harbour)
    await advance_to_next_day(harbour)
    await open_todays_page(harbour)
    await wait_for_search(harbour)
    assert [row.user_id for row in await list_computer_results(harbour, day)] == [NO_USER_ID]
    first = get_reply(await harbour.anna.click(await open_yesterdays_page(harbour), label="Best line"))
    assert "matches that the computer played" not in first.content and "Before turn 1 of " in first.content


async def test_nobody_sees_the_best_line_of_a_day_that_is_not_over(harbour: Harbour) -> None:
    page = await open_todays_page(harbour)
    for ahead in (0, 1):
        refused = await forge_press(
            harbour, harbour.anna, page, make_custom_id("b", "rdl", get_service(harbour).today + ahead, 0)
        )
        assert "twelve hours after the day ends" in read_answer(refused)
    none = await forge_press(
        harbour, harbour.anna, page, make_custom_id("b", "rdl", get_service(harbour).today - 9, 0)
    )
    assert "don't have that day's best line" in read_answer(none)


@pytest.mark.usefixtures("past_day_search")
async def test_the_computers_matches_are_not_on_the_board(harbour: Harbour) -> None:
    await finish_todays_attempt(harbour)
    day = get_service(harbour).today
    await advance_to_next_day(harbour)
    await open_todays_page(harbour)
    await wait_for_search(harbour)
    board = await harbour.store.daily.list_ranked_attempts(day, harbour.guild.id, ("", ""))
    assert [row.user_id for row in board] == [harbour.anna.id]


async def test_an_attempt_ends_twelve_hours_after_its_day(harbour: Harbour) -> None:
    message = await press_until_end(harbour.anna, await begin_todays_attempt(harbour), 3)
    before = await read_rows(harbour, harbour.anna)
    day = get_service(harbour).today
    await advance_to_next_day(harbour)
    identity, value = list_tableless_choices(message)[0]
    answer = (
        await harbour.anna.click(message, custom_id=identity)
        if value is None
        else await harbour.anna.select(message, [value], custom_id=identity)
    )
    assert "That reef's day is over" in read_answer(answer)
    assert await read_rows(harbour, harbour.anna, day) == before
    answer = await forge_press(harbour, harbour.anna, message, make_custom_id("b", "rdb", day))
    assert "That reef's day is over" in read_answer(answer)


async def test_a_failed_computer_move_does_not_lose_stored_moves(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin_todays_attempt(harbour)
    service = get_service(harbour)
    attempt = await service.get_attempt(service.today, harbour.anna.id)

    async def fail_to_think(job: object) -> tuple[()]:
        return ()

    pool = harbour.bot.services.adviser.thinker.pool
    monkeypatch.setattr(pool, "rank_moves_for_computer", fail_to_think)
    page, answer = await open_todays_page(harbour), None
    for _ in range(40):
        attempt = await service.get_attempt(service.today, harbour.anna.id)
        if PERSON_SEAT not in attempt.match.to_act:
            break
        token = attempt.match.legal_actions(PERSON_SEAT)[0].token
        identity = make_custom_id("b", "ra", service.today, attempt.match.seq, PERSON_SEAT, token)
        answer = await forge_press(harbour, harbour.anna, page, identity)
    assert answer is not None and "can't think right now" in read_answer(answer)
    stored = await read_rows(harbour, harbour.anna)
    assert stored[-1].seat == PERSON_SEAT
    monkeypatch.undo()
    again = await forge_press(harbour, harbour.anna, page, identity)
    assert "can't think" not in read_answer(again)
    assert (await read_rows(harbour, harbour.anna))[: len(stored)] == stored


async def test_a_player_can_undo_a_move_that_revealed_nothing(harbour: Harbour) -> None:
    await advance_to_weekday(harbour, 0)
    await begin_todays_attempt(harbour)
    service = get_service(harbour)
    for _ in range(200):
        attempt = await service.play_computer_moves(await service.get_attempt(service.today, harbour.anna.id))
        assert attempt.match.outcome is None
        match = attempt.match.act(PERSON_SEAT, attempt.match.legal_actions(PERSON_SEAT)[0].token)
        await service.make_move(service.today, harbour.anna.id, attempt.match.seq, match.rows[-1].text)
        if not match.steps[-1].is_sealed:
            break
    page = get_reply(await harbour.anna.click(await open_todays_page(harbour), label="Continue"))
    back = get_reply(await harbour.anna.click(page, label="Undo"))
    assert "Taken back." in back.content
    now = await service.get_attempt(service.today, harbour.anna.id)
    assert now.match.state == attempt.match.state and now.match.seq == match.seq + 1


async def test_an_erased_person_is_not_on_the_board(harbour: Harbour) -> None:
    await finish_todays_attempt(harbour)
    data = get_reply(await open_my_data(harbour.anna, harbour.channel))
    assert "1 reef of the day" in data.content
    sure = get_reply(await harbour.anna.click(data, label="Erase…"))
    await harbour.anna.click(sure, label="Yes, forget me")
    assert (
        await harbour.store.daily.list_ranked_attempts(get_service(harbour).today, harbour.guild.id, ("", ""))
        == []
    )


async def test_an_attempt_can_be_played_in_a_direct_message(harbour: Harbour) -> None:
    page = await open_tab(harbour.anna.user, None, DAILY_TAB_KEY)
    assert "You have one try" in read_text(page)
    message = get_reply(await harbour.anna.user.click(page, label="Play"))
    assert list_tableless_choices(message)
    row = await harbour.store.daily.find_attempt(get_service(harbour).today, harbour.anna.id)
    assert row is not None and row.server_id is None


@pytest.mark.parametrize(
    ("locale", "title"),
    defer_to_night([("de", "Riff des Tages"), ("nl", "Rif van de dag")], ("nl", "Rif van de dag")),
)
async def test_a_player_reads_their_own_language_and_the_post_uses_the_servers(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, locale: str, title: str
) -> None:
    set_languages(monkeypatch, {harbour.anna.id: locale}, server="en-US")
    page = await finish_todays_attempt(harbour)
    assert title in read_text(page) and title in str(page.attachments[0].description)
    identity = make_custom_id("b", "rdp", get_service(harbour).today)
    await KeptMessage(harbour, page).forge_press(harbour.anna, identity)
    (post,) = harbour.list_posts()
    assert "Reef of the day" in post.content and "Reef of the day" in str(post.attachments[0].description)
