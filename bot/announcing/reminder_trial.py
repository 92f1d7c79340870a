"""Sends test reminders, which show people where and how reminders arrive."""

from __future__ import annotations

import discord

from bot.announcing.posting import MessagePoster, make_allowed_mentions
from bot.announcing.waiting import write_reminder_line
from bot.model.hours import DIRECT_REMINDERS_BLOCKED, REMIND_DIRECTLY
from bot.platform import permissions
from bot.platform.deadlines import NO_RESPONSE_ERRORS
from bot.platform.limits import MAX_MESSAGE_LENGTH, clip
from bot.tables.service import Tables
from bot.ui.components import make_button, make_view
from bot.ui.ids import encode_number, make_custom_id
from games.core.words import Words


class ReminderTrial:
    """Sends test reminders without recording them."""

    def __init__(self, client: discord.Client, poster: MessagePoster, tables: Tables) -> None:
        self._client, self._poster, self._tables = client, poster, tables

    async def send_test_reminder(
        self, user_id: int, channel_id: int, guild_id: int | None, press_id: int, w: Words
    ) -> str:
        """Send a test reminder, and return a reply that says where it was sent or why it wasn't."""
        times = await self._tables.times.get_time_settings(user_id)
        if times.remind_after is None:
            return w("You've chosen no reminders, so I sent none.")
        text = await self._write_text(user_id, guild_id, w)
        if times.remind_by == REMIND_DIRECTLY:
            return await self._send_direct_message(user_id, text, press_id, w)
        outcome = await self._send_in_channel(user_id, channel_id, guild_id, text, press_id, w)
        if times.remind_by == DIRECT_REMINDERS_BLOCKED:
            return w("{what} Your direct messages were closed to me when I last tried.", what=outcome)
        return outcome

    async def _write_text(self, user_id: int, guild_id: int | None, w: Words) -> str:
        waiting = await self._tables.clocks.list_running_clocks(user_id, guild_id)
        lines = [
            await write_reminder_line(self._tables, self._poster.messages, due_clock, w)
            for due_clock in waiting
        ]
        if not lines:
            return w("A test: this is how I remind you. No table waits for you now.")
        head = w.plural(
            "A test: a table is waiting for you:", "A test: {n} tables are waiting for you:", len(lines)
        )
        return "\n".join([head, *lines])

    async def _send_direct_message(self, user_id: int, text: str, press_id: int, w: Words) -> str:
        try:
            channel = await self._client.create_dm(discord.Object(user_id))
            await self._poster.send_message(
                channel,
                clip(text, MAX_MESSAGE_LENGTH),
                nonce=f"x{encode_number(press_id)}",
                view=_make_view(w),
                allowed_mentions=make_allowed_mentions(),
            )
        except discord.Forbidden:
            return w(
                "I can't send you direct messages. Allow them in this server's privacy settings, or "
                "choose the table's channel."
            )
        except (discord.HTTPException, *NO_RESPONSE_ERRORS):
            return w("Discord isn't taking my messages right now. Try again later.")
        return w("Sent: look at your direct messages.")

    async def _send_in_channel(
        self, user_id: int, channel_id: int, guild_id: int | None, text: str, press_id: int, w: Words
    ) -> str:
        channel = None if guild_id is None else await self._poster.find_channel(channel_id)
        if channel is None:
            return w("I remind you in a server's channel. Try it from one.")
        missing = self._poster.list_missing_permissions(channel)
        if missing:
            return w("I need the permission {names} here.", names=permissions.name_permissions(missing, w))
        try:
            await self._poster.send_message(
                channel,
                clip(f"<@{user_id}> {text}", MAX_MESSAGE_LENGTH),
                nonce=f"x{encode_number(press_id)}",
                view=_make_view(w),
                allowed_mentions=make_allowed_mentions(user_id),
            )
        except (discord.HTTPException, *NO_RESPONSE_ERRORS):
            return w("Discord isn't taking my messages right now. Try again later.")
        return w("Sent: I mentioned you in this channel.")


def _make_view(w: Words) -> discord.ui.View:
    return make_view([make_button(make_custom_id("b", "me"), w("My times…"), emoji="⏰")])
