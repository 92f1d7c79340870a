"""The cards of Reef, drawn from the rules' list of cards."""

from __future__ import annotations

import math

from assets.studio.paper import (
    CREAM,
    GOLD,
    INK,
    clip_to_shape,
    make_circle,
    make_curve,
    make_group,
    make_path,
    make_rect,
    make_text,
    make_wave,
    mix_colours,
)
from assets.studio.pieces import draw_wave_back
from assets.studio.reef_corals import COLOUR_LETTERS, draw_any_coral_square, draw_coral_square
from games.reef.layout import CARD_SIZE
from games.reef.parts import Card, PatternElement

CARD_WIDTH, CARD_HEIGHT = CARD_SIZE
BACK_COLOUR = "#296BA1"
BAND_HEIGHT = 50
LEFT_MARGIN = 8
FLAT_MARGIN = 6
"""Space at the sides of a pattern that leaves the points' corner free."""
NUMBER_COLOUR = "#A9D5E1"
"""Colour of a card's number, quieter than its pattern, because players decide on that."""
MAX_PATTERN_SIZE = (120, 126)
"""Maximum width and height of a pattern that is beside the points."""
MAX_FLAT_PATTERN_WIDTH = CARD_WIDTH - 2 * FLAT_MARGIN
"""Maximum width of a pattern that leaves the points' corner free: a single row, or a diagonal."""
MAX_SPACE_SIZE = 102
DIAGONAL_SPACE_SIZE = 52
"""Width and height of a space in a diagonal of three."""
MIN_HEIGHT_SPACE_WIDTH = 90
"""Width of a space in a diagonal of two, if it requires a minimum height such as ``2+``."""
BORDERED_BACK_WIDTH = 60
"""Width from which the border and the rounded corners of a card's back grow with the card."""
RING_SIZE = 118
"""Width and height of a ring with the coral in its centre."""
CENTRE_CORAL_SIZE = 46
"""Width and height of the coral in the centre of a ring. The corals of the ring are smaller."""


def draw_empty_card() -> str:
    """Return an empty card: a band of water over cream paper."""
    inner = f'<rect x="4" y="4" width="{CARD_WIDTH - 8}" height="{CARD_HEIGHT - 8}" rx="9"/>'
    line = make_curve(make_wave(BAND_HEIGHT + 3, -4, CARD_WIDTH + 4, 3.5, 88, 0.6))
    inside = make_rect(0, 0, CARD_WIDTH, CARD_HEIGHT, 0, "#FFF0CF") + make_path(
        f"{line} L{CARD_WIDTH + 4},-4 L-4,-4Z", "#2F86A3"
    )
    low = make_curve(make_wave(BAND_HEIGHT - 4, -4, CARD_WIDTH + 4, 3.5, 88, 1.4))
    inside += make_path(f"{low} L{CARD_WIDTH + 4},-4 L-4,-4Z", "#1F6F90")
    return (
        make_rect(0, 0, CARD_WIDTH, CARD_HEIGHT, 12, mix_colours(CREAM, "#6B4A20", 0.4))
        + make_rect(0, 0, CARD_WIDTH - 1.5, CARD_HEIGHT - 1.5, 12, CREAM)
        + clip_to_shape("paper", inner, inside)
    )


def draw_coin(x: float, y: float, r: float, content: str, size: float = 30) -> str:
    """Return a gold coin with ``content`` on it, for example a number of points."""
    return (
        make_circle(x + 0.8, y + 1.6, r, "#8E5B0C")
        + make_circle(x, y, r, GOLD, stroke="#8E5B0C", stroke_width=2)
        + make_circle(x, y, r * 0.76, "none", stroke="#FFF0C4", stroke_width=1.8)
        + (make_text(x, y + size * 0.36, size, content, INK) if content else "")
    )


def _write_height(element: PatternElement) -> str:
    if not element.height:
        return ""
    return f"{element.height}{'+' if element.is_min_height else ''}"


def draw_pattern(card: Card) -> str:
    """Return the pattern of a card, at its place in the lower left."""
    if card.ring is not None:
        return draw_ring_pattern(card)
    columns = 1 + max(element.column for element in card.pattern)
    rows = 1 + max(element.row for element in card.pattern)
    diagonal = rows == columns == len(card.pattern) > 1
    spread = columns > 1 and (rows == 1 or diagonal)
    wide = MAX_FLAT_PATTERN_WIDTH if spread else MAX_PATTERN_SIZE[0]
    high = 76 if spread and rows == 1 else MAX_PATTERN_SIZE[1]
    across, down = wide / columns, high / rows
    side = min(MAX_SPACE_SIZE, across, down) - 4
    if diagonal and rows > 2:
        side = DIAGONAL_SPACE_SIZE
        across, down = (wide - side) / (columns - 1), (high - side) / (rows - 1)
    elif not spread:
        across = down = side + 4
    broad = across - 4 if spread and rows < 3 else side
    if diagonal and any(element.is_min_height for element in card.pattern):
        broad, across = MIN_HEIGHT_SPACE_WIDTH, wide - MIN_HEIGHT_SPACE_WIDTH - 4
    left = FLAT_MARGIN if spread else LEFT_MARGIN + (wide - columns * across) / 2
    top = BAND_HEIGHT + 6 + (0 if spread else (high - rows * down) / 2)
    parts = []
    for number, element in enumerate(card.pattern):
        x, y = left + element.column * across, top + (rows - 1 - element.row) * down
        if element.colour is None:
            drawn = draw_any_coral_square(side, _write_height(element))
        else:
            drawn = draw_coral_square(
                COLOUR_LETTERS[element.colour], side, f"p{number}", _write_height(element), broad
            )
        parts.append(make_group(drawn, x + 2, y + 2))
    return "".join(parts)


def draw_ring_pattern(card: Card) -> str:
    """Return a pattern in which eight corals surround one."""
    assert card.ring is not None
    assert card.pattern[0].colour is not None
    side = (RING_SIZE - CENTRE_CORAL_SIZE) / 2
    left, top = LEFT_MARGIN, BAND_HEIGHT + 12
    parts = [make_rect(left - 2, top - 2, RING_SIZE + 4, RING_SIZE + 4, 10, "#D9BE86")]
    offsets = (0, side + CENTRE_CORAL_SIZE / 2 - side / 2, side + CENTRE_CORAL_SIZE)
    for row in range(3):
        for column in range(3):
            if row == column == 1:
                continue
            drawn = draw_coral_square(COLOUR_LETTERS[card.ring], side - 2, f"r{row}{column}")
            parts.append(make_group(drawn, left + offsets[column] + 1, top + offsets[row] + 1))
    middle = draw_coral_square(COLOUR_LETTERS[card.pattern[0].colour], CENTRE_CORAL_SIZE, "m")
    frame = make_rect(
        -1, -1, CENTRE_CORAL_SIZE + 2, CENTRE_CORAL_SIZE + 2, 11, "none", stroke="#FFFFFF", stroke_width=4
    )
    return "".join(parts) + make_group(middle + frame, left + side, top + side)


def draw_face(card: Card) -> str:
    """Return the face of a card: its corals, number, pattern and points."""
    first, second = (COLOUR_LETTERS[colour] for colour in card.corals)
    corals = make_group(draw_coral_square(first, 42, "a"), 9, 6) + make_group(
        draw_coral_square(second, 42, "b"), 57, 6
    )
    number = make_text(CARD_WIDTH - 13, 43, 44, str(card.number), NUMBER_COLOUR, "end")
    return (
        draw_empty_card()
        + corals
        + number
        + draw_pattern(card)
        + draw_coin(CARD_WIDTH - 31, CARD_HEIGHT - 32, 27, str(card.points), 46)
    )


def draw_back(width: float = CARD_WIDTH, height: float = CARD_HEIGHT) -> str:
    """Return the back of a card."""
    return make_rect(0, 0, width, height, 12, "#0F3257") + clip_to_shape(
        "back", f'<rect width="{width:g}" height="{height:g}" rx="12"/>', draw_wave_back("k", width, height)
    )


def draw_small_back(width: int, height: int, *, has_fan: bool) -> str:
    """Return the back of a card in a hand, with a golden fan or with room for a number."""
    ribs = "".join(
        make_path(
            f"M17,29 L{17 + 9 * math.sin(a):.1f},{29 - 13 * math.cos(a):.1f}", stroke=GOLD, stroke_width=3.4
        )
        for a in (-0.9, -0.45, 0, 0.45, 0.9)
    )
    scale = min(width / 34, height / 44)
    edge = max(1, width / BORDERED_BACK_WIDTH)
    inset = 2.5 * edge
    return (
        make_rect(0, 0, width, height, 9 * edge, INK)
        + make_rect(
            inset,
            inset,
            width - 2 * inset,
            height - 2 * inset,
            7 * edge,
            BACK_COLOUR,
            stroke="#CFE6F2",
            stroke_width=3 * edge,
        )
        + (make_group(ribs, width / 2 - 17 * scale, height / 2 - 22 * scale, scale) if has_fan else "")
    )
