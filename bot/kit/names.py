"""A person's name taken out of texts that others need."""

from __future__ import annotations

import re
from collections.abc import Iterable


def replace_names(text: str, names: Iterable[str], instead: str) -> str:
    """Return ``text`` with each of ``names`` replaced, where it stands as words of its own."""
    known = sorted({name.strip() for name in names} - {"", instead}, key=len, reverse=True)
    if not known:
        return text
    pattern = rf"(?<!\w)(?:{'|'.join(map(re.escape, known))})(?!\w)"
    return re.sub(pattern, lambda _: instead, text, flags=re.IGNORECASE)
