"""Clocks are chosen and shown, players are reminded once a turn, and others can claim expired time."""

from __future__ import annotations

import re

import pytest

from bot.cogs.table_options import CLOCKS
from bot.kit.failpoints import STORED, arm_failpoint
from bot.model.clocks import PRESETS
from bot.storage.messages import REMINDER
from bot.ui.table.clocks import write_clock
from games.core.words import words
from tests.bot.faults.dying import die
from tests.bot.ui.table.reminders import list_reminders
from tests.support.at_table import press_at_table
from tests.support.filling import fill_form
from tests.support.forging import submit_forged_form
from tests.support.harbour import Harbour, find_verb, list_buttons, list_controls, list_menus
from tests.support.reading import (
    Kept,
    check_limits,
    get_reply,
    list_notified,
    list_sent_payloads,
    read_answer,
    read_text,
)

WEEK, _, DAY_CLOCK, _ = PRESETS


async def begin_with_clock(hall: Harbour) -> None:
    """Begin a match between Anna and Ben with a clock of one day."""
    lobby = await hall.open_lobby("toy")
    asked = get_reply(await press_at_table(hall.anna, hall.channel, "clock"))
    await hall.anna.select(asked, [DAY_CLOCK.text])
    await hall.ben.click(lobby, label="Join")
    await hall.anna.click(lobby, label="Start")


async def test_the_host_chooses_a_clock_and_everybody_reads_it(hall: Harbour) -> None:
    lobby = await hall.open_lobby("toy")
    assert "Clock" not in read_text(lobby), "there is no clock by default"
    asked = get_reply(await press_at_table(hall.anna, hall.channel, "clock"))
    check_limits(asked)
    await hall.anna.select(asked, [DAY_CLOCK.text])
    assert "Clock: 1 day, plus 2 hours each turn" in read_text(hall.board)
    await hall.ben.click(lobby, label="Join")
    answer = get_reply(await press_at_table(hall.ben, hall.channel, "clock"))
    assert "Only the host" not in answer.content
    assert not list_menus(answer), "only the host can choose a clock"
    await hall.anna.click(lobby, label="Start")
    assert f"Anna's time runs out <t:{hall.now + 24 * 3600}:R>." in read_text(hall.board)
    late = await hall.anna.select(asked, ["none"])
    assert "already begun" in read_answer(late)
    text = read_answer(await press_at_table(hall.ben, hall.channel, "clock"))
    assert "**Anna**: 1 day left, runs out <t:" in text
    assert "**Ben**: 1 day left" in text


async def test_each_turn_has_one_mention_and_one_reminder(hall: Harbour) -> None:
    await hall.begin("toy")
    assert list_notified(hall) == [hall.anna.id]
    await hall.pass_time(23.5)
    assert list_reminders(hall) == []
    await hall.pass_time(1)
    assert len(list_reminders(hall)) == 1
    assert list_notified(hall) == [hall.anna.id]
    assert "**Toy** with Ben" in list_reminders(hall)[0]
    await hall.pass_time(24 * 9)
    assert len(list_reminders(hall)) == 1, "there is only one reminder a turn"
    posted = len(hall.posts())
    await hall.type("add:1")
    assert len(hall.posts()) == posted, "it is still Anna's turn"
    await hall.type("roll:0")
    assert not any("is waiting for you:" in post.content for post in hall.posts()), (
        "a reminder is deleted after its turn"
    )
    await hall.pass_time(25)
    assert len(list_reminders(hall)) == 2
    assert list_notified(hall) == [hall.ben.id]


async def test_a_reminder_shows_the_end_of_the_clock_as_a_relative_time(hall: Harbour) -> None:
    lobby = await hall.open_lobby("toy")
    asked = get_reply(await press_at_table(hall.anna, hall.channel, "clock"))
    await hall.anna.select(asked, [WEEK.text])
    await hall.ben.click(lobby, label="Join")
    await hall.anna.click(lobby, label="Start")
    await hall.pass_time(25)
    (text,) = list_reminders(hall)
    assert re.search(r"; your time runs out <t:\d+:R>: \[table 1\]\(http", text), (
        "Discord writes “in 6 days” there, later “2 hours ago”"
    )


async def test_one_reminder_names_all_waiting_tables(hall: Harbour) -> None:
    await hall.begin("toy")
    second = hall.guild.create_text_channel("second")
    await hall.anna.slash(second, "play", game="toy", against="people", wait=True)
    lobby = [message for message in second.history() if list_controls(message)][-1]
    await hall.ben.click(lobby, label="Join")
    await hall.anna.click(lobby, label="Start")
    await hall.pass_time(25)
    assert len(list_reminders(hall)) == 1
    assert list_reminders(hall)[0].startswith(f"<@{hall.anna.id}>, 2 tables are waiting for you:")
    assert f"/{second.id}/" in list_reminders(hall)[0] and f"/{hall.channel.id}/" in list_reminders(hall)[0]
    await hall.pass_time(24 * 3)
    assert len(list_reminders(hall)) == 1


@pytest.mark.parametrize("stop", ["restart", "kill"])
async def test_a_reminder_missed_while_down_is_sent_late_and_once(hall: Harbour, stop: str) -> None:
    await hall.begin("toy")
    # Advance the clock without waking the bot, as if it were down.
    hall.env.backend.clock.advance(50 * 3600)
    await (hall.restart() if stop == "restart" else hall.kill())
    assert len(list_reminders(hall)) == 1
    await hall.kill()
    await hall.pass_time(24)
    assert len(list_reminders(hall)) == 1


async def test_a_reminder_missed_while_down_waits_for_the_end_of_quiet_hours(hall: Harbour) -> None:
    await hall.begin("toy")
    await hall.bot.tables.times.set_quiet(hall.anna.id, (22 * 60, 7 * 60))
    # Advance to 22:30 the next day, in quiet hours. The reminder came due while the bot was down.
    hall.env.backend.clock.advance(46.5 * 3600)
    await hall.restart()
    assert list_reminders(hall) == [], "an overdue reminder waits until the quiet hours end"
    await hall.pass_time(8)
    assert list_reminders(hall) == []
    await hall.pass_time(1)
    assert len(list_reminders(hall)) == 1
    assert list_notified(hall) == [hall.anna.id]


async def test_a_player_who_turned_reminders_off_gets_none(hall: Harbour) -> None:
    await hall.begin("toy")
    panel = get_reply(await hall.anna.slash(hall.channel, "me"))
    await Kept(hall, panel).forge(hall.anna, "s:hr", ["never"])
    assert (await hall.bot.tables.times.get_times(hall.anna.id)).remind is None
    await hall.pass_time(24 * 5)
    assert list_reminders(hall) == []
    await hall.type("roll:0")
    await hall.pass_time(25)
    assert [list_notified(hall), len(list_reminders(hall))] == [[hall.ben.id], 1]


async def test_an_outdated_reminder_is_not_sent(hall: Harbour) -> None:
    await hall.begin("toy")
    hall.env.inject_error("POST", "/channels/*/messages", status=500, code=0, message="Oh", times=None)
    await hall.pass_time(24.1)
    tried = len(list_reminders(hall))
    assert tried
    await hall.type("roll:0")
    hall.env.backend.faults.clear()
    await hall.pass_time(1)
    assert len(list_reminders(hall)) == tried, "Anna has moved in the meantime"


async def pass_day_and_kill(hall: Harbour) -> None:
    """Advance the clock by a day, and kill the bot once the due messages are stored but not posted."""
    told = len(list_sent_payloads(hall))
    with arm_failpoint(STORED, die):
        await hall.pass_time(24.01)
    assert len(list_sent_payloads(hall)) == told
    await hall.kill()


async def test_a_reminder_stored_but_not_sent_is_sent_after_the_restart(hall: Harbour) -> None:
    await hall.begin("toy")
    await pass_day_and_kill(hall)
    assert len(list_reminders(hall)) == 1
    await hall.pass_time(48)
    assert len(list_reminders(hall)) == 1


async def test_a_stop_does_not_wait_for_the_remaining_reminders(hall: Harbour) -> None:
    await hall.begin("toy")
    second = hall.guild.create_text_channel("second")
    await hall.ben.slash(second, "play", game="toy", against="people", wait=True)
    await press_at_table(hall.anna, second, "join")
    await press_at_table(hall.ben, second, "start")

    def stop() -> None:
        hall.bot.intake.close()
        hall.bot.alarm.stop()

    with arm_failpoint(STORED, stop):
        await hall.pass_time(25)
    assert list_reminders(hall) == [] and len(await hall.store.messages.list_unconfirmed(REMINDER)) == 1
    await hall.kill()
    assert len(list_reminders(hall)) == 2


async def test_a_posted_but_unconfirmed_reminder_is_found_again(hall: Harbour) -> None:
    await hall.begin("toy")
    await hall.pass_time(24.5)
    (row,) = await hall.store.messages.list_live(1, REMINDER)
    await hall.store.messages.confirm(row.id, None, row.posted_at)  # type: ignore[arg-type]
    await hall.kill()
    await hall.pass_time(1)
    assert len(list_reminders(hall)) == 1
    (found,) = await hall.store.messages.list_live(1, REMINDER)
    assert found.message_id == row.message_id


async def test_a_reminder_that_discord_fails_to_accept_is_retried(hall: Harbour) -> None:
    await hall.begin("toy")
    hall.env.inject_error("POST", "/channels/*/messages", status=500, code=0, message="Oh", times=2)
    await hall.pass_time(26)
    assert sum("is waiting for you:" in post.content for post in hall.posts()) == 1
    hall.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, message="No", times=1)
    await hall.type("roll:0")
    await hall.pass_time(48)
    assert len(list_reminders(hall)) == 4, "two failures and a success; then a failure that isn't retried"


async def test_a_clock_that_ran_out_while_down_is_announced_after_the_restart(hall: Harbour) -> None:
    await begin_with_clock(hall)
    await hall.bot.tables.times.set_reminder_delay(hall.anna.id, None)
    await pass_day_and_kill(hall)
    assert sum("Let a computer" in post.content for post in hall.posts()) == 1
    await hall.kill()
    assert sum("Let a computer" in post.content for post in hall.posts()) == 1


async def test_nobody_is_reminded_in_quiet_hours_or_on_vacation(hall: Harbour) -> None:
    await begin_with_clock(hall)
    panel = get_reply(await hall.anna.slash(hall.channel, "me"))
    check_limits(panel)
    await submit_forged_form(hall, hall.anna, "m:mfs", {"zone": "europe/berlin"})
    panel = get_reply(await hall.anna.slash(hall.channel, "me"))
    assert "Europe/Berlin, where it's 01:00 now" in panel.content
    kept = Kept(hall, panel)
    await kept.forge(hall.anna, "s:hq", ["22"])
    await kept.forge(hall.anna, "s:hr", ["3600"])
    assert "Quiet hours: 22:00 to 07:00 there" in panel.content
    assert "Reminder: once a turn, after 1 hour" in panel.content
    text = read_answer(await press_at_table(hall.ben, hall.channel, "clock"))
    assert "stopped until" in text
    await hall.pass_time(5.5)
    assert list_reminders(hall) == [], "it is 06:30 in Berlin"
    day = "2026-01-05"
    await hall.anna.select(panel, [day], custom_id="s:hv")
    assert "Vacation: until <t:1767567600:f>" in panel.content
    await hall.pass_time(24 * 3)
    assert list_reminders(hall) == []
    assert not any("has run out" in post.content for post in hall.posts())
    await hall.pass_time(24)
    assert list_reminders(hall) == [], "the vacation is over, but the quiet hours aren't"
    await hall.pass_time(1)
    assert len(list_reminders(hall)) == 1


async def test_invalid_times_are_refused_in_one_sentence(hall: Harbour) -> None:
    before = await hall.bot.tables.times.get_times(hall.anna.id)
    text = read_answer(await submit_forged_form(hall, hall.anna, "m:mfs", {"zone": "Europe/Atlantis"}))
    assert text.startswith("There's no time zone “Europe/Atlantis”. Type a city near you, such as")
    assert "at most" in read_answer(
        await submit_forged_form(hall, hall.anna, "m:mvs", {"until": "2027-01-01"})
    )
    assert "year-month-day" in read_answer(
        await submit_forged_form(hall, hall.anna, "m:mvs", {"until": "soon"})
    )
    assert await hall.bot.tables.times.get_times(hall.anna.id) == before
    page = get_reply(await hall.anna.slash(hall.channel, "me"))
    form = await hall.anna.click(page, label="Vacation until…")
    assert "Vacation: until <t:1767312000:f>" in read_answer(
        await fill_form(hall.anna, form, {"until": "2026-01-02"})
    )
    assert (await hall.bot.tables.times.get_times(hall.anna.id)).away == 1767312000


async def test_others_can_claim_expired_time_and_the_match_ends_only_when_confirmed(hall: Harbour) -> None:
    await begin_with_clock(hall)
    await hall.pass_time(23)
    early = read_answer(await press_at_table(hall.ben, hall.channel, "claim"))
    assert "Nobody's time has run out" in early
    await hall.pass_time(1)
    (claim,) = [post for post in hall.posts() if "has run out. Let" in post.content]
    check_limits(claim)
    told = [post for post in list_sent_payloads(hall) if "has run out. Let" in str(post["content"])]
    assert [post["allowed_mentions"]["users"] for post in told] == [[hall.ben.id]]
    call = f"Anna's time has run out: {hall.mention('table')}, *End*"
    assert any(call in post.content for post in hall.posts())
    assert "no seat" in read_answer(await hall.dana.click(claim, label="End the match…"))
    assert "your own clock" in read_answer(await hall.anna.click(claim, label="Pass the seat…"))
    asked = get_reply(await hall.ben.click(claim, label="End the match…"))
    assert list(list_buttons(asked).values()) == ["Yes, end it", "Keep playing"]
    assert (await hall.match()).outcome is None
    await hall.ben.click(asked, label="Yes, end it")
    outcome = (await hall.match()).outcome
    assert outcome is not None and outcome.ending == "forfeited"
    assert not any("Let a computer" in post.content for post in hall.posts()), (
        "the claim is deleted once it is settled"
    )


async def test_a_late_player_may_claim_another_players_time(hall: Harbour) -> None:
    await hall.open_lobby("toy", clock=DAY_CLOCK.text)
    for person in (hall.ben, hall.dana):
        await press_at_table(person, hall.channel, "join")
    for person in (hall.anna, hall.dana):
        await hall.bot.tables.orders.set(person.id, "toy", "wait")
    await press_at_table(hall.anna, hall.channel, "start")
    await hall.type("ring:0", hall.anna)
    await hall.pass_time(25)
    late = get_reply(await press_at_table(hall.anna, hall.channel, "claim"))
    assert "Dana's time has run out" in late.content
    late = get_reply(await press_at_table(hall.dana, hall.channel, "claim"))
    assert "Anna's time has run out" in late.content


async def test_a_claim_is_deleted_when_the_late_player_moves(hall: Harbour) -> None:
    await begin_with_clock(hall)
    await hall.pass_time(24)
    (claim,) = [post for post in hall.posts() if "Let a computer" in post.content]
    asked = get_reply(await hall.ben.click(claim, label="A computer plays on…"))
    await hall.type("add:1", hall.anna)
    assert claim.id not in {post.id for post in hall.posts()}
    assert "has time" in read_answer(await hall.ben.click(asked, label="Computer: easy"))
    assert "has time" in asked.content and not list_buttons(asked), "the question can't be answered any more"
    assert (await hall.table()).computers == ()


async def test_a_claim_is_deleted_when_nobody_else_is_left_to_answer_it(hall: Harbour) -> None:
    await begin_with_clock(hall)
    await hall.pass_time(24)
    (claim,) = [post for post in hall.posts() if "Let a computer" in post.content]
    asked = get_reply(await hall.ben.click(claim, label="End the match…"))
    leaving = get_reply(await press_at_table(hall.ben, hall.channel, "leave"))
    await hall.ben.click(leaving, label="Leave: easy")
    assert claim.id not in {post.id for post in hall.posts()}
    await hall.ben.click(asked, label="Yes, end it")
    assert "no seat" in asked.content and not list_buttons(asked)
    assert (await hall.match()).outcome is None


async def test_after_a_claim_a_computer_plays_on_or_the_seat_can_be_taken(hall: Harbour) -> None:
    await begin_with_clock(hall)
    await hall.pass_time(24)
    await hall.kill()
    (claim,) = [post for post in hall.posts() if "Let a computer" in post.content]
    asked = get_reply(await hall.ben.click(claim, label="Pass the seat…"))
    assert list(list_buttons(asked).values()) == ["Pass it on", "Keep playing"]
    await hall.ben.click(asked, label="Pass it on")
    assert (await hall.table()).computers == (0,)
    (call,) = [post for post in hall.posts() if "Who takes over?" in post.content]
    assert not any("Let a computer" in post.content for post in hall.posts())
    assert list_buttons(call) == {"b:tkq:1": "Take a seat…"}
    seats = get_reply(await hall.dana.click(call, label="Take a seat…"))
    await hall.dana.click(seats, custom_id="b:tky:1:0")
    assert (await hall.table()).occupants[0].user_id == hall.dana.id
    assert call.id not in {post.id for post in hall.posts()}


async def test_nobody_waits_for_a_player_who_left_the_server(hall: Harbour) -> None:
    await hall.begin("toy")
    hall.guild.remove_member(hall.anna)
    await hall.pass_time(25)
    assert (await hall.table()).computers == (0,)
    assert list_reminders(hall) == []
    assert any("now plays Anna's seat" in post.content for post in hall.posts())


async def test_unreadable_quiet_hours_block_no_other_reminder(hall: Harbour) -> None:
    await hall.begin("toy")
    await hall.bot.store.preferences.set(hall.anna.id, "quiet", "99999-0")  # a day has no such minute
    second = hall.guild.create_text_channel("second")
    await hall.dana.slash(second, "play", game="toy", against="people", wait=True)
    lobby = [message for message in second.history() if list_controls(message)][-1]
    await hall.ben.click(lobby, label="Join")
    await hall.dana.click(lobby, label="Start")
    await hall.pass_time(25)
    assert [text.split(",")[0] for text in list_reminders(hall)] == [f"<@{hall.dana.id}>"]


async def test_a_clock_chosen_with_the_command_is_kept_for_a_thread(hall: Harbour) -> None:
    lobby = await hall.open_lobby("toy", clock=DAY_CLOCK.text)
    assert "Clock: 1 day, plus 2 hours each turn" in read_text(lobby)
    offer = get_reply(
        await hall.ben.slash(hall.channel, "play", game="toy", against="people", wait=True, clock=WEEK.text)
    )
    await hall.ben.click(offer, custom_id=find_verb(offer, "th"))
    (thread,) = hall.channel.threads
    assert any("Clock: 7 days, plus 12 hours each turn" in read_text(post) for post in thread.history())


async def test_a_rematch_moved_to_a_thread_keeps_its_clock(hall: Harbour) -> None:
    await begin_with_clock(hall)
    await hall.bot.tables.play.resign(1, hall.anna.id)
    await hall.bot.announcer.repost(1)
    over = hall.board
    await hall.dana.slash(hall.channel, "play", game="toy", against="people", wait=True)
    offer = get_reply(await hall.ben.click(over, label="Play again"))
    await hall.ben.click(offer, custom_id=find_verb(offer, "th"))
    table = await hall.bot.tables.find_latest(hall.channel.threads[-1].id)
    assert table is not None and table.clock == DAY_CLOCK


def test_the_command_and_the_lobby_use_the_same_names_for_clocks() -> None:
    w = words("en")
    assert [name.message for name in CLOCKS] == [write_clock(preset, w) for preset in PRESETS]
