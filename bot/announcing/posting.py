"""Posts, edits and deletes messages on Discord, and records them so that a restart can complete the work.

A message that is never edited again is retired. It stays recorded.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any

import discord

from bot.announcing import tidying
from bot.announcing.editing import Editor, EditResult
from bot.announcing.payloads import MessageContent, is_posted_as_layout, make_payload
from bot.announcing.refused import has_certainly_failed
from bot.model.table import Table
from bot.platform import permissions
from bot.platform.deadlines import copy_files, retry_if_unanswered
from bot.platform.emoji import UploadedDrawings
from bot.platform.http_errors import record_statuses
from bot.platform.limits import BACKUP_MARK_LENGTH
from bot.platform.mentions import CommandMentions
from bot.storage.engine.backup import RESTORE_TIME_KEY
from bot.storage.messages import NO_SUBJECT, MessageRow, Messages, MessageSubject
from bot.storage.settings import BOT_OWNER, Settings
from bot.ui.ids import encode_number

MAX_REFUSALS = 3
"""Number of refusals by Discord after which work on the remaining messages is postponed."""
MARK_COUNT = 36 ** (BACKUP_MARK_LENGTH - 1)
"""Number of marks that :meth:`MessagePoster.mark_nonce` can add, one for each second of 13 hours."""


Channel = discord.TextChannel | discord.Thread | discord.VoiceChannel | discord.StageChannel
MessageTarget = Channel | discord.DMChannel


class MessagePoster:
    """Posts, edits and retires messages of tables, and records them."""

    def __init__(
        self,
        client: discord.Client,
        messages: Messages,
        settings: Settings,
        mentions: CommandMentions,
        now: Callable[[], int],
        drawings: UploadedDrawings,
    ) -> None:
        """Create an instance that posts as ``client``.

        :param settings: contains the time of the last restored backup (:data:`RESTORE_TIME_KEY`).
        :param now: returns epoch seconds.
        """
        self._client = client
        self.messages = messages
        self._settings = settings
        self._mentions = mentions
        self._now = now
        self._drawings = drawings
        self._editor = Editor(mentions, drawings)
        self._mark: str | None = None
        self.unfinished: set[int] = set()
        """IDs of tables with an old message from which Discord refused to remove the buttons."""

    async def find_channel(self, channel_id: int) -> Channel | None:
        """Return a channel or thread; ``None`` if it isn't visible to the bot or can't contain messages."""
        channel: Any = self._client.get_channel(channel_id)
        if channel is None:
            try:
                channel = await self._client.fetch_channel(channel_id)
            except (discord.NotFound, discord.Forbidden):
                return None
        return channel if isinstance(channel, Channel) else None

    def list_missing_permissions(self, channel: Channel, *names: str) -> list[str]:
        """Return which permissions of ``names``, by default those for posting, are missing in a channel."""
        granted = channel.permissions_for(channel.guild.me)
        thread = isinstance(channel, discord.Thread)
        return permissions.list_missing_permissions(
            granted, in_thread=thread, names=names or permissions.POSTING_PERMISSIONS
        )

    async def post_message(
        self,
        table: Table,
        channel: Channel,
        purpose: str,
        nonce: str,
        seq: int,
        content: MessageContent,
        *,
        view: discord.ui.View | None = None,
        files: list[discord.File] | None = None,
        mentions: Sequence[int] = (),
        replaced_rows: Sequence[MessageRow] = (),
        subject: MessageSubject = NO_SUBJECT,
    ) -> MessageRow:
        """Record a message, post it, and record that it arrived. Return the record.

        :param content: a layout mentions nobody and contains its own buttons and pictures.
        :param replaced_rows: the messages that this one replaces.
        """
        messages = self.messages
        row = await messages.reserve_message(
            table.id, purpose, channel.id, nonce, seq, self._now(), [r.id for r in replaced_rows], subject
        )
        extra: dict[str, Any] = {} if view is None else {"view": view}
        with record_statuses() as statuses:
            try:
                message = await self.send_message(
                    channel,
                    content,
                    nonce=await self.mark_nonce(nonce),
                    files=files or [],
                    allowed_mentions=make_allowed_mentions(*mentions),
                    **extra,
                )
            except discord.HTTPException as error:
                if has_certainly_failed(error, statuses):
                    await messages.retire_messages([row.id])
                raise
        await messages.confirm_message(row.id, message.id, self._now())
        return replace(row, message_id=message.id)

    async def mark_nonce(self, nonce: str) -> str:
        """Add a mark to a nonce. The mark changes whenever a backup is restored.

        Without the mark, nonces used after the backup was made would be used again. If no backup was ever
        restored, the nonce is returned unchanged.
        """
        # The mark can't change later, because a database is never restored while a process uses it.
        if self._mark is None:
            epoch = await self._settings.get(BOT_OWNER, RESTORE_TIME_KEY)
            self._mark = "" if epoch is None else f"-{encode_number(int(epoch) % MARK_COUNT)}"
        return nonce + self._mark

    async def send_message(
        self,
        channel: MessageTarget,
        content: MessageContent,
        *,
        nonce: str,
        files: Sequence[discord.File] = (),
        **extra: Any,
    ) -> discord.Message:
        """Send a message, and resend it if it may not have arrived. The nonce prevents duplicates."""
        extra |= make_payload(content, self._mentions.link_commands)
        pictures = files if isinstance(content, str) else content.files

        def try_to_send() -> Awaitable[discord.Message]:
            return channel.send(nonce=nonce, files=copy_files(pictures), **extra)

        message = await self._drawings.send_with_drawings(
            extra.get("view"), lambda: retry_if_unanswered(try_to_send)
        )
        if not isinstance(content, str):
            self._editor.attached.remember_pictures(message, pictures)
        return message

    async def find_nonce(
        self,
        table_id: int,
        purpose: str,
        make_nonce: Callable[[int], str],
        replaced_rows: Sequence[MessageRow] = (),
        *,
        board_seq: int | None = None,
    ) -> str:
        """Return the nonce for posting a message.

        If an earlier attempt to post it may have succeeded, its nonce is used again, so that the message
        appears only once.

        :param make_nonce: creates the nonce of each attempt, numbered from 0.
        :param replaced_rows: messages that the new one replaces. Their nonces can't be used, because Discord
            would return the old message instead of posting a new one.
        :param board_seq: length of the log that the nonces of a board contain.
        """
        attempt, over = 0, {row.nonce for row in replaced_rows}
        nonce = make_nonce(attempt)
        while nonce in over or await self.messages.is_nonce_used(table_id, purpose, nonce, board_seq):
            attempt += 1
            nonce = make_nonce(attempt)
        return nonce

    async def edit_message(
        self,
        channel: Channel,
        row: MessageRow,
        content: MessageContent,
        *,
        view: discord.ui.View | None = None,
        files: list[discord.File] | None = None,
    ) -> bool:
        """Edit a message. Return ``False`` if it can't be edited now or no longer exists.

        The content is converted to the form in which the message was posted.
        """
        return await self._edit_or_retire(channel, row, content, view, files) is EditResult.DONE

    async def _edit_or_retire(
        self,
        channel: Channel,
        row: MessageRow,
        content: MessageContent,
        view: discord.ui.View | None = None,
        files: list[discord.File] | None = None,
    ) -> EditResult:
        if row.message_id is None:
            return EditResult.GONE
        message = channel.get_partial_message(row.message_id)
        outcome = await self._editor.edit_message(message, row, content, view, files)
        if outcome is EditResult.GONE:
            await self.messages.retire_messages([row.id])
        return outcome

    def forget_pictures(self) -> None:
        """Let edits upload their pictures again, because another process may have edited messages."""
        self._editor.attached.forget_all()

    async def close_messages(
        self,
        channel: Channel,
        rows: Sequence[MessageRow],
        make_content: Callable[[MessageRow], MessageContent],
        *,
        make_files: Callable[[MessageRow], Awaitable[list[discord.File] | None]] | None = None,
        shown_seq: int | None = None,
    ) -> None:
        """Remove the buttons from messages, set their final text, and retire them.

        A message that Discord refuses to change isn't retired, so that it can be changed later.

        :param make_content: returns the final content of a message.
        :param make_files: returns the new files of a message, or ``None`` to keep its files.
        :param shown_seq: length of the log to record for the messages instead of retiring them.
        """

        async def close_message(row: MessageRow) -> bool:
            pictures = None if make_files is None else await make_files(row)
            return (
                await self._edit_or_retire(channel, row, make_content(row), files=pictures)
                is not EditResult.REFUSED
            )

        await self._retire_messages(rows, close_message, shown_seq)

    async def may_have_arrived(self, row: MessageRow | None, lost_rows: Sequence[MessageRow]) -> bool:
        """Return whether a message newer than ``row`` may have arrived although it isn't confirmed.

        If so, the caller should post the message again with the same nonce.

        :param lost_rows: the messages that certainly haven't arrived.
        """
        if row is None:
            return False
        known = {lost_row.id for lost_row in lost_rows}
        rows = await self.messages.list_live_messages(row.table_id, row.purpose)
        return any(later.id > row.id and later.id not in known for later in rows)

    async def strip_and_retire_messages(self, channel: Channel, rows: Sequence[MessageRow]) -> None:
        """Strip messages of buttons, and retire them. Refusals are handled as in :meth:`close_messages`."""

        async def remove_buttons(row: MessageRow) -> bool:
            return await self.strip_buttons(channel, row.message_id or 0, is_layout=is_posted_as_layout(row))

        await self._retire_messages(rows, remove_buttons)

    async def delete_and_retire_messages(self, channel: Channel, rows: Sequence[MessageRow]) -> None:
        """Delete messages and retire them. Refusals are handled as in :meth:`close_messages`."""
        await self._retire_messages(rows, lambda row: self.delete_message(channel, row.message_id or 0))

    async def _retire_messages(
        self,
        rows: Sequence[MessageRow],
        change: Callable[[MessageRow], Awaitable[bool]],
        shown_seq: int | None = None,
    ) -> None:
        """Change messages one by one and retire them. Stop after :data:`MAX_REFUSALS` refusals.

        :param change: changes a message; returns ``False`` if Discord refuses.
        :param shown_seq: length of the log to record for the messages instead of retiring them.
        """
        refusals = 0
        # Begin with the newest message, because its buttons are the most likely to be pressed.
        for row in reversed(rows):
            if row.message_id is None or await change(row):
                if shown_seq is None:
                    await self.messages.retire_messages([row.id])
                else:
                    await self.messages.mark_shown(row.id, shown_seq)
                continue
            self.unfinished.add(row.table_id)
            refusals += 1
            if refusals == MAX_REFUSALS:
                return

    async def strip_buttons(self, channel: Channel, message_id: int, *, is_layout: bool) -> bool:
        """Remove the buttons from a message, if it exists. Return ``False`` if Discord refuses for now."""
        return await tidying.strip_buttons(channel.get_partial_message(message_id), is_layout=is_layout)

    async def delete_message(self, channel: Channel, message_id: int) -> bool:
        """Delete one of the bot's messages, if it exists. Return ``False`` if Discord refuses for now."""
        return await tidying.delete_message(channel.get_partial_message(message_id))


def make_allowed_mentions(*users: int) -> discord.AllowedMentions:
    """Return allowed mentions that notify only ``users``."""
    people = [discord.Object(user) for user in users]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=people)
