"""Escapes display names so that Discord shows them literally.

Only message text needs this. Labels, choices, alt texts, thread titles and pictures render no markup, so an
escape would be visible there.
"""

from __future__ import annotations

import re

from bot.model.names import make_plain_name

_MARKUP = re.compile(r"[\\*_~|`<>\[\]#@:/]")
"""Characters of emphasis, spoilers, code, headings, mentions, emoji, timestamps, links and bare invite
links."""
_LIST = re.compile(r"^(?=[-+])|^([0-9]+)(?=[.)])")
"""The start of a list item or of small text."""


def escape_name(name: str) -> str:
    """Return a display name for message text, with nothing in it rendered or clickable."""
    return _LIST.sub(r"\g<1>\\", _MARKUP.sub(r"\\\g<0>", make_plain_name(name)))
