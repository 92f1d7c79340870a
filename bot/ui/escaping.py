"""Escapes display names so that Discord shows them literally.

Only message text needs this. Labels, choices, alt texts, thread titles and pictures render no markup, so an
escape would be visible there.
"""

from __future__ import annotations

import re
from functools import lru_cache

from bot.model.names import make_plain_name

_MARKUP_PATTERN = re.compile(r"[\\*_~|`<>\[\]#@:/]")
"""Characters of emphasis, spoilers, code, headings, mentions, emoji, timestamps and links."""
_RENDERED_PATTERN = re.compile(r"\\(.)|`([^`]*)`|\*+|^-# |<a?:\w+:[0-9]+> ?", re.MULTILINE)
"""An escaped character, code, or the marks of emphasis, small text and custom emoji."""
_LIST_START_PATTERN = re.compile(r"^(?=[-+])|^([0-9]+)(?=[.)])")
"""The start of a list item or of small text."""


@lru_cache(maxsize=4096)
def escape_name(name: str) -> str:
    """Return a display name for message text, with nothing in it rendered or clickable."""
    return _LIST_START_PATTERN.sub(r"\g<1>\\", _MARKUP_PATTERN.sub(r"\\\g<0>", make_plain_name(name)))


def strip_markup(text: str) -> str:
    """Return message text as plain text, for a terminal."""
    return _RENDERED_PATTERN.sub(lambda found: found[1] or found[2] or "", text)
