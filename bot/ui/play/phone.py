"""How many rows buttons take on a phone, where the picture is to stay in sight."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

WIDTH: Final = 312
"""So many pixels a message is wide on a phone of 400."""
CHARACTER, NARROW, DOTS = 7.5, 4.0, 14.0
"""How wide a character of a label is."""
SLIM: Final = frozenset("fijltI.,:;·'!|() ")
PADDING, ICON, GAP = 32, 26, 8
"""How wide the other parts of a button are, and the space between two."""


def count_rows(labels: Sequence[tuple[str, str | None]]) -> int:
    """Return how many rows buttons take on a phone, of which each has a label and maybe an icon."""
    rows, used = 0, WIDTH
    for text, icon in labels:
        wide = min(PADDING + _measure(text) + (ICON if icon else 0), WIDTH)
        used += GAP + wide
        if used > WIDTH:
            rows, used = rows + 1, wide
    return rows


def _measure(text: str) -> int:
    wide = sum(NARROW if c in SLIM else DOTS if c == "…" else CHARACTER for c in text)
    return math.ceil(wide)
