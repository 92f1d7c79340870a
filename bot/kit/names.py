"""Removing a person's names from texts that are kept."""

from __future__ import annotations

import re
from collections.abc import Iterable


def replace_names(text: str, names: Iterable[str], instead: str) -> str:
    """Return ``text`` with whole-word occurrences of ``names`` replaced, ignoring case."""
    known = sorted({name.strip() for name in names} - {"", instead}, key=len, reverse=True)
    if not known:
        return text
    pattern = rf"(?<!\w)(?:{'|'.join(map(re.escape, known))})(?!\w)"
    return re.sub(pattern, lambda _: instead, text, flags=re.IGNORECASE)
