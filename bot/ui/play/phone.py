"""How many rows buttons take on a phone, where the picture is to stay in sight."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import discord

from bot.platform.limits import PER_ROW
from bot.ui.components import Item

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


def list_labels(items: Sequence[Item]) -> list[tuple[str, str | None]]:
    """Return label and icon of each button among some components."""
    buttons = [item.item for item in items if isinstance(item.item, discord.ui.Button)]
    return [(one.label or "", str(one.emoji) if one.emoji else None) for one in buttons]


def count_broken(labels: Sequence[tuple[str, str | None]], columns: int) -> int:
    """Return how many rows buttons take that stand in rows of so many: each of these begins a new one."""
    return sum(count_rows(labels[n : n + columns]) for n in range(0, len(labels), columns))


def find_columns(labels: Sequence[tuple[str, str | None]], most_rows: int) -> int:
    """Return how many buttons to put into a row so that a phone needs the fewest rows, the most that do."""
    fewest = max(1, math.ceil(len(labels) / most_rows))
    return min(
        range(PER_ROW, fewest - 1, -1), key=lambda columns: count_broken(labels, columns), default=PER_ROW
    )


def _measure(text: str) -> int:
    wide = sum(NARROW if c in SLIM else DOTS if c == "…" else CHARACTER for c in text)
    return math.ceil(wide)
