"""Pictures that stand in a message already: an edit names those that stay, and uploads none of them again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from hashlib import sha256

import discord

KNOWN = 1000
"""Of so many messages it is known what they show, those edited last. After a start each uploads once more."""


class Attached:
    """What the messages of this process have been given to show."""

    def __init__(self) -> None:
        self._known: OrderedDict[int, list[tuple[bytes, discord.Attachment]]] = OrderedDict()
        self._doubted = False

    def note(self, message: discord.Message, files: Sequence[discord.File]) -> None:
        """Note what has been uploaded with a message, or that nothing has."""
        self._known.pop(message.id, None)
        if not files or len(files) != len(message.attachments):
            return
        self._known[message.id] = list(zip(map(_digest, files), message.attachments, strict=True))
        if len(self._known) > KNOWN:
            self._known.popitem(last=False)

    def find(self, message_id: int, files: Sequence[discord.File]) -> list[discord.Attachment]:
        """Return what stands in a message, where it is just these files; otherwise nothing."""
        known = self._known.get(message_id, [])
        if self._doubted or [digest for digest, _ in known] != [_digest(file) for file in files]:
            return []
        return [attachment for _, attachment in known]

    def doubt(self) -> None:
        """Upload everything from now on: Discord has refused what was named."""
        self._doubted = True


def _digest(file: discord.File) -> bytes:
    file.fp.seek(0)
    return sha256(file.filename.encode() + b"\0" + file.fp.read()).digest()
