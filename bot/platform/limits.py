"""Discord's limits, and functions that keep texts within them."""

from __future__ import annotations

from collections.abc import Sequence

from games.core.words import clip as clip

MAX_MESSAGE_LENGTH = 2000
MAX_COMPONENT_ROWS = 5
MAX_BUTTONS_PER_ROW = 5
MAX_SELECT_OPTIONS = 25
MAX_BUTTON_LABEL_LENGTH = 80
MAX_OPTION_TEXT_LENGTH = 100
"""Maximum number of characters in an option's label or description."""
MAX_PLACEHOLDER_LENGTH = 150
MAX_CUSTOM_ID_LENGTH = 100
MAX_ALT_TEXT_LENGTH = 1024
MAX_CHOICES = 25
"""Maximum number of choices that an autocompletion shows."""
MAX_CHOICE_NAME_LENGTH = 100
MAX_DESCRIPTION_LENGTH = 100
"""Maximum number of characters in a command's or parameter's description."""
MAX_NONCE_LENGTH = 25
BACKUP_MARK_LENGTH = 4
"""Number of characters of a nonce that :meth:`bot.announcing.posting.MessagePoster.mark_nonce` may add."""

_ELLIPSIS_LINE = "…"


def keep_newest_lines(lines: list[str], limit: int) -> str:
    """Join the last lines that fit into ``limit`` characters. An ellipsis replaces earlier lines."""
    kept: list[str] = []
    room = limit - len(_ELLIPSIS_LINE) - 1
    for line in reversed(lines):
        if len(line) + 1 > room:
            kept.append(_ELLIPSIS_LINE)
            break
        kept.append(line)
        room -= len(line) + 1
    return "\n".join(reversed(kept))


def split_pages(text: str, limit: int) -> list[str]:
    """Split a text into pages of at most ``limit`` characters, at line ends if possible."""
    pages: list[str] = []
    page = ""
    for line in text.split("\n"):
        for start in range(0, max(len(line), 1), limit):
            piece = line[start : start + limit]
            if page and len(page) + 1 + len(piece) > limit:
                pages.append(page)
                page = piece
            else:
                page = f"{page}\n{piece}" if page else piece
    return [*pages, page]


def join_pages(pieces: Sequence[str], limit: int) -> list[str]:
    """Join pieces of text into pages of at most ``limit`` characters, and split only longer pieces."""
    pages = [""]
    for piece in pieces:
        if pages[-1] and len(pages[-1]) + 1 + len(piece) <= limit:
            pages[-1] += f"\n{piece}"
        else:
            pages += split_pages(piece, limit)
    return [page for page in pages if page] or [""]
