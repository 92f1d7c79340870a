"""What can be told of a bot's token, and of the ids of Discord, without asking anybody."""

from __future__ import annotations

import base64

MOST_DIGITS = 20
"""No id of Discord has more. Python refuses to read thousands."""


def like_a_token(text: str) -> bool:
    """Tell whether a text has the form of a bot's token: three parts, the first an application's id."""
    return all(text.split(".")) and text.count(".") == 2 and application_of(text) is not None


def application_of(token: str | None) -> int | None:
    """Return the application's id, which is the first part of its token, or None."""
    if token is None:
        return None
    head = token.split(".", 1)[0]
    try:
        text = base64.urlsafe_b64decode(head + "=" * (-len(head) % 4)).decode("ascii")
    except ValueError:
        # It is no base64, or no ASCII before or after it.
        return None
    return int(text) if is_number(text) else None


def is_number(text: str) -> bool:
    """Tell whether a text is a number as long as any id of Discord, or shorter."""
    return text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS
