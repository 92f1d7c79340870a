"""Posts in Discord's own layout, for messages that call nobody.

The push of one that mentions somebody would be empty. A message keeps for good the form in which it was
posted, so its nonce tells which one that is. Those of earlier versions are plain, and so are those whose
layout Discord did not take.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import discord

from bot.storage.messages import MessageRow
from bot.ui import layouts
from bot.ui.components import view
from bot.ui.layouts import Layout

Shown = str | Layout
"""What a message is to show: a text, or a layout that has one in case."""
_LAID_OUT = "+"


def lay_out_nonce(nonce: str) -> str:
    """Return the nonce of a post that is to have a layout."""
    return _LAID_OUT + nonce


def is_laid_out(row: MessageRow) -> bool:
    """Tell whether a message was posted with a layout."""
    return row.nonce.startswith(_LAID_OUT)


def express(shown: Shown, linked: Callable[[str], str]) -> dict[str, Any]:
    """Return what says a text or a layout in a call of discord.py."""
    if isinstance(shown, Layout):
        return {"view": layouts.arrange(shown.parts, linked)}
    return {"content": linked(shown)}


def express_anew(
    row: MessageRow,
    shown: Shown,
    linked: Callable[[str], str],
    kept: Callable[[Sequence[discord.File]], Sequence[discord.Attachment]],
) -> list[dict[str, Any]]:
    """Return the ways to say it in an edit of a message, in the form that this one has, the best first.

    The pictures of a layout go with each edit: one that is not named in it would be gone. Where Discord
    refuses that, its text and buttons alone may do.

    :param kept: finds what the message has of the pictures already.
    """
    if not is_laid_out(row):
        if isinstance(shown, Layout):
            return [{**express(shown.text, linked), "view": view(list(shown.items)) if shown.items else None}]
        return [express(shown, linked)]
    layout = shown if isinstance(shown, Layout) else layouts.plain(shown)
    best, files = express(layout, linked), list(layout.files)
    ways = [{**best, "attachments": list(kept(files))}] if files and kept(files) else []
    ways.append({**best, "attachments": files})
    if isinstance(shown, Layout):
        ways.append({**express(layouts.strip(shown), linked), "attachments": []})
    return ways
