"""Escapes display names so that Discord shows them literally.

Only message text needs this. Labels, choices, alt texts, thread titles and pictures render no markup, so an
escape would be visible there.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from bot.model.names import make_plain_name
from games.drawing.glyphs import RIGHT_TO_LEFT_CLASSES

_MARKUP_PATTERN = re.compile(r"[\\*_~|`<>\[\]#@:/]")
"""Characters of emphasis, spoilers, code, headings, mentions, emoji, timestamps and links."""
_RENDERED_PATTERN = re.compile(r"\\(.)|`([^`]*)`|\*+|^-# |<a?:\w+:[0-9]+> ?|[\u2068\u2069]", re.MULTILINE)
"""An escaped character, code, the marks of emphasis, small text and custom emoji, or an isolate."""
_LIST_START_PATTERN = re.compile(r"^(?=[-+])|^([0-9]+)(?=[.)])")
"""The start of a list item or of small text."""
_REORDERING_CLASSES = RIGHT_TO_LEFT_CLASSES | {"AN"}
"""Classes of Unicode's bidirectional algorithm whose characters can change places with what follows."""
_ISOLATE_START, _ISOLATE_END = "\u2068", "\u2069"
"""The first strong isolate and its end, between which a text has a direction of its own."""


@lru_cache(maxsize=4096)
def escape_name(name: str) -> str:
    """Return a display name for message text, with nothing in it rendered or clickable.

    A name written from right to left is isolated. Otherwise a number after it would move to its left.
    """
    plain = make_plain_name(name)
    escaped = _LIST_START_PATTERN.sub(r"\g<1>\\", _MARKUP_PATTERN.sub(r"\\\g<0>", plain))
    if _REORDERING_CLASSES.isdisjoint(map(unicodedata.bidirectional, plain)):
        return escaped
    return f"{_ISOLATE_START}{escaped}{_ISOLATE_END}"


def strip_markup(text: str) -> str:
    """Return message text as plain text, for a terminal."""
    return _RENDERED_PATTERN.sub(lambda found: found[1] or found[2] or "", text)
