"""Parses bot tokens and Discord IDs without asking Discord."""

from __future__ import annotations

import base64

MAX_ID_DIGITS = 20
"""Python doesn't parse numbers with thousands of digits."""


def looks_like_token(text: str) -> bool:
    """Return whether a text has the form of a bot token: three parts, the first an application ID."""
    return all(text.split(".")) and text.count(".") == 2 and find_application_id(text) is not None


def find_application_id(token: str | None) -> int | None:
    """Return the application ID that the first part of a token encodes, if any."""
    if token is None:
        return None
    head = token.split(".", 1)[0]
    try:
        text = base64.urlsafe_b64decode(head + "=" * (-len(head) % 4)).decode("ascii")
    except ValueError:
        # The part isn't Base64, or isn't ASCII before or after decoding.
        return None
    return int(text) if is_short_number(text) else None


def is_short_number(text: str) -> bool:
    """Return whether a text is a decimal number no longer than a Discord ID."""
    return text.isascii() and text.isdecimal() and len(text) <= MAX_ID_DIGITS
