"""Creates the keyword arguments with which discord.py posts and edits messages.

Messages that mention nobody use Discord's layouts. A layout with a mention would send an empty push
notification. An edit can't change between layout and plain text, so the form is recorded in the nonce.
Messages of earlier versions are plain, and so are messages whose layout Discord rejected.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import discord

from bot.storage.messages import MessageRow
from bot.ui import layouts
from bot.ui.components import make_view
from bot.ui.layouts import MessageLayout

MessageContent = str | MessageLayout
_LAYOUT_MARK = "+"


def mark_nonce_as_layout(nonce: str) -> str:
    """Return a nonce that records that its message is a layout."""
    return _LAYOUT_MARK + nonce


def is_posted_as_layout(row: MessageRow) -> bool:
    """Return whether a message was posted as a layout."""
    return row.nonce.startswith(_LAYOUT_MARK)


def make_payload(content: MessageContent, link_commands: Callable[[str], str]) -> dict[str, Any]:
    """Return the keyword arguments for posting a message's content with discord.py's ``send``.

    :param link_commands: turns commands in a text into clickable mentions.
    """
    if isinstance(content, MessageLayout):
        return {"view": layouts.make_layout_view(content.parts, link_commands)}
    return {"content": link_commands(content)}


def list_edit_payloads(
    row: MessageRow,
    content: MessageContent,
    link_commands: Callable[[str], str],
    find_attachments: Callable[[Sequence[discord.File]], Sequence[discord.Attachment]],
) -> list[dict[str, Any]]:
    """Return the keyword arguments for editing a message, followed by fallbacks in case Discord rejects them.

    Every edit of a layout must contain its pictures, otherwise they are removed. The last fallback for a
    layout has only the text and buttons.

    :param find_attachments: returns the message's attachments if they are exactly these files, else none.
    """
    if not is_posted_as_layout(row):
        if isinstance(content, MessageLayout):
            return [
                {
                    **make_payload(content.text, link_commands),
                    "view": make_view(list(content.items)) if content.items else None,
                }
            ]
        return [make_payload(content, link_commands)]
    layout = content if isinstance(content, MessageLayout) else layouts.make_plain_layout(content)
    best, files = make_payload(layout, link_commands), list(layout.files)
    ways = (
        [{**best, "attachments": list(find_attachments(files))}] if files and find_attachments(files) else []
    )
    ways.append({**best, "attachments": files})
    if isinstance(content, MessageLayout):
        ways.append({**make_payload(layouts.make_fallback_layout(content), link_commands), "attachments": []})
    return ways
