"""The four corals of Reef: slabs seen at an angle, each with the pattern of its colour (yellow tubes, red
fan, green brain, purple branches).
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import NamedTuple

from assets.studio.paper import (
    CREAM,
    INK,
    clip_to_shape,
    make_circle,
    make_curve,
    make_group,
    make_path,
    make_rect,
    make_text,
    mix_colours,
)

COLOUR_LETTERS = "yrgp"
FILL_BY_LETTER = {"y": "#E2D71F", "r": "#A9050F", "g": "#3DA96F", "p": "#52167C"}
SIDE_BY_LETTER = {"y": "#A98A12", "r": "#6B0710", "g": "#1F6E49", "p": "#371054"}
FOOT_BY_LETTER = {"y": "#82660C", "r": "#4A0610", "g": "#154F38", "p": "#240A3B"}
RIM_BY_LETTER = {letter: mix_colours(fill, INK, 0.72) for letter, fill in FILL_BY_LETTER.items()}
LIGHT_BY_LETTER = {
    "y": mix_colours(FILL_BY_LETTER["y"], "#FFFFFF", 0.55),
    "r": mix_colours(FILL_BY_LETTER["r"], "#FF8A7A", 0.62),
    "g": mix_colours(FILL_BY_LETTER["g"], "#FFFFFF", 0.5),
    "p": mix_colours(FILL_BY_LETTER["p"], "#E3B7FF", 0.62),
}
SHADOW_BY_LETTER = {letter: mix_colours(fill, INK, 0.34) for letter, fill in FILL_BY_LETTER.items()}


class Slab(NamedTuple):
    """Sizes of a coral in pixels. ``width`` and ``depth`` are those of its space.

    A stack of four just reaches the face of a single coral behind it.
    """

    name: str
    width: int
    depth: int
    side_height: int
    badge_font_size: int

    @property
    def face_depth(self) -> int:
        """Return the depth of the coral's face."""
        return self.depth - 3 * self.side_height


LARGE_SLAB = Slab("large", 164, 126, 10, 56)
SMALL_SLAB = Slab("small", 108, 110, 8, 44)
SLABS = (LARGE_SLAB, SMALL_SLAB)
BADGE_POSITION = (7, 6)
MAX_PLAIN_BADGE_SIDE = 72
"""Side of a coral's square up to which the badge with the coral's height keeps its size."""
BADGE_WIDTHS = (0, 28, 45)
"""Width of the badge with the height of a coral on a card, by number of characters."""


def draw_tubes() -> str:
    """Return yellow tubes, 84 × 60, centred on the origin."""
    parts = []
    for x, y, r in ((-26, -6, 13), (0, -13, 14), (27, -5, 13), (-12, 13, 14), (17, 14, 14)):
        parts.append(make_circle(x + 1.5, y + 3, r + 1, SHADOW_BY_LETTER["y"]))
        parts.append(make_circle(x, y, r, LIGHT_BY_LETTER["y"], stroke=RIM_BY_LETTER["y"], stroke_width=2.6))
        parts.append(make_circle(x, y + 0.5, r * 0.5, RIM_BY_LETTER["y"]))
    return "".join(parts)


def draw_fan() -> str:
    """Return a red fan, 84 × 60, centred on the origin."""
    arc = [(42 * math.cos(a), 26 - 52 * math.sin(a)) for a in (math.pi * (0.1 + 0.1 * i) for i in range(9))]
    scallop = "M0,29 L" + f"{arc[0][0]:.1f},{arc[0][1]:.1f} "
    for (ax, ay), (bx, by) in pairwise(arc):
        mx, my = (ax + bx) / 2 * 1.13, 26 - (26 - (ay + by) / 2) * 1.13
        scallop += f"Q{mx:.1f},{my:.1f} {bx:.1f},{by:.1f} "
    body = make_path(
        scallop + "Z",
        LIGHT_BY_LETTER["r"],
        stroke=RIM_BY_LETTER["r"],
        stroke_width=2.6,
        stroke_linejoin="round",
    )
    ribs = "".join(
        make_path(
            f"M0,26 L{x * 0.9:.1f},{26 - (26 - y) * 0.9:.1f}", stroke=FILL_BY_LETTER["r"], stroke_width=3.2
        )
        for x, y in arc[1:-1]
    )
    veins = make_path("M-21,10 Q0,-9 21,10", stroke=FILL_BY_LETTER["r"], stroke_width=3) + make_path(
        "M-31,1 Q0,-27 31,1", stroke=FILL_BY_LETTER["r"], stroke_width=3
    )
    return body + ribs + veins


def draw_brain() -> str:
    """Return a green brain, 84 × 60, centred on the origin."""
    fill, rim = LIGHT_BY_LETTER["g"], RIM_BY_LETTER["g"]
    shell = f'<ellipse cx="0" cy="0" rx="42" ry="29" fill="{fill}" stroke="{rim}" stroke-width="2.6"/>'
    folds = []
    for y in (-18, -6, 6, 18):
        reach = 42 * math.sqrt(max(0.1, 1 - (y / 31) ** 2)) - 7
        points = [(-reach + 2 * reach * i / 8, y + (4.5 if i % 2 else -4.5)) for i in range(9)]
        folds.append(
            make_path(make_curve(points), stroke=RIM_BY_LETTER["g"], stroke_width=4.2, stroke_linecap="round")
        )
    return shell + "".join(folds)


def draw_branches() -> str:
    """Return purple branches, 84 × 60, centred on the origin."""
    lines = (
        "M0,29 C0,14 -3,6 -13,-4 C-20,-10 -24,-15 -24,-24",
        "M-13,-4 C-22,-4 -31,-3 -38,-11",
        "M0,16 C5,6 15,2 19,-8 C21,-14 20,-20 19,-26",
        "M15,0 C23,0 32,0 39,-9",
        "M-2,10 C-1,0 -3,-10 -2,-24",
        "M-8,22 C-18,22 -27,20 -35,12",
        "M8,22 C18,23 28,22 36,13",
    )
    line = {"stroke_linecap": "round", "stroke_linejoin": "round"}
    rim = "".join(
        make_path(d, stroke=mix_colours(RIM_BY_LETTER["p"], INK, 0.5), stroke_width=13.5, **line)
        for d in lines
    )
    return rim + "".join(make_path(d, stroke=LIGHT_BY_LETTER["p"], stroke_width=8.5, **line) for d in lines)


PATTERN_BY_LETTER = {"y": draw_tubes, "r": draw_fan, "g": draw_brain, "p": draw_branches}


def draw_bold_tubes() -> str:
    """Return three simple yellow tubes, 84 × 60."""
    parts = []
    for x, y, r in ((-25, -8, 18), (24, -8, 18), (0, 13, 18)):
        parts.append(make_circle(x, y, r, "#FAEEC3", stroke="#6C4407", stroke_width=5))
        parts.append(make_circle(x, y + 1, r * 0.54, "#4A422A"))
    return "".join(parts)


def draw_bold_fan() -> str:
    """Return a simple red fan, 84 × 60."""
    rim = {"stroke": FOOT_BY_LETTER["r"], "stroke_width": 4, "stroke_linejoin": "round"}
    shell = make_path("M-9,30 L-42,2 A42,34 0 0 1 42,2 L9,30Z", "#FFA28D", **rim)
    ribs = "".join(
        make_path(
            f"M{x * 0.16:.1f},24 L{x},{y}", stroke=FOOT_BY_LETTER["r"], stroke_width=6, stroke_linecap="round"
        )
        for x, y in ((-25, -8), (0, -17), (25, -8))
    )
    return shell + ribs


def draw_bold_brain() -> str:
    """Return a green brain with few folds, 84 × 60."""
    shell = f'<ellipse rx="42" ry="30" fill="#C7DFC5" stroke="{FOOT_BY_LETTER["g"]}" stroke-width="4"/>'
    folds = []
    for y, reach in ((-13, 29), (1, 35), (15, 28)):
        points = [(-reach + 2 * reach * i / 6, y + (5.5 if i % 2 else -5.5)) for i in range(7)]
        folds.append(
            make_path(make_curve(points), stroke=FOOT_BY_LETTER["g"], stroke_width=6, stroke_linecap="round")
        )
    return shell + "".join(folds)


def draw_bold_branches() -> str:
    """Return a few thick purple branches, 84 × 60."""
    lines = ("M0,30 V-24", "M0,20 C-20,18 -32,6 -33,-16", "M0,20 C20,18 32,6 33,-16")
    line = {"stroke_linecap": "round", "stroke_linejoin": "round"}
    rim = "".join(make_path(d, stroke=FOOT_BY_LETTER["p"], stroke_width=18, **line) for d in lines)
    return rim + "".join(make_path(d, stroke="#E4DCEE", stroke_width=10.5, **line) for d in lines)


BOLD_PATTERN_BY_LETTER = {
    "y": draw_bold_tubes,
    "r": draw_bold_fan,
    "g": draw_bold_brain,
    "p": draw_bold_branches,
}
"""Functions that draw simplified patterns, recognizable on a phone, by the letter of a coral's colour."""


def draw_slab(colour_letter: str, size: Slab) -> str:
    """Return a coral without its pattern: its face and, below the face, its side."""
    w, d, h = size.width - 8, size.face_depth - 6, size.side_height
    body = make_rect(4, 3 + h, w, d, 16, FOOT_BY_LETTER[colour_letter], stroke=INK, stroke_width=2.4)
    body += make_rect(4, 3 + h * 0.55, w, d, 16, SIDE_BY_LETTER[colour_letter])
    face = make_rect(
        4, 3, w, d, 16, FILL_BY_LETTER[colour_letter], stroke=RIM_BY_LETTER[colour_letter], stroke_width=2.4
    )
    shine = make_path(
        f"M9,{d - 14} V20 A12,12 0 0 1 21,8.5 H{w - 16}",
        stroke=LIGHT_BY_LETTER[colour_letter],
        stroke_width=4,
        stroke_linecap="round",
        opacity=".75",
    )
    return body + face + shine


def draw_top_coral(colour_letter: str, height: int, size: Slab) -> str:
    """Return the top coral of a stack, with its pattern and, if above 1, the height of the stack."""
    middle = size.face_depth / 2 + 1
    if height == 1:
        return draw_slab(colour_letter, size) + make_group(
            BOLD_PATTERN_BY_LETTER[colour_letter](), size.width / 2, middle, size.face_depth / 80
        )
    # Leave room for the badge with the stack's height. Its corner may touch the pattern's empty corner.
    room = (size.width - 1 - BADGE_POSITION[0] - size.badge_font_size * 0.82) / 84
    scale = min(size.face_depth / 92, room)
    down = 0.07 if scale < room else 0.13
    pattern = make_group(
        BOLD_PATTERN_BY_LETTER[colour_letter](),
        size.width - 7 - 42 * scale,
        middle + size.face_depth * down,
        scale,
    )
    return draw_slab(colour_letter, size) + pattern + make_group(draw_badge(height, size), *BADGE_POSITION)


def draw_badge(height: int, size: Slab) -> str:
    """Return a badge with the height of a stack, for the face of its top coral."""
    high, wide = size.badge_font_size, size.badge_font_size * 0.82
    pill = make_rect(1, 1, wide, high * 0.95, 10, CREAM, stroke=INK, stroke_width=3)
    return pill + make_text(1 + wide / 2, 1 + high * 0.83, high, str(height), INK)


def draw_coral_square(
    colour_letter: str, side: float, clip_id: str = "t", height: str = "", width: float = 0
) -> str:
    """Return a coral's square, or a rectangle of ``width``, with ``height`` written beside the coral."""
    width = width or side
    inner = f'<rect width="{width:g}" height="{side:g}" rx="{side * 0.2:g}"/>'
    x, y, scale = width / 2, side / 2, side / 98
    if height:
        badge = BADGE_WIDTHS[len(height)] * _measure_badge_scale(side)
        x, scale = (badge + width) / 2, min(side, (width - badge) * 1.1) / 98
    body = make_rect(0, 0, width, side, 0, FILL_BY_LETTER[colour_letter]) + make_group(
        BOLD_PATTERN_BY_LETTER[colour_letter](), x, y, scale
    )
    frame = make_rect(
        1, 1, width - 2, side - 2, side * 0.18, "none", stroke=FOOT_BY_LETTER[colour_letter], stroke_width=2.4
    )
    return clip_to_shape(f"{clip_id}{colour_letter}", inner, body) + frame + _draw_badge(height, side)


def _draw_badge(height: str, side: float) -> str:
    """Return a cream badge with the height of a coral, for the left part of its square."""
    if not height:
        return ""
    scale = _measure_badge_scale(side)
    wide = BADGE_WIDTHS[len(height)] * scale
    return make_rect(0, 0, wide, side, 8, CREAM, stroke=INK, stroke_width=2.4) + make_text(
        wide / 2, side / 2 + 13 * scale, round(37 * scale), height, INK
    )


def _measure_badge_scale(side: float) -> float:
    """Return how much larger the height's badge is on a large square than on others."""
    return max(1, side / MAX_PLAIN_BADGE_SIDE)


def draw_any_coral_square(side: float, height: str) -> str:
    """Return the square that stands for any coral in a pattern, with the required height, if any."""
    inner = f'<rect width="{side:g}" height="{side:g}" rx="{side * 0.2:g}"/>'
    half = side / 2
    quarters = (
        (FILL_BY_LETTER["y"], 0, 0),
        (FILL_BY_LETTER["r"], half, 0),
        (FILL_BY_LETTER["p"], 0, half),
        (FILL_BY_LETTER["g"], half, half),
    )
    body = "".join(make_rect(x, y, half, half, 0, fill) for fill, x, y in quarters)
    disc = make_circle(half, half, side * 0.34, CREAM, stroke=INK, stroke_width=2.4)
    label = make_text(half, half + side * 0.2, side * 0.56, height, INK) if height else ""
    frame = make_rect(1, 1, side - 2, side - 2, side * 0.18, "none", stroke=INK, stroke_width=2.4)
    return clip_to_shape("jok", inner, body) + frame + disc + label
