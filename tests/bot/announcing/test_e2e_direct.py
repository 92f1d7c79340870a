"""A reminder by direct message is sent once and has buttons for the answer. The channel is the fallback."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest
import pytest_asyncio

from bot.announcing.reminders import Reminders
from bot.errors.storage import DatabaseFailed
from bot.kit.failpoints import STORED_FAILPOINT, arm_failpoint
from bot.model.hours import DIRECT_REMINDERS_BLOCKED, HOUR, REMIND_DIRECTLY, REMIND_IN_CHANNEL
from bot.storage.direct_reminders import DirectReminderRows
from games.registry import GAMES
from tests.bot.ui.table.reminders import list_reminders
from tests.support.forging import submit_forged_form
from tests.support.harbour import Harbour, list_buttons, list_controls
from tests.support.person import open_my_data
from tests.support.playing import list_choices, list_continuing_buttons, press_choice
from tests.support.reading import KeptMessage, get_reply, list_notified_people, read_answer
from tests.support.toy import TOY

CANNOT_MESSAGE_USER_CODE = 50007
"""Discord's error code for a person who accepts no direct messages."""


@pytest_asyncio.fixture
async def harbour(tmp_path: Path) -> AsyncIterator[Harbour]:
    """A simulated Discord in which Anna has chosen direct messages and must move in the toy game."""
    harbour = await Harbour.open(tmp_path, {**GAMES, "toy": TOY})
    try:
        await choose_reminders(harbour, REMIND_DIRECTLY)
        await harbour.begin_match("toy")
        yield harbour
    finally:
        await harbour.close()


async def choose_reminders(harbour: Harbour, place: str) -> None:
    """As Anna, choose how to be reminded: ``REMIND_DIRECTLY`` or ``REMIND_IN_CHANNEL``."""
    assert "Saved." in read_answer(await submit_forged_form(harbour, harbour.anna, "m:mfs", {"by": place}))


def list_direct_messages(harbour: Harbour) -> list[discord.Message]:
    """Return Anna's direct messages, oldest first."""
    return list(harbour.anna.user.dm_channel.history())


def list_channel_reminders(harbour: Harbour) -> list[str]:
    return [text for text in list_reminders(harbour) if "<@" in text]


def close_direct_messages(harbour: Harbour, times: int | None = None) -> None:
    """Make Discord refuse the first ``times`` direct messages to Anna, by default all."""
    path = f"/channels/{harbour.anna.user.dm_channel.id}/messages"
    harbour.env.inject_error("POST", path, status=403, code=CANNOT_MESSAGE_USER_CODE, times=times)


async def test_a_player_who_chose_direct_messages_gets_one_reminder_a_turn(harbour: Harbour) -> None:
    await harbour.pass_time(25)
    (message,) = list_direct_messages(harbour)
    assert message.content.startswith("A table is waiting for you:") and "**Toy** with Ben" in message.content
    assert list_channel_reminders(harbour) == []
    assert {"Your move", "My times…"} == set(list_buttons(message).values())
    links = [
        child.url
        for row in message.components
        if isinstance(row, discord.ActionRow)
        for child in row.children
        if isinstance(child, discord.Button) and child.url
    ]
    assert links == [
        f"https://discord.com/channels/{harbour.guild.id}/{harbour.channel.id}/{harbour.board.id}"
    ]
    await harbour.pass_time(24 * 3)
    assert len(list_direct_messages(harbour)) == 1, "never a flood"


async def test_a_move_can_be_made_in_the_direct_message(harbour: Harbour) -> None:
    await harbour.pass_time(25)
    (message,) = list_direct_messages(harbour)
    panel = get_reply(await harbour.anna.user.click(message, label="Your move"))
    assert panel.ephemeral and list_continuing_buttons(panel)
    before = (await harbour.find_match()).seq
    panel = get_reply(await harbour.anna.user.click(panel, custom_id=list_continuing_buttons(panel)[0]))
    while (await harbour.find_match()).seq == before:
        identity, value, _ = next(iter(list_choices(panel)))
        panel = await press_choice(harbour.anna.user, panel, identity, value)
    assert "can't post" not in panel.content
    await harbour.settle()
    assert len(list_direct_messages(harbour)) == 1, "the turn has not ended"
    await harbour.type_move("roll:0", harbour.anna)
    assert list_direct_messages(harbour) == [], "the message is deleted when the turn ends"
    assert await harbour.store.direct_reminders.list_reminders_for_table(1) == []


async def test_nobody_else_can_move_with_the_button_of_a_reminder(harbour: Harbour) -> None:
    await harbour.pass_time(25)
    message = list_direct_messages(harbour)[0]
    identity = next(i for i in list_buttons(message) if i.startswith("b:yr"))
    kept_message = KeptMessage(harbour, harbour.board)
    assert "no seat" in read_answer(await kept_message.forge_press(harbour.dana, identity))


async def test_closed_direct_messages_fall_back_to_the_channel_with_one_notice(harbour: Harbour) -> None:
    close_direct_messages(harbour)
    await harbour.pass_time(25)
    assert list_direct_messages(harbour) == []
    (told,) = list_channel_reminders(harbour)
    assert f"<@{harbour.anna.id}>" in told and "I couldn't send you a direct message" in told
    assert (
        await harbour.bot.tables.times.get_time_settings(harbour.anna.id)
    ).remind_by == DIRECT_REMINDERS_BLOCKED
    settings = read_answer(await harbour.anna.slash(harbour.channel, "me"))
    assert "I couldn't send you a direct message" in settings
    await harbour.type_move("roll:0")
    await harbour.type_move("roll:0", harbour.ben)
    asked = len(harbour.env.http_requests)
    await harbour.pass_time(25)
    assert (
        len(list_channel_reminders(harbour)) == 2 and "directly" not in list_channel_reminders(harbour)[1]
    ), "the notice is posted once"
    tried = [r for r in harbour.env.http_requests[asked:] if r.path.endswith("/users/@me/channels")]
    assert not tried, "no direct message is tried again"


async def test_direct_messages_can_be_enabled_again_after_a_refusal(harbour: Harbour) -> None:
    close_direct_messages(harbour, 1)
    await harbour.pass_time(25)
    assert len(list_channel_reminders(harbour)) == 1 and list_direct_messages(harbour) == []
    await choose_reminders(harbour, REMIND_DIRECTLY)
    await harbour.type_move("roll:0")
    await harbour.type_move("roll:0", harbour.ben)
    await harbour.pass_time(25)
    assert len(list_channel_reminders(harbour)) == 1 and len(list_direct_messages(harbour)) == 1


async def test_a_server_error_is_retried_and_direct_messages_stay_enabled(harbour: Harbour) -> None:
    path = f"/channels/{harbour.anna.user.dm_channel.id}/messages"
    harbour.env.inject_error("POST", path, status=503, times=1)
    await harbour.pass_time(24.01)
    await harbour.pass_time(0.2)
    assert len(list_direct_messages(harbour)) == 1 and list_channel_reminders(harbour) == []
    assert (await harbour.bot.tables.times.get_time_settings(harbour.anna.id)).remind_by == REMIND_DIRECTLY


async def test_a_refused_message_goes_to_the_channel_and_direct_messages_stay_enabled(
    harbour: Harbour,
) -> None:
    path = f"/channels/{harbour.anna.user.dm_channel.id}/messages"
    harbour.env.inject_error("POST", path, status=400, code=50035, times=1)
    await harbour.pass_time(25)
    assert list_direct_messages(harbour) == [] and len(list_channel_reminders(harbour)) == 1
    assert (await harbour.bot.tables.times.get_time_settings(harbour.anna.id)).remind_by == REMIND_DIRECTLY


async def test_quiet_hours_and_vacations_delay_a_direct_message(harbour: Harbour) -> None:
    await submit_forged_form(harbour, harbour.anna, "m:mfs", {"begin": "22", "end": "7"})
    # The reminder is due a day after the match began, at midnight, but quiet hours delay it until seven.
    await harbour.pass_time(30)
    assert list_direct_messages(harbour) == []
    await submit_forged_form(harbour, harbour.anna, "m:mvs", {"until": "2026-01-05"})
    await harbour.pass_time(24 * 3)
    assert list_direct_messages(harbour) == [], "the vacation is over, but the quiet hours are not"
    await harbour.pass_time(2)
    assert len(list_direct_messages(harbour)) == 1 and list_channel_reminders(harbour) == []


async def test_a_recorded_reminder_is_not_sent_in_quiet_hours_after_a_crash(harbour: Harbour) -> None:
    await record_unsent_reminder(harbour)
    await harbour.bot.tables.times.set_quiet_hours(harbour.anna.id, (0, 12 * 60))
    await harbour.kill()
    assert list_direct_messages(harbour) == []
    await harbour.pass_time(13)
    assert len(list_direct_messages(harbour)) == 1


async def record_unsent_reminder(harbour: Harbour) -> None:
    """Record a reminder that isn't sent, because the alarm is stopped first."""

    def simulate_crash() -> None:
        harbour.bot.alarm.stop()
        raise OSError

    with arm_failpoint(STORED_FAILPOINT, simulate_crash):
        await harbour.pass_time(24.1)
    assert (
        list_direct_messages(harbour) == []
        and len(await harbour.store.direct_reminders.list_unsent_reminders()) == 1
    )


async def test_a_crash_after_a_reminder_was_recorded_does_not_lose_it(harbour: Harbour) -> None:
    await record_unsent_reminder(harbour)
    await harbour.kill()
    await harbour.pass_time(1)
    assert len(list_direct_messages(harbour)) == 1 and list_channel_reminders(harbour) == []
    await harbour.kill()
    await harbour.pass_time(24)
    assert len(list_direct_messages(harbour)) == 1


@pytest.mark.parametrize("hours", [0, 30])
async def test_a_crash_after_a_reminder_was_sent_does_not_repeat_it(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, hours: float
) -> None:
    async def simulate_crash(*_: Any) -> None:
        harbour.bot.alarm.stop()
        raise DatabaseFailed("unplugged")

    with monkeypatch.context() as patch:
        patch.setattr(DirectReminderRows, "confirm_reminder", simulate_crash)
        await harbour.pass_time(24.1)
    assert (
        len(list_direct_messages(harbour)) == 1
        and len(await harbour.store.direct_reminders.list_unsent_reminders()) == 1
    )
    harbour.env.backend.clock.advance(hours * HOUR)
    await harbour.kill()
    await harbour.pass_time(1)
    assert len(list_direct_messages(harbour)) == 1 and list_channel_reminders(harbour) == []
    assert await harbour.store.direct_reminders.list_unsent_reminders() == []


async def test_a_crash_before_the_fallback_leaves_one_reminder_in_the_channel(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def simulate_crash(*_: Any) -> None:
        harbour.bot.alarm.stop()
        raise OSError

    close_direct_messages(harbour, 1)
    with monkeypatch.context() as patch:
        patch.setattr(Reminders, "_record_in_channel", simulate_crash)
        await harbour.pass_time(24.1)
    assert list_channel_reminders(harbour) == []
    await harbour.kill()
    await harbour.pass_time(1)
    (told,) = list_channel_reminders(harbour)
    assert "direct message" in told and list_direct_messages(harbour) == []
    await harbour.kill()
    await harbour.pass_time(24)
    assert (
        len(list_channel_reminders(harbour)) == 1
        and await harbour.store.direct_reminders.list_reminders_for_table(1) == []
    )


async def test_an_erased_player_leaves_no_record_of_reminders(harbour: Harbour) -> None:
    await harbour.pass_time(25)
    assert "1 reminder I sent you directly" in read_answer(await open_my_data(harbour.anna, harbour.channel))
    await harbour.bot.tables.people.erase_person(harbour.anna.id, "Somebody")
    assert await harbour.store.direct_reminders.list_reminders_for_table(1) == []


async def test_by_default_players_are_reminded_in_the_channel(harbour: Harbour) -> None:
    await choose_reminders(harbour, REMIND_IN_CHANNEL)
    await harbour.pass_time(25)
    assert len(list_channel_reminders(harbour)) == 1 and list_direct_messages(harbour) == []
    assert list_controls(harbour.board)


async def test_a_test_reminder_arrives_like_a_real_one(harbour: Harbour) -> None:
    page = get_reply(await harbour.anna.slash(harbour.channel, "me"))
    assert "Sent: look at your direct messages." in read_answer(
        await harbour.anna.click(page, label="Send me a test reminder")
    )
    (message,) = list_direct_messages(harbour)
    assert message.content.startswith("A test: a table is waiting for you:")
    assert "**Toy** with Ben" in message.content
    await choose_reminders(harbour, REMIND_IN_CHANNEL)
    page = get_reply(await harbour.ben.slash(harbour.channel, "me"))
    await harbour.ben.click(page, label="Send me a test reminder")
    assert harbour.list_posts()[-1].content.startswith(
        f"<@{harbour.ben.id}> A test: this is how I remind you."
    )
    page = get_reply(await harbour.anna.slash(harbour.channel, "me"))
    assert "I mentioned you" in read_answer(await harbour.anna.click(page, label="Send me a test reminder"))
    assert (
        list_notified_people(harbour) == [harbour.anna.id]
        and "**Toy** with Ben" in harbour.list_posts()[-1].content
    )
    await harbour.pass_time(25)
    assert any(text.startswith(f"<@{harbour.anna.id}>, a table") for text in list_reminders(harbour)), (
        "the real reminder is still sent"
    )


async def test_a_test_reminder_that_cannot_be_sent_is_answered_with_the_reason(harbour: Harbour) -> None:
    close_direct_messages(harbour)
    page = get_reply(await harbour.anna.slash(harbour.channel, "me"))
    assert "I can't send you direct messages." in read_answer(
        await harbour.anna.click(page, label="Send me a test reminder")
    )
    await choose_reminders(harbour, REMIND_IN_CHANNEL)
    harbour.deny_permissions("send_messages")
    page = get_reply(await harbour.anna.slash(harbour.channel, "me"))
    answer = read_answer(await harbour.anna.click(page, label="Send me a test reminder"))
    assert "I need the permission" in answer and "Send Messages" in answer
    assert "Saved." in read_answer(
        await submit_forged_form(harbour, harbour.anna, "m:mfs", {"after": "never"})
    )
    page = get_reply(await harbour.anna.slash(harbour.channel, "me"))
    assert "no reminders" in read_answer(await harbour.anna.click(page, label="Send me a test reminder"))


async def test_a_person_can_hide_and_show_their_answer_time(harbour: Harbour) -> None:
    page = get_reply(await harbour.anna.slash(harbour.channel, "me"))
    assert "How fast you usually answer: shown to others" in page.content
    changed = get_reply(await harbour.anna.click(page, label="Hide how fast I answer"))
    assert "How fast you usually answer: hidden" in changed.content
    assert await harbour.bot.tables.speeds.is_hidden(harbour.anna.id)
    assert "shown to others" in read_answer(await harbour.anna.click(changed, label="Show how fast I answer"))
