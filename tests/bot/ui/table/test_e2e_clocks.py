"""Clocks are chosen and shown, players are reminded once a turn, and others can claim expired time."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.cogs.table_options import CLOCK_NAMES
from bot.kit.failpoints import STORED_FAILPOINT, arm_failpoint
from bot.model.clocks import CLOCK_PRESETS
from bot.storage.messages import REMINDER_MESSAGE
from bot.ui.table.clocks import write_clock
from games.core.words import load_words
from tests.bot.faults.dying import simulate_kill
from tests.bot.ui.table.reminders import list_reminders
from tests.support.at_table import press_at_table
from tests.support.filling import fill_form
from tests.support.forging import submit_forged_form
from tests.support.harbour import Harbour, find_custom_id, find_menu, list_buttons, list_controls, list_menus
from tests.support.reading import (
    KeptMessage,
    check_limits,
    get_reply,
    list_notified_people,
    list_sent_payloads,
    read_answer,
    read_text,
)
from tests.support.toy import TOYS

WEEK_CLOCK, _, DAY_CLOCK, _ = CLOCK_PRESETS


@pytest.fixture
async def harbour(tmp_path: Path) -> AsyncIterator[Harbour]:
    """A harbour with the toy games."""
    harbour = await Harbour.open(tmp_path, TOYS)
    yield harbour
    await harbour.close()


async def begin_with_clock(harbour: Harbour, clock: str = DAY_CLOCK.text) -> None:
    """Begin a match between Anna and Ben with a clock, by default of one day."""
    lobby = await harbour.open_lobby("toy")
    reply = get_reply(await press_at_table(harbour.anna, harbour.channel, "clock"))
    await harbour.anna.select(reply, [clock])
    await harbour.ben.click(lobby, label="Join")
    await harbour.anna.click(lobby, label="Start")


async def test_the_host_chooses_a_clock_and_everybody_reads_it(harbour: Harbour) -> None:
    lobby = await harbour.open_lobby("toy")
    assert "Clock" not in read_text(lobby), "there is no clock by default"
    reply = get_reply(await press_at_table(harbour.anna, harbour.channel, "clock"))
    check_limits(reply)
    await harbour.anna.select(reply, [DAY_CLOCK.text])
    assert "Clock: 1 day, plus 2 hours each turn" in read_text(harbour.board)
    await harbour.ben.click(lobby, label="Join")
    answer = get_reply(await press_at_table(harbour.ben, harbour.channel, "clock"))
    assert "Only the host" not in answer.content
    assert not list_menus(answer), "only the host can choose a clock"
    await harbour.anna.click(lobby, label="Start")
    assert f"Anna's time runs out <t:{harbour.now + 24 * 3600}:R>." in read_text(harbour.board)
    late = await harbour.anna.select(reply, ["none"])
    assert "already begun" in read_answer(late)
    text = read_answer(await press_at_table(harbour.ben, harbour.channel, "clock"))
    assert "**Anna**: 1 day left, runs out <t:" in text
    assert "**Ben**: 1 day left" in text


async def test_each_turn_has_one_mention_and_one_reminder(harbour: Harbour) -> None:
    await harbour.begin_match("toy")
    assert list_notified_people(harbour) == [harbour.anna.id]
    await harbour.pass_time(23.5)
    assert list_reminders(harbour) == []
    await harbour.pass_time(1)
    assert len(list_reminders(harbour)) == 1
    assert list_notified_people(harbour) == [harbour.anna.id]
    assert "**Toy** with Ben" in list_reminders(harbour)[0]
    await harbour.pass_time(24 * 9)
    assert len(list_reminders(harbour)) == 1, "there is only one reminder a turn"
    posted = len(harbour.list_posts())
    await harbour.type_move("add:1")
    assert len(harbour.list_posts()) == posted, "it is still Anna's turn"
    await harbour.type_move("roll:0")
    assert not any("is waiting for you:" in post.content for post in harbour.list_posts()), (
        "a reminder is deleted after its turn"
    )
    await harbour.pass_time(25)
    assert len(list_reminders(harbour)) == 2
    assert list_notified_people(harbour) == [harbour.ben.id]


async def test_a_reminder_shows_the_end_of_the_clock_as_a_relative_time(harbour: Harbour) -> None:
    await begin_with_clock(harbour, WEEK_CLOCK.text)
    await harbour.pass_time(25)
    (text,) = list_reminders(harbour)
    assert re.search(r"; your time runs out <t:\d+:R>: \[table 1\]\(http", text), (
        "Discord writes “in 6 days” there, later “2 hours ago”"
    )


async def test_one_reminder_names_all_waiting_tables(harbour: Harbour) -> None:
    await harbour.begin_match("toy")
    second = harbour.guild.create_text_channel("second")
    await harbour.anna.slash(second, "play", game="toy", against="people", wait=True)
    lobby = [message for message in second.history() if list_controls(message)][-1]
    await harbour.ben.click(lobby, label="Join")
    await harbour.anna.click(lobby, label="Start")
    await harbour.pass_time(25)
    assert len(list_reminders(harbour)) == 1
    assert list_reminders(harbour)[0].startswith(f"<@{harbour.anna.id}>, 2 tables are waiting for you:")
    assert (
        f"/{second.id}/" in list_reminders(harbour)[0]
        and f"/{harbour.channel.id}/" in list_reminders(harbour)[0]
    )
    await harbour.pass_time(24 * 3)
    assert len(list_reminders(harbour)) == 1


@pytest.mark.parametrize("stop", ["restart", "kill"])
async def test_a_reminder_missed_while_down_is_sent_late_and_once(harbour: Harbour, stop: str) -> None:
    await harbour.begin_match("toy")
    # Advance the clock without waking the bot, as if it were down.
    harbour.env.backend.clock.advance(50 * 3600)
    await (harbour.restart() if stop == "restart" else harbour.kill())
    assert len(list_reminders(harbour)) == 1
    await harbour.kill()
    await harbour.pass_time(24)
    assert len(list_reminders(harbour)) == 1


async def test_a_reminder_missed_while_down_waits_for_the_end_of_quiet_hours(harbour: Harbour) -> None:
    await harbour.begin_match("toy")
    await harbour.bot.tables.times.set_quiet_hours(harbour.anna.id, (22 * 60, 7 * 60))
    # Advance to 22:30 the next day, in quiet hours. The reminder came due while the bot was down.
    harbour.env.backend.clock.advance(46.5 * 3600)
    await harbour.restart()
    assert list_reminders(harbour) == [], "an overdue reminder waits until the quiet hours end"
    await harbour.pass_time(8)
    assert list_reminders(harbour) == []
    await harbour.pass_time(1)
    assert len(list_reminders(harbour)) == 1
    assert list_notified_people(harbour) == [harbour.anna.id]


async def test_a_player_who_turned_reminders_off_gets_none(harbour: Harbour) -> None:
    await harbour.begin_match("toy")
    panel = get_reply(await harbour.anna.slash(harbour.channel, "me"))
    await KeptMessage(harbour, panel).forge_press(harbour.anna, "s:hr", ["never"])
    assert (await harbour.bot.tables.times.get_time_settings(harbour.anna.id)).remind_after is None
    await harbour.pass_time(24 * 5)
    assert list_reminders(harbour) == []
    await harbour.type_move("roll:0")
    await harbour.pass_time(25)
    assert [list_notified_people(harbour), len(list_reminders(harbour))] == [[harbour.ben.id], 1]


async def test_an_outdated_reminder_is_not_sent(harbour: Harbour) -> None:
    await harbour.begin_match("toy")
    harbour.env.inject_error("POST", "/channels/*/messages", status=500, code=0, message="Oh", times=None)
    await harbour.pass_time(24.1)
    tried = len(list_reminders(harbour))
    assert tried
    await harbour.type_move("roll:0")
    harbour.env.backend.faults.clear()
    await harbour.pass_time(1)
    assert len(list_reminders(harbour)) == tried, "Anna has moved in the meantime"


async def pass_day_and_kill(harbour: Harbour) -> None:
    """Advance the clock by a day, and kill the bot once the due messages are stored but not posted."""
    told = len(list_sent_payloads(harbour))
    with arm_failpoint(STORED_FAILPOINT, simulate_kill):
        await harbour.pass_time(24.01)
    assert len(list_sent_payloads(harbour)) == told
    await harbour.kill()


async def test_a_reminder_stored_but_not_sent_is_sent_after_the_restart(harbour: Harbour) -> None:
    await harbour.begin_match("toy")
    await pass_day_and_kill(harbour)
    assert len(list_reminders(harbour)) == 1
    await harbour.pass_time(48)
    assert len(list_reminders(harbour)) == 1


async def test_a_stop_does_not_wait_for_the_remaining_reminders(harbour: Harbour) -> None:
    await harbour.begin_match("toy")
    second = harbour.guild.create_text_channel("second")
    await harbour.ben.slash(second, "play", game="toy", against="people", wait=True)
    await press_at_table(harbour.anna, second, "join")
    await press_at_table(harbour.ben, second, "start")

    def stop_bot() -> None:
        harbour.bot.intake.close()
        harbour.bot.alarm.stop()

    with arm_failpoint(STORED_FAILPOINT, stop_bot):
        await harbour.pass_time(25)
    assert (
        list_reminders(harbour) == []
        and len(await harbour.store.messages.list_unconfirmed_messages(REMINDER_MESSAGE)) == 1
    )
    await harbour.kill()
    assert len(list_reminders(harbour)) == 2


async def test_a_posted_but_unconfirmed_reminder_is_found_again(harbour: Harbour) -> None:
    await harbour.begin_match("toy")
    await harbour.pass_time(24.5)
    (row,) = await harbour.store.messages.list_live_messages(1, REMINDER_MESSAGE)
    await harbour.store.messages.confirm_message(row.id, None, row.posted_at)  # type: ignore[arg-type]
    await harbour.kill()
    await harbour.pass_time(1)
    assert len(list_reminders(harbour)) == 1
    (found,) = await harbour.store.messages.list_live_messages(1, REMINDER_MESSAGE)
    assert found.message_id == row.message_id


async def test_a_reminder_that_discord_fails_to_accept_is_retried(harbour: Harbour) -> None:
    await harbour.begin_match("toy")
    harbour.env.inject_error("POST", "/channels/*/messages", status=500, code=0, message="Oh", times=2)
    await harbour.pass_time(26)
    assert sum("is waiting for you:" in post.content for post in harbour.list_posts()) == 1
    harbour.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, message="No", times=1)
    await harbour.type_move("roll:0")
    await harbour.pass_time(48)
    assert len(list_reminders(harbour)) == 4, "two failures and a success; then a failure that isn't retried"


async def test_a_clock_that_ran_out_while_down_is_announced_after_the_restart(harbour: Harbour) -> None:
    await begin_with_clock(harbour)
    await harbour.bot.tables.times.set_reminder_delay(harbour.anna.id, None)
    await pass_day_and_kill(harbour)
    assert sum("Let a computer" in post.content for post in harbour.list_posts()) == 1
    await harbour.kill()
    assert sum("Let a computer" in post.content for post in harbour.list_posts()) == 1


async def test_nobody_is_reminded_in_quiet_hours_or_on_vacation(harbour: Harbour) -> None:
    await begin_with_clock(harbour)
    panel = get_reply(await harbour.anna.slash(harbour.channel, "me"))
    check_limits(panel)
    await submit_forged_form(harbour, harbour.anna, "m:mfs", {"zone": "europe/berlin"})
    panel = get_reply(await harbour.anna.slash(harbour.channel, "me"))
    assert "Europe/Berlin, where it's 01:00 now" in panel.content
    kept_message = KeptMessage(harbour, panel)
    await kept_message.forge_press(harbour.anna, "s:hq", ["22"])
    await kept_message.forge_press(harbour.anna, "s:hr", ["3600"])
    assert "Quiet hours: 22:00 to 07:00 there" in panel.content
    assert "Reminder: once a turn, after 1 hour" in panel.content
    text = read_answer(await press_at_table(harbour.ben, harbour.channel, "clock"))
    assert "stopped until" in text
    await harbour.pass_time(5.5)
    assert list_reminders(harbour) == [], "it is 06:30 in Berlin"
    day = "2026-01-05"
    await harbour.anna.select(panel, [day], custom_id=find_menu(panel, "hv"))
    assert "Vacation: until <t:1767567600:f>" in panel.content
    await harbour.pass_time(24 * 3)
    assert list_reminders(harbour) == []
    assert not any("has run out" in post.content for post in harbour.list_posts())
    await harbour.pass_time(24)
    assert list_reminders(harbour) == [], "the vacation is over, but the quiet hours aren't"
    await harbour.pass_time(1)
    assert len(list_reminders(harbour)) == 1


async def test_invalid_quiet_hours_and_vacations_are_refused_in_one_sentence(harbour: Harbour) -> None:
    before = await harbour.bot.tables.times.get_time_settings(harbour.anna.id)
    text = read_answer(await submit_forged_form(harbour, harbour.anna, "m:mfs", {"zone": "Europe/Atlantis"}))
    assert text.startswith("There's no time zone “Europe/Atlantis”. Type a city near you, such as")
    assert "at most" in read_answer(
        await submit_forged_form(harbour, harbour.anna, "m:mvs", {"until": "2027-01-01"})
    )
    assert "year-month-day" in read_answer(
        await submit_forged_form(harbour, harbour.anna, "m:mvs", {"until": "soon"})
    )
    assert await harbour.bot.tables.times.get_time_settings(harbour.anna.id) == before
    page = get_reply(await harbour.anna.slash(harbour.channel, "me"))
    form = await harbour.anna.click(page, label="Vacation until…")
    assert "Vacation: until <t:1767312000:f>" in read_answer(
        await fill_form(harbour.anna, form, {"until": "2026-01-02"})
    )
    assert (await harbour.bot.tables.times.get_time_settings(harbour.anna.id)).away_until == 1767312000


async def test_others_can_claim_expired_time_and_the_match_ends_only_when_confirmed(harbour: Harbour) -> None:
    await begin_with_clock(harbour)
    await harbour.pass_time(23)
    early = read_answer(await press_at_table(harbour.ben, harbour.channel, "claim"))
    assert "Nobody's time has run out" in early
    await harbour.pass_time(1)
    (claim,) = [post for post in harbour.list_posts() if "has run out. Let" in post.content]
    check_limits(claim)
    told = [post for post in list_sent_payloads(harbour) if "has run out. Let" in str(post["content"])]
    assert [post["allowed_mentions"]["users"] for post in told] == [[harbour.ben.id]]
    call = f"Anna's time has run out: {harbour.make_mention('table')}, *End*"
    assert any(call in post.content for post in harbour.list_posts())
    assert "no seat" in read_answer(await harbour.dana.click(claim, label="End the match…"))
    assert "your own clock" in read_answer(await harbour.anna.click(claim, label="Pass the seat…"))
    reply = get_reply(await harbour.ben.click(claim, label="End the match…"))
    assert list(list_buttons(reply).values()) == ["Yes, end it", "Keep playing"]
    assert (await harbour.find_match()).outcome is None
    await harbour.ben.click(reply, label="Yes, end it")
    outcome = (await harbour.find_match()).outcome
    assert outcome is not None and outcome.ending == "forfeited"
    assert not any("Let a computer" in post.content for post in harbour.list_posts()), (
        "the claim is deleted once it is settled"
    )


async def test_a_late_player_may_claim_another_players_expired_time(harbour: Harbour) -> None:
    await harbour.open_lobby("toy", clock=DAY_CLOCK.text)
    for person in (harbour.ben, harbour.dana):
        await press_at_table(person, harbour.channel, "join")
    for person in (harbour.anna, harbour.dana):
        await harbour.bot.tables.orders.set_order(person.id, "toy", "wait")
    await press_at_table(harbour.anna, harbour.channel, "start")
    await harbour.type_move("ring:0", harbour.anna)
    await harbour.pass_time(25)
    late = get_reply(await press_at_table(harbour.anna, harbour.channel, "claim"))
    assert "Dana's time has run out" in late.content
    late = get_reply(await press_at_table(harbour.dana, harbour.channel, "claim"))
    assert "Anna's time has run out" in late.content


async def test_a_claim_is_deleted_when_the_late_player_moves(harbour: Harbour) -> None:
    await begin_with_clock(harbour)
    await harbour.pass_time(24)
    (claim,) = [post for post in harbour.list_posts() if "Let a computer" in post.content]
    reply = get_reply(await harbour.ben.click(claim, label="A computer plays on…"))
    await harbour.type_move("add:1", harbour.anna)
    assert claim.id not in {post.id for post in harbour.list_posts()}
    assert "has time" in read_answer(await harbour.ben.click(reply, label="Computer: easy"))
    assert "has time" in reply.content and not list_buttons(reply), "the question can't be answered any more"
    assert (await harbour.find_table()).computer_seats == ()


async def test_a_claim_is_deleted_when_nobody_else_is_left_to_answer_it(harbour: Harbour) -> None:
    await begin_with_clock(harbour)
    await harbour.pass_time(24)
    (claim,) = [post for post in harbour.list_posts() if "Let a computer" in post.content]
    reply = get_reply(await harbour.ben.click(claim, label="End the match…"))
    leaving = get_reply(await press_at_table(harbour.ben, harbour.channel, "leave"))
    await harbour.ben.click(leaving, label="Leave: easy")
    assert claim.id not in {post.id for post in harbour.list_posts()}
    await harbour.ben.click(reply, label="Yes, end it")
    assert "no seat" in reply.content and not list_buttons(reply)
    assert (await harbour.find_match()).outcome is None


async def test_after_a_claim_a_computer_replaces_the_player_and_its_seat_can_be_taken(
    harbour: Harbour,
) -> None:
    await begin_with_clock(harbour)
    await harbour.pass_time(24)
    await harbour.kill()
    (claim,) = [post for post in harbour.list_posts() if "Let a computer" in post.content]
    reply = get_reply(await harbour.ben.click(claim, label="Pass the seat…"))
    assert list(list_buttons(reply).values()) == ["Pass it on", "Keep playing"]
    await harbour.ben.click(reply, label="Pass it on")
    assert (await harbour.find_table()).computer_seats == (0,)
    (call,) = [post for post in harbour.list_posts() if "Who takes over?" in post.content]
    assert not any("Let a computer" in post.content for post in harbour.list_posts())
    assert list_buttons(call) == {"b:tkq:1": "Take a seat…"}
    seats = get_reply(await harbour.dana.click(call, label="Take a seat…"))
    await harbour.dana.click(seats, custom_id="b:tky:1:0")
    assert (await harbour.find_table()).occupants[0].user_id == harbour.dana.id
    assert call.id not in {post.id for post in harbour.list_posts()}


async def test_nobody_waits_for_a_player_who_left_the_server(harbour: Harbour) -> None:
    await harbour.begin_match("toy")
    harbour.guild.remove_member(harbour.anna)
    await harbour.pass_time(25)
    assert (await harbour.find_table()).computer_seats == (0,)
    assert list_reminders(harbour) == []
    assert any("now plays Anna's seat" in post.content for post in harbour.list_posts())


async def test_invalid_quiet_hours_do_not_block_other_reminders(harbour: Harbour) -> None:
    await harbour.begin_match("toy")
    await harbour.bot.store.preferences.set(harbour.anna.id, "quiet", "99999-0")  # A day has 1440 minutes.
    second = harbour.guild.create_text_channel("second")
    await harbour.dana.slash(second, "play", game="toy", against="people", wait=True)
    lobby = [message for message in second.history() if list_controls(message)][-1]
    await harbour.ben.click(lobby, label="Join")
    await harbour.dana.click(lobby, label="Start")
    await harbour.pass_time(25)
    assert [text.split(",")[0] for text in list_reminders(harbour)] == [f"<@{harbour.dana.id}>"]


async def test_a_clock_chosen_with_the_command_is_kept_for_a_thread(harbour: Harbour) -> None:
    lobby = await harbour.open_lobby("toy", clock=DAY_CLOCK.text)
    assert "Clock: 1 day, plus 2 hours each turn" in read_text(lobby)
    offer = get_reply(
        await harbour.ben.slash(
            harbour.channel, "play", game="toy", against="people", wait=True, clock=WEEK_CLOCK.text
        )
    )
    await harbour.ben.click(offer, custom_id=find_custom_id(offer, "th"))
    (thread,) = harbour.channel.threads
    assert any("Clock: 7 days, plus 12 hours each turn" in read_text(post) for post in thread.history())


async def test_a_rematch_moved_to_a_thread_keeps_its_clock(harbour: Harbour) -> None:
    await begin_with_clock(harbour)
    await harbour.bot.tables.play.resign_match(1, harbour.anna.id)
    await harbour.bot.announcer.repost_table(1)
    over = harbour.board
    await harbour.dana.slash(harbour.channel, "play", game="toy", against="people", wait=True)
    offer = get_reply(await harbour.ben.click(over, label="Play again"))
    await harbour.ben.click(offer, custom_id=find_custom_id(offer, "th"))
    table = await harbour.bot.tables.find_latest_table(harbour.channel.threads[-1].id)
    assert table is not None and table.clock == DAY_CLOCK


def test_the_command_and_the_lobby_use_the_same_names_for_clocks() -> None:
    w = load_words("en")
    assert [name.message for name in CLOCK_NAMES] == [write_clock(preset, w) for preset in CLOCK_PRESETS]
