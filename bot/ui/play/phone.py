"""Estimates how many rows buttons take on a phone, so that the picture stays visible."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import discord

from bot.platform.limits import MAX_BUTTONS_PER_ROW
from bot.ui.components import Item

MESSAGE_WIDTH: Final = 312
"""In pixels, on a phone 400 pixels wide."""
CHARACTER_WIDTH, NARROW_WIDTH, ELLIPSIS_WIDTH = 7.5, 4.0, 14.0
"""Pixels of a label's usual and narrow characters, and of an ellipsis."""
NARROW_CHARACTERS: Final = frozenset("fijltI.,:;·'!|() ")
BUTTON_PADDING, ICON_WIDTH, BUTTON_GAP = 32, 26, 8
"""In pixels."""


def count_rows(labels: Sequence[tuple[str, str | None]]) -> int:
    """Return the number of rows that buttons with the given labels and icons take on a phone."""
    return len(split_into_rows(labels))


def split_into_rows(labels: Sequence[tuple[str, str | None]]) -> list[int]:
    """Return the number of buttons in each row on a phone, given their labels and icons."""
    rows, used = list[int](), MESSAGE_WIDTH
    for text, icon in labels:
        wide = min(BUTTON_PADDING + _measure_width(text) + (ICON_WIDTH if icon else 0), MESSAGE_WIDTH)
        used += BUTTON_GAP + wide
        if used > MESSAGE_WIDTH:
            rows.append(0)
            used = wide
        rows[-1] += 1
    return rows


def list_labels(items: Sequence[Item]) -> list[tuple[str, str | None]]:
    """Return the label and icon of each button among the components."""
    buttons = [item.item for item in items if isinstance(item.item, discord.ui.Button)]
    return [(one.label or "", str(one.emoji) if one.emoji else None) for one in buttons]


def count_split_rows(labels: Sequence[tuple[str, str | None]], columns: int) -> int:
    """Return the number of rows on a phone if the buttons are sent in rows of ``columns``."""
    return sum(count_rows(labels[n : n + columns]) for n in range(0, len(labels), columns))


def choose_column_count(labels: Sequence[tuple[str, str | None]], max_rows: int) -> int:
    """Return the largest number of buttons per row that takes the fewest rows on a phone."""
    fewest = max(1, math.ceil(len(labels) / max_rows))
    return min(
        range(MAX_BUTTONS_PER_ROW, fewest - 1, -1),
        key=lambda columns: count_split_rows(labels, columns),
        default=MAX_BUTTONS_PER_ROW,
    )


@lru_cache(maxsize=1024)
def _measure_width(text: str) -> int:
    return math.ceil(sum(_find_character_width(character) for character in text))


def _find_character_width(character: str) -> float:
    if character in NARROW_CHARACTERS:
        return NARROW_WIDTH
    return ELLIPSIS_WIDTH if character == "…" else CHARACTER_WIDTH
