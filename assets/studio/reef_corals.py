"""The four corals of Reef: slabs seen at a slant, each colour with a growth of its own.

Yellow are tubes, red a fan, green a brain, purple branches.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import NamedTuple

from assets.studio.paper import CREAM, INK, circle, clip, group, mix, path, rect, smooth, text

LETTERS = "yrgp"
FILL = {"y": "#E2D71F", "r": "#A9050F", "g": "#3DA96F", "p": "#52167C"}
SIDE = {"y": "#A98A12", "r": "#6B0710", "g": "#1F6E49", "p": "#371054"}
FOOT = {"y": "#82660C", "r": "#4A0610", "g": "#154F38", "p": "#240A3B"}
RIM = {letter: mix(fill, INK, 0.72) for letter, fill in FILL.items()}
LIGHT = {
    "y": mix(FILL["y"], "#FFFFFF", 0.55),
    "r": mix(FILL["r"], "#FF8A7A", 0.62),
    "g": mix(FILL["g"], "#FFFFFF", 0.5),
    "p": mix(FILL["p"], "#E3B7FF", 0.62),
}
DARK = {letter: mix(fill, INK, 0.34) for letter, fill in FILL.items()}


class Slab(NamedTuple):
    """How large a coral is drawn: the face of a stack, and how much each coral adds to its height."""

    name: str
    wide: int
    deep: int
    high: int
    badge: int


LARGE = Slab("large", 152, 92, 14, 42)
SMALL = Slab("small", 108, 78, 11, 38)
SLABS = (LARGE, SMALL)


def tubes() -> str:
    """Return yellow tubes about the origin, 84 by 60."""
    parts = []
    for x, y, r in ((-26, -6, 13), (0, -13, 14), (27, -5, 13), (-12, 13, 14), (17, 14, 14)):
        parts.append(circle(x + 1.5, y + 3, r + 1, DARK["y"]))
        parts.append(circle(x, y, r, LIGHT["y"], stroke=RIM["y"], stroke_width=2.6))
        parts.append(circle(x, y + 0.5, r * 0.5, RIM["y"]))
    return "".join(parts)


def fan() -> str:
    """Return a red fan about the origin, 84 by 60."""
    arc = [(42 * math.cos(a), 26 - 52 * math.sin(a)) for a in (math.pi * (0.1 + 0.1 * i) for i in range(9))]
    scallop = "M0,29 L" + f"{arc[0][0]:.1f},{arc[0][1]:.1f} "
    for (ax, ay), (bx, by) in pairwise(arc):
        mx, my = (ax + bx) / 2 * 1.13, 26 - (26 - (ay + by) / 2) * 1.13
        scallop += f"Q{mx:.1f},{my:.1f} {bx:.1f},{by:.1f} "
    body = path(scallop + "Z", LIGHT["r"], stroke=RIM["r"], stroke_width=2.6, stroke_linejoin="round")
    ribs = "".join(
        path(f"M0,26 L{x * 0.9:.1f},{26 - (26 - y) * 0.9:.1f}", stroke=FILL["r"], stroke_width=3.2)
        for x, y in arc[1:-1]
    )
    veins = path("M-21,10 Q0,-9 21,10", stroke=FILL["r"], stroke_width=3) + path(
        "M-31,1 Q0,-27 31,1", stroke=FILL["r"], stroke_width=3
    )
    return body + ribs + veins


def brain() -> str:
    """Return a green brain about the origin, 84 by 60."""
    shell = (
        f'<ellipse cx="0" cy="0" rx="42" ry="29" fill="{LIGHT["g"]}" stroke="{RIM["g"]}" stroke-width="2.6"/>'
    )
    folds = []
    for y in (-18, -6, 6, 18):
        reach = 42 * math.sqrt(max(0.1, 1 - (y / 31) ** 2)) - 7
        points = [(-reach + 2 * reach * i / 8, y + (4.5 if i % 2 else -4.5)) for i in range(9)]
        folds.append(path(smooth(points), stroke=RIM["g"], stroke_width=4.2, stroke_linecap="round"))
    return shell + "".join(folds)


def branches() -> str:
    """Return purple branches about the origin, 84 by 60."""
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
    rim = "".join(path(d, stroke=mix(RIM["p"], INK, 0.5), stroke_width=13.5, **line) for d in lines)
    return rim + "".join(path(d, stroke=LIGHT["p"], stroke_width=8.5, **line) for d in lines)


GROWTH = {"y": tubes, "r": fan, "g": brain, "p": branches}


def slab(letter: str, size: Slab) -> str:
    """Return one coral: its face, and its side below."""
    w, d, h = size.wide - 8, size.deep - 6, size.high
    body = rect(4, 3 + h, w, d, 18, FOOT[letter], stroke=INK, stroke_width=2.4)
    body += rect(4, 3 + h * 0.55, w, d, 18, SIDE[letter])
    face = rect(4, 3, w, d, 18, FILL[letter], stroke=RIM[letter], stroke_width=2.4)
    shine = path(
        f"M9,{d - 14} V20 A12,12 0 0 1 21,8.5 H{w - 16}",
        stroke=LIGHT[letter],
        stroke_width=4,
        stroke_linecap="round",
        opacity=".75",
    )
    return body + face + shine


def on_top(letter: str, height: int, size: Slab) -> str:
    """Return the highest coral of a stack, with its growth, its letter and the height of the stack."""
    wide = size.wide
    scale = 0.98 if size is LARGE else 0.72
    x, y = (wide * 0.655, size.deep * 0.53) if size is LARGE else (wide * 0.655, size.deep * 0.6)
    grown = group(GROWTH[letter](), x, y, scale)
    b = size.badge
    pill = rect(10, 8, b * 1.38, b, 11, CREAM, stroke=RIM[letter], stroke_width=2.2)
    ink = INK
    label = text(10 + b * 0.42, 8 + b * 0.75, b * 0.66, letter.upper(), ink)
    number = text(10 + b * 0.98, 8 + b * 0.79, b * 0.82, str(height), ink)
    return slab(letter, size) + grown + pill + label + number


def token(letter: str, side: float = 40, name: str = "t") -> str:
    """Return a small square of a colour with its growth, for the coral that a card brings."""
    inner = f'<rect width="{side:g}" height="{side:g}" rx="{side * 0.24:g}"/>'
    body = rect(0, 0, side, side, 0, FILL[letter]) + group(GROWTH[letter](), side / 2, side / 2, side / 106)
    frame = rect(1, 1, side - 2, side - 2, side * 0.22, "none", stroke=RIM[letter], stroke_width=2.4)
    return clip(f"{name}{letter}", inner, body) + frame


def lettered(letter: str, name: str) -> str:
    """Return a small square of a colour, 40 wide, with its growth and its letter in the corner."""
    side = 40
    inner = f'<rect width="{side}" height="{side}" rx="9.6"/>'
    body = rect(0, 0, side, side, 0, FILL[letter]) + group(GROWTH[letter](), 25, 26, 0.34)
    frame = rect(1, 1, side - 2, side - 2, 8.8, "none", stroke=RIM[letter], stroke_width=2.4)
    pill = rect(1, 1, 19, 20, 7, CREAM, stroke=RIM[letter], stroke_width=2)
    return clip(f"{name}{letter}", inner, body) + frame + pill + text(10.5, 17.5, 18, letter.upper(), INK)


def square(letter: str, side: float, height: str = "") -> str:
    """Return one space of a pattern: its colour, its letter, and the height it asks for. ``*`` is a joker."""
    r = side * 0.2
    if letter == "*":
        inner = f'<rect width="{side:g}" height="{side:g}" rx="{r:g}"/>'
        half = side / 2
        body = (
            rect(0, 0, half, half, 0, FILL["y"])
            + rect(half, 0, half, half, 0, FILL["r"])
            + rect(0, half, half, half, 0, FILL["p"])
            + rect(half, half, half, half, 0, FILL["g"])
        )
        disc = circle(half, half, side * 0.31, CREAM, stroke=INK, stroke_width=1.6)
        label = text(half, half + side * 0.19, side * 0.54, height, INK)
        frame = rect(1, 1, side - 2, side - 2, r, "none", stroke=INK, stroke_width=2)
        return clip("jok", inner, body) + frame + disc + label
    ink = INK if letter in "yg" else "#FFFFFF"
    body = rect(1, 1, side - 2, side - 2, r, FILL[letter], stroke=RIM[letter], stroke_width=2.2)
    content = letter.upper() + height
    size = side * (0.66, 0.66, 0.56, 0.46)[len(content)]
    return body + text(side / 2, side / 2 + size * 0.35, size, content, ink)
