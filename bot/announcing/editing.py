"""Edits messages, in a simpler form if Discord refuses the first attempt."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Awaitable, Sequence
from enum import Enum, auto
from functools import partial
from hashlib import sha256
from typing import Any

import discord

from bot.announcing.payloads import MessageContent, is_posted_as_layout, list_edit_payloads
from bot.announcing.refused import is_edit_refused
from bot.platform.deadlines import copy_files, retry_if_unanswered
from bot.platform.emoji import UploadedDrawings
from bot.platform.http_errors import UNKNOWN_MESSAGE_CODE
from bot.platform.mentions import CommandMentions
from bot.storage.messages import MessageRow
from bot.ui.layouts import INVALID_CONTENT_STATUS

log = logging.getLogger(__name__)


class EditResult(Enum):
    """The result of an attempt to edit a message."""

    DONE = auto()
    GONE = auto()
    """The message no longer exists."""
    REFUSED = auto()
    """Discord refuses the edit for now."""


MAX_REMEMBERED_MESSAGES = 1000


class AttachedPictures:
    """Remembers the pictures of messages, so that edits don't have to upload them again."""

    def __init__(self) -> None:
        self._known: OrderedDict[int, list[tuple[bytes, discord.Attachment]]] = OrderedDict()
        self._disabled = False

    def remember_pictures(self, message: discord.Message, files: Sequence[discord.File]) -> None:
        """Remember the pictures uploaded with a message, if Discord has attached all of them."""
        self._known.pop(message.id, None)
        if not files or len(files) != len(message.attachments):
            return
        self._known[message.id] = list(zip(map(_hash_file, files), message.attachments, strict=True))
        if len(self._known) > MAX_REMEMBERED_MESSAGES:
            self._known.popitem(last=False)

    def find_attachments(self, message_id: int, files: Sequence[discord.File]) -> list[discord.Attachment]:
        """Return a message's attachments if their contents equal ``files``, otherwise an empty list."""
        known = self._known.get(message_id, [])
        if self._disabled or [digest for digest, _ in known] != [_hash_file(file) for file in files]:
            return []
        return [attachment for _, attachment in known]

    def forget_all(self) -> None:
        """Forget all pictures, because another process may have replaced them."""
        self._known.clear()

    def stop_reusing_attachments(self) -> None:
        """Make :meth:`find_attachments` return nothing from now on, because Discord refused one of them."""
        self._disabled = True


def _hash_file(file: discord.File) -> bytes:
    file.fp.seek(0)
    return sha256(file.filename.encode() + b"\0" + file.fp.read()).digest()


class Editor:
    """Edits messages of tables, without uploading pictures that they already have."""

    def __init__(self, mentions: CommandMentions, drawings: UploadedDrawings) -> None:
        self._mentions = mentions
        self._drawings = drawings
        self.attached = AttachedPictures()

    async def edit_message(
        self,
        message: discord.PartialMessage,
        row: MessageRow,
        content: MessageContent,
        view: discord.ui.View | None,
        files: list[discord.File] | None,
    ) -> EditResult:
        """Edit a message, in a simpler form if Discord rejects the layout.

        :raises discord.HTTPException: the edit failed. Another attempt may succeed.
        """
        find_attached = partial(self.attached.find_attachments, message.id)
        for payload in list_edit_payloads(row, content, self._mentions.link_commands, find_attached):
            kwargs = {"view": view} | ({} if files is None else {"attachments": files}) | payload
            try:
                edited = await self._send_edit(message, kwargs)
            except discord.HTTPException as error:
                if error.code == UNKNOWN_MESSAGE_CODE:
                    return EditResult.GONE
                # After a refused edit, the caller posts a new message, which also unarchives a thread.
                if is_edit_refused(error):
                    return EditResult.REFUSED
                if error.status != INVALID_CONTENT_STATUS or not is_posted_as_layout(row):
                    raise
                log.warning("layout not edited table=%d code=%s", row.table_id, error.code)
                if _keeps_attachments(kwargs):
                    self.attached.stop_reusing_attachments()
                continue
            if is_posted_as_layout(row) and not _keeps_attachments(kwargs):
                self.attached.remember_pictures(edited, kwargs["attachments"])
            return EditResult.DONE
        return EditResult.REFUSED

    async def _send_edit(self, message: discord.PartialMessage, kwargs: dict[str, Any]) -> discord.Message:
        files = [one for one in kwargs.get("attachments", ()) if isinstance(one, discord.File)]

        def send_edit() -> Awaitable[discord.Message]:
            """Edit the message with copies of the files, because an earlier attempt may have closed them."""
            again = {"attachments": copy_files(files)} if files else {}
            return message.edit(allowed_mentions=discord.AllowedMentions.none(), **(kwargs | again))

        return await self._drawings.send_with_drawings(kwargs["view"], lambda: retry_if_unanswered(send_edit))


def _keeps_attachments(kwargs: dict[str, Any]) -> bool:
    return any(isinstance(one, discord.Attachment) for one in kwargs["attachments"])
