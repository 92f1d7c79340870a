"""Reminders by direct message are sent once and can be answered there; the channel is the fallback."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest
import pytest_asyncio

from bot.announcing.reminders import Reminders
from bot.errors.storage import DatabaseFailed
from bot.kit.failpoints import STORED, arm_failpoint
from bot.model.hours import CHANNEL, DIRECT, HOUR, SHUT
from bot.storage.direct_reminders import DirectNotes
from games.registry import GAMES
from tests.bot.ui.table.reminders import list_reminders
from tests.support.forging import submit_forged_form
from tests.support.harbour import Harbour, list_buttons, list_controls
from tests.support.person import open_data
from tests.support.playing import list_choices, list_continuing_buttons, press_choice
from tests.support.reading import Kept, get_reply, list_notified, read_answer
from tests.support.toy import TOY

CLOSED = 50007
"""Discord's error code if a person accepts no direct messages."""


@pytest_asyncio.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Harbour]:
    """A simulated Discord in which Anna has chosen direct messages and must move in the toy game."""
    harbour = await Harbour.open(tmp_path, {**GAMES, "toy": TOY})
    try:
        await choose_reminders(harbour, DIRECT)
        await harbour.begin("toy")
        yield harbour
    finally:
        await harbour.close()


async def choose_reminders(hall: Harbour, way: str) -> None:
    """Choose as Anna how she is reminded: ``DIRECT`` or ``CHANNEL``."""
    assert "Saved." in read_answer(await submit_forged_form(hall, hall.anna, "m:mfs", {"by": way}))


def list_direct_messages(hall: Harbour) -> list[discord.Message]:
    """Return Anna's direct messages, oldest first."""
    return list(hall.anna.user.dm_channel.history())


def list_channel_reminders(hall: Harbour) -> list[str]:
    """Return the reminders posted in channels."""
    return [text for text in list_reminders(hall) if "<@" in text]


def close_direct_messages(hall: Harbour, times: int | None = None) -> None:
    """Refuse direct messages to Anna, always or the first ``times`` times."""
    path = f"/channels/{hall.anna.user.dm_channel.id}/messages"
    hall.env.inject_error("POST", path, status=403, code=CLOSED, times=times)


async def test_a_player_who_chose_direct_messages_gets_one_reminder_a_turn(hall: Harbour) -> None:
    await hall.pass_time(25)
    (told,) = list_direct_messages(hall)
    assert told.content.startswith("A table is waiting for you:") and "**Toy** with Ben" in told.content
    assert list_channel_reminders(hall) == []
    assert {"Your move", "My times…"} == set(list_buttons(told).values())
    links = [
        child.url
        for row in told.components
        if isinstance(row, discord.ActionRow)
        for child in row.children
        if isinstance(child, discord.Button) and child.url
    ]
    assert links == [f"https://discord.com/channels/{hall.guild.id}/{hall.channel.id}/{hall.board.id}"]
    await hall.pass_time(24 * 3)
    assert len(list_direct_messages(hall)) == 1, "never a flood"


async def test_a_move_can_be_made_in_the_direct_message(hall: Harbour) -> None:
    await hall.pass_time(25)
    (told,) = list_direct_messages(hall)
    panel = get_reply(await hall.anna.user.click(told, label="Your move"))
    assert panel.ephemeral and list_continuing_buttons(panel)
    before = (await hall.match()).seq
    panel = get_reply(await hall.anna.user.click(panel, custom_id=list_continuing_buttons(panel)[0]))
    while (await hall.match()).seq == before:
        identity, value, _ = next(iter(list_choices(panel)))
        panel = await press_choice(hall.anna.user, panel, identity, value)
    assert "can't post" not in panel.content
    await hall.settle()
    assert len(list_direct_messages(hall)) == 1, "the turn has not ended"
    await hall.type("roll:0", hall.anna)
    assert list_direct_messages(hall) == [], "the message is deleted when the turn ends"
    assert await hall.store.direct_notes.list_for_table(1) == []


async def test_nobody_else_can_move_with_the_button_of_a_reminder(hall: Harbour) -> None:
    await hall.pass_time(25)
    told = list_direct_messages(hall)[0]
    identity = next(i for i in list_buttons(told) if i.startswith("b:yr"))
    kept = Kept(hall, hall.board)
    assert "no seat" in read_answer(await kept.forge(hall.dana, identity))


async def test_closed_direct_messages_fall_back_to_the_channel_with_one_notice(hall: Harbour) -> None:
    close_direct_messages(hall)
    await hall.pass_time(25)
    assert list_direct_messages(hall) == []
    (told,) = list_channel_reminders(hall)
    assert f"<@{hall.anna.id}>" in told and "I couldn't send you a direct message" in told
    assert (await hall.bot.tables.times.get_times(hall.anna.id)).by == SHUT
    settings = read_answer(await hall.anna.slash(hall.channel, "me"))
    assert "I couldn't send you a direct message" in settings
    await hall.type("roll:0")
    await hall.type("roll:0", hall.ben)
    asked = len(hall.env.http_requests)
    await hall.pass_time(25)
    assert len(list_channel_reminders(hall)) == 2 and "directly" not in list_channel_reminders(hall)[1], (
        "the notice is posted once"
    )
    tried = [r for r in hall.env.http_requests[asked:] if r.path.endswith("/users/@me/channels")]
    assert not tried, "no direct message is tried again"


async def test_choosing_direct_messages_again_enables_them_again(hall: Harbour) -> None:
    close_direct_messages(hall, 1)
    await hall.pass_time(25)
    assert len(list_channel_reminders(hall)) == 1 and list_direct_messages(hall) == []
    await choose_reminders(hall, DIRECT)
    await hall.type("roll:0")
    await hall.type("roll:0", hall.ben)
    await hall.pass_time(25)
    assert len(list_channel_reminders(hall)) == 1 and len(list_direct_messages(hall)) == 1


async def test_an_error_from_discord_is_retried_and_does_not_count_as_closed(hall: Harbour) -> None:
    path = f"/channels/{hall.anna.user.dm_channel.id}/messages"
    hall.env.inject_error("POST", path, status=503, times=1)
    await hall.pass_time(24.01)
    await hall.pass_time(0.2)
    assert len(list_direct_messages(hall)) == 1 and list_channel_reminders(hall) == []
    assert (await hall.bot.tables.times.get_times(hall.anna.id)).by == DIRECT


async def test_a_refused_message_goes_to_the_channel_and_does_not_count_as_closed(hall: Harbour) -> None:
    path = f"/channels/{hall.anna.user.dm_channel.id}/messages"
    hall.env.inject_error("POST", path, status=400, code=50035, times=1)
    await hall.pass_time(25)
    assert list_direct_messages(hall) == [] and len(list_channel_reminders(hall)) == 1
    assert (await hall.bot.tables.times.get_times(hall.anna.id)).by == DIRECT


async def test_quiet_hours_and_vacations_delay_a_direct_message(hall: Harbour) -> None:
    await submit_forged_form(hall, hall.anna, "m:mfs", {"begin": "22", "end": "7"})
    # The match began at midnight, so the reminder is due at seven the next morning.
    await hall.pass_time(30)
    assert list_direct_messages(hall) == []
    await submit_forged_form(hall, hall.anna, "m:mvs", {"until": "2026-01-05"})
    await hall.pass_time(24 * 3)
    assert list_direct_messages(hall) == [], "the vacation is over, but the quiet hours are not"
    await hall.pass_time(2)
    assert len(list_direct_messages(hall)) == 1 and list_channel_reminders(hall) == []


async def test_a_recorded_reminder_is_not_sent_in_quiet_hours_after_a_kill(hall: Harbour) -> None:
    await record_without_sending(hall)
    await hall.bot.tables.times.set_quiet(hall.anna.id, (0, 12 * 60))
    await hall.kill()
    assert list_direct_messages(hall) == []
    await hall.pass_time(13)
    assert len(list_direct_messages(hall)) == 1


async def record_without_sending(hall: Harbour) -> None:
    """Record the reminder, and stop the alarm before it is sent."""

    def stop_and_fail() -> None:
        hall.bot.alarm.stop()
        raise OSError

    with arm_failpoint(STORED, stop_and_fail):
        await hall.pass_time(24.1)
    assert list_direct_messages(hall) == [] and len(await hall.store.direct_notes.list_unsent()) == 1


async def test_a_kill_after_a_reminder_was_recorded_does_not_lose_it(hall: Harbour) -> None:
    await record_without_sending(hall)
    await hall.kill()
    await hall.pass_time(1)
    assert len(list_direct_messages(hall)) == 1 and list_channel_reminders(hall) == []
    await hall.kill()
    await hall.pass_time(24)
    assert len(list_direct_messages(hall)) == 1


@pytest.mark.parametrize("hours", [0, 30])
async def test_a_kill_after_a_reminder_was_sent_does_not_repeat_it(
    hall: Harbour, monkeypatch: pytest.MonkeyPatch, hours: float
) -> None:
    async def stop_and_fail(*_: Any) -> None:
        hall.bot.alarm.stop()
        raise DatabaseFailed("unplugged")

    with monkeypatch.context() as patch:
        patch.setattr(DirectNotes, "confirm", stop_and_fail)
        await hall.pass_time(24.1)
    assert len(list_direct_messages(hall)) == 1 and len(await hall.store.direct_notes.list_unsent()) == 1
    hall.env.backend.clock.advance(hours * HOUR)
    await hall.kill()
    await hall.pass_time(1)
    assert len(list_direct_messages(hall)) == 1 and list_channel_reminders(hall) == []
    assert await hall.store.direct_notes.list_unsent() == []


async def test_a_kill_before_the_fallback_leaves_one_reminder_in_the_channel(
    hall: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def stop_and_fail(*_: Any) -> None:
        hall.bot.alarm.stop()
        raise OSError

    close_direct_messages(hall, 1)
    with monkeypatch.context() as patch:
        patch.setattr(Reminders, "_note_in_channel", stop_and_fail)
        await hall.pass_time(24.1)
    assert list_channel_reminders(hall) == []
    await hall.kill()
    await hall.pass_time(1)
    (told,) = list_channel_reminders(hall)
    assert "direct message" in told and list_direct_messages(hall) == []
    await hall.kill()
    await hall.pass_time(24)
    assert len(list_channel_reminders(hall)) == 1 and await hall.store.direct_notes.list_for_table(1) == []


async def test_an_erased_player_leaves_no_record_of_reminders(hall: Harbour) -> None:
    await hall.pass_time(25)
    assert "1 reminder I sent you directly" in read_answer(await open_data(hall.anna, hall.channel))
    await hall.bot.tables.people.erase(hall.anna.id, "Somebody")
    assert await hall.store.direct_notes.list_for_table(1) == []


async def test_by_default_players_are_reminded_in_the_channel(hall: Harbour) -> None:
    await choose_reminders(hall, CHANNEL)
    await hall.pass_time(25)
    assert len(list_channel_reminders(hall)) == 1 and list_direct_messages(hall) == []
    assert list_controls(hall.board)


async def test_a_test_reminder_arrives_as_a_real_one_would(hall: Harbour) -> None:
    page = get_reply(await hall.anna.slash(hall.channel, "me"))
    assert "Sent: look at your direct messages." in read_answer(
        await hall.anna.click(page, label="Send me a test reminder")
    )
    (told,) = list_direct_messages(hall)
    assert told.content.startswith("A test: a table is waiting for you:")
    assert "**Toy** with Ben" in told.content
    await choose_reminders(hall, CHANNEL)
    page = get_reply(await hall.ben.slash(hall.channel, "me"))
    await hall.ben.click(page, label="Send me a test reminder")
    assert hall.posts()[-1].content.startswith(f"<@{hall.ben.id}> A test: this is how I remind you.")
    page = get_reply(await hall.anna.slash(hall.channel, "me"))
    assert "I mentioned you" in read_answer(await hall.anna.click(page, label="Send me a test reminder"))
    assert list_notified(hall) == [hall.anna.id] and "**Toy** with Ben" in hall.posts()[-1].content
    await hall.pass_time(25)
    assert any(text.startswith(f"<@{hall.anna.id}>, a table") for text in list_reminders(hall)), (
        "the real reminder is still sent"
    )


async def test_a_test_reminder_that_cannot_be_sent_is_answered_with_the_reason(hall: Harbour) -> None:
    close_direct_messages(hall)
    page = get_reply(await hall.anna.slash(hall.channel, "me"))
    assert "I can't send you direct messages." in read_answer(
        await hall.anna.click(page, label="Send me a test reminder")
    )
    await choose_reminders(hall, CHANNEL)
    hall.deny("send_messages")
    page = get_reply(await hall.anna.slash(hall.channel, "me"))
    told = read_answer(await hall.anna.click(page, label="Send me a test reminder"))
    assert "I need the permission" in told and "Send Messages" in told
    assert "Saved." in read_answer(await submit_forged_form(hall, hall.anna, "m:mfs", {"after": "never"}))
    page = get_reply(await hall.anna.slash(hall.channel, "me"))
    assert "no reminders" in read_answer(await hall.anna.click(page, label="Send me a test reminder"))


async def test_a_person_can_hide_and_show_their_answer_time(hall: Harbour) -> None:
    page = get_reply(await hall.anna.slash(hall.channel, "me"))
    assert "How fast you usually answer: shown to others" in page.content
    changed = get_reply(await hall.anna.click(page, label="Hide how fast I answer"))
    assert "How fast you usually answer: hidden" in changed.content
    assert await hall.bot.tables.speeds.is_hidden(hall.anna.id)
    assert "shown to others" in read_answer(await hall.anna.click(changed, label="Show how fast I answer"))
