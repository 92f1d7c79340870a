"""The cards of Reef, drawn from the game's own list of them."""

from __future__ import annotations

import math

from assets.studio.paper import CREAM, GOLD, INK, circle, clip, group, mix, path, rect, smooth, text, wave
from assets.studio.pieces import wave_back
from assets.studio.reef_corals import LETTERS, lettered, square
from games.reef.parts import CARDS, Card, Element

WIDE, HIGH = 176, 160
BAND = 52
ROOM = (116, 94)
"""The greatest width and height of a pattern."""
LARGEST = 58


def paper() -> str:
    """Return an empty card: a band of water over cream paper."""
    inner = f'<rect x="4" y="4" width="{WIDE - 8}" height="{HIGH - 8}" rx="9"/>'
    line = smooth(wave(BAND, -4, WIDE + 4, 3.5, 88, 0.6))
    inside = rect(0, 0, WIDE, HIGH, 0, "#FFF0CF") + path(f"{line} L{WIDE + 4},-4 L-4,-4Z", "#2F86A3")
    low = smooth(wave(BAND - 9, -4, WIDE + 4, 3.5, 88, 1.4))
    inside += path(f"{low} L{WIDE + 4},-4 L-4,-4Z", "#1F6F90")
    return (
        rect(0, 0, WIDE, HIGH, 12, mix(CREAM, "#6B4A20", 0.4))
        + rect(0, 0, WIDE - 1.5, HIGH - 1.5, 12, CREAM)
        + clip("paper", inner, inside)
    )


def coin(x: float, y: float, r: float, content: str) -> str:
    """Return points: a number on gold."""
    return (
        circle(x + 0.8, y + 1.6, r, "#8E5B0C")
        + circle(x, y, r, GOLD, stroke="#8E5B0C", stroke_width=2)
        + circle(x, y, r * 0.76, "none", stroke="#FFF0C4", stroke_width=1.8)
        + text(x, y + r * 0.42, r * 1.16, content, INK)
    )


def _height(element: Element) -> str:
    if not element.height:
        return ""
    return f"{element.height}{'+' if element.at_least else ''}"


def pattern(card: Card) -> str:
    """Return what a card scores, in the lower left of the card."""
    if card.ring is not None:
        return surround(card)
    columns = 1 + max(element.column for element in card.pattern)
    rows = 1 + max(element.row for element in card.pattern)
    step = min(LARGEST, ROOM[0] / columns, ROOM[1] / rows)
    side = step - 3
    left = 12 + (ROOM[0] - columns * step) / 2
    top = BAND + 7 + (ROOM[1] - rows * step) / 2
    parts = []
    for element in card.pattern:
        letter = "*" if element.colour is None else LETTERS[element.colour]
        x, y = left + element.column * step, top + (rows - 1 - element.row) * step
        parts.append(group(square(letter, side, _height(element)), x + 1.5, y + 1.5))
    return "".join(parts)


def surround(card: Card) -> str:
    """Return a coral in the middle of a ring of eight."""
    assert card.ring is not None
    colour = card.pattern[0].colour
    step = ROOM[1] / 3
    left, top = 12 + (ROOM[0] - 3 * step) / 2, BAND + 7
    parts = [rect(left - 2, top - 2, 3 * step + 4, 3 * step + 4, 10, "#D9BE86")]
    for row in range(3):
        for column in range(3):
            middle = row == column == 1
            letter = LETTERS[colour] if middle and colour is not None else LETTERS[card.ring]
            drawn = square(letter, step - 2.5)
            parts.append(group(drawn, left + column * step + 1.2, top + row * step + 1.2))
    ring = step + 3
    centre = rect(left + step - 2, top + step - 2, ring, ring, 8, "none", stroke="#FFFFFF", stroke_width=3.4)
    return "".join(parts) + centre


def face(card: Card) -> str:
    """Return the face of a card."""
    first, second = (LETTERS[colour] for colour in card.corals)
    corals = group(lettered(first, "a"), 10, 7) + group(lettered(second, "b"), 54, 7)
    number = text(WIDE - 13, 33, 24, str(card.number), "#FFFFFF", "end")
    return paper() + corals + number + pattern(card) + coin(WIDE - 27, HIGH - 27, 20, str(card.points))


def back(width: float = WIDE, height: float = HIGH) -> str:
    """Return the back of a card."""
    return rect(0, 0, width, height, 12, "#0F3257") + clip(
        "back", f'<rect width="{width:g}" height="{height:g}" rx="12"/>', wave_back("k", width, height)
    )


def small_back() -> str:
    """Return a card held by a seat, 34 by 44."""
    fan = "".join(
        path(f"M17,29 L{17 + 9 * math.sin(a):.1f},{29 - 13 * math.cos(a):.1f}", stroke=GOLD, stroke_width=3.4)
        for a in (-0.9, -0.45, 0, 0.45, 0.9)
    )
    return (
        rect(0, 0, 34, 44, 7, "#0F3257")
        + rect(2, 2, 30, 40, 6, "#2A6AA0", stroke="#CFE6F2", stroke_width=1.8)
        + fan
    )


def names() -> list[int]:
    """Return the numbers of all cards."""
    return sorted(CARDS)
