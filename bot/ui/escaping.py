"""Names in the text of messages: whatever somebody is called, Discord shows it letter by letter.

Labels, choices, alternative texts, titles of threads and pictures render nothing: there a name stands as it
is, for an escape would be seen.
"""

from __future__ import annotations

import re

from bot.model.names import plain_name

_MARKUP = re.compile(r"[\\*_~|`<>\[\]#@:/]")
"""Emphasis, spoilers, code, headings; mentions, emoji, times; links, and invitations that lack a scheme."""
_LIST = re.compile(r"^(?=[-+])|^([0-9]+)(?=[.)])")
"""What begins a list, or a small line."""


def escape_name(name: str) -> str:
    """Return a display name as it stands in a message's text: nothing of it is rendered or can be clicked."""
    return _LIST.sub(r"\g<1>\\", _MARKUP.sub(r"\\\g<0>", plain_name(name)))
