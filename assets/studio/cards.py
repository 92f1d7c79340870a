"""The cards, tiles and dice of Das Riff as whole pieces."""

from __future__ import annotations

from assets.studio import pieces
from assets.studio.fish import FILL, LETTERS, MARK, RIM, fish
from assets.studio.paper import (
    CREAM,
    INK,
    NAVY,
    circle,
    clip,
    group,
    mix,
    path,
    rect,
    smooth,
    svg,
    text,
    wave,
)

CARD = 112
BROOD_W, BROOD_H = 184, 104
TILE_W, TILE_H = 56, 152
WATERS = {
    "r": ("#D9F0EA", "#B5DEDA"),
    "y": ("#1F6F90", "#175A79"),
    "b": ("#FFF1D2", "#F6DCA8"),
    "g": ("#FFEBD6", "#F8D2B4"),
    "p": ("#FBEADB", "#F3D2C4"),
    "w": ("#1F6F90", "#175A79"),
}


def plain(
    name: str, tone: str, deep: str, width: float = CARD, height: float = CARD, rim: str = CREAM
) -> str:
    """Return an empty card: a paper frame around water with one darker wave."""
    inner = f'<rect x="4" y="4" width="{width - 8}" height="{height - 8}" rx="9"/>'
    line = smooth(wave(height * 0.72, -4, width + 4, 5, width * 0.8, 0.6))
    low = f"{line} L{width + 4},{height} L-4,{height}Z"
    inside = rect(0, 0, width, height, 0, tone) + path(low, deep)
    inside += path(
        f"M4,{height} V13 A9,9 0 0 1 13,4 H{width}", stroke="#04182A", stroke_opacity=".16", stroke_width=5
    )
    return (
        rect(0, 0, width, height, 12, mix(rim, "#6B4A20", 0.35))
        + rect(0, 0, width - 1.5, height - 1.5, 12, rim)
        + clip(f"{name}i", inner, inside)
    )


def corner(letter: str, x: float = 4, y: float = 4) -> str:
    """Return the letter of a colour on a tab in the upper left corner, 27 by 28."""
    ink = "#FFFFFF" if letter in "rgp" else INK
    tab = f"M{x},{y + 10} A9,9 0 0 1 {x + 9},{y} H{x + 27} V{y + 18} A10,10 0 0 1 {x + 17},{y + 28} H{x}Z"
    return path(tab, FILL[letter], stroke=RIM[letter], stroke_width=1.6) + text(
        x + 13.2, y + 21.5, 22, letter.upper(), ink
    )


def sign(sex: str, x: float, y: float) -> str:
    """Return the sign of a sex about ``x``, ``y``: blunt dark strokes on a round tab."""
    line = {"stroke": INK, "stroke_width": 3.4, "stroke_linecap": "round", "stroke_linejoin": "round"}
    if sex == "m":
        drawn = circle(-3, 3, 5.6, "none", **line) + path("M1.2,-1.2 L7.4,-7.4 M1.6,-7.6 H7.6 V-1.6", **line)
    else:
        drawn = circle(0, -3.6, 5.6, "none", **line) + path("M0,2.2 V10 M-4,6.2 H4", **line)
    return group(circle(0, 0, 13.5, CREAM, stroke=INK, stroke_width=1.6) + drawn, x, y)


def fish_card(letter: str, sex: str) -> str:
    """Return a fish card without its dots."""
    body = group(fish(letter, sex, "f"), 55, 62.5, 0.94 if letter in "yp" else 1.0)
    return plain("c", *WATERS[letter]) + body + corner(letter) + sign(sex, 95, 17)


def coral_card(inner: str = "") -> str:
    """Return a coral card, or one with a parent or brood on it."""
    return plain("c", "#C9ECE4", "#F3D9A6") + inner


def reef_card(letter: str, sex: str) -> str:
    """Return a coral that holds a lone parent."""
    back = group(f'<g opacity=".55">{pieces.coral("k", 1)}</g>', 56, 60)
    return coral_card(back + group(fish(letter, sex, "f"), 59, 60, 0.86)) + corner(letter) + sign(sex, 95, 17)


def pair(first: str, second: str, width: float, height: float) -> tuple[str, str]:
    """Return the inner shape of a brood card and its two waters."""
    half = smooth(
        [
            (width / 2 + 7, -6),
            (width / 2 - 5, height * 0.3),
            (width / 2 + 6, height * 0.65),
            (width / 2 - 7, height + 6),
        ]
    )
    left = f"{half} L-6,{height + 6} L-6,-6Z"
    a, b = mix(FILL[first], "#FFFFFF", 0.62), mix(FILL[second], "#FFFFFF", 0.62)
    a = "#2F7C9B" if first in "yw" else a
    b = "#2F7C9B" if second in "yw" else b
    if first == second:
        b = a
    inside = (
        rect(0, 0, width, height, 0, b)
        + path(left, "#04182A", opacity=".18", transform="translate(4 1)")
        + path(left, a)
    )
    inner = f'<rect x="4" y="4" width="{width - 8:g}" height="{height - 8:g}" rx="9"/>'
    return inner, inside


def brood_card(first: str, second: str) -> str:
    """Return an open brood card: its two colours as young fish that meet."""
    w, h = BROOD_W, BROOD_H
    inner, inside = pair(first, second, w, h)
    base = (
        rect(0, 0, w, h, 12, "#B98A3C")
        + rect(0, 0, w - 1.5, h - 1.5, 12, "#FFE3A3")
        + clip("ci", inner, inside)
    )
    young = group(fish(first, None, "a"), 50, 58, 0.84, flip=True) + group(
        fish(second, None, "b"), 135, 58, 0.84
    )
    bubbles = (
        circle(92, 44, 4.5, "#FFFFFF", opacity=".85")
        + circle(97, 31, 3.2, "#FFFFFF", opacity=".85")
        + circle(90, 21, 2.4, "#FFFFFF", opacity=".85")
    )
    right = _right_corner(second, w)
    return base + young + bubbles + corner(first) + right


def _right_corner(letter: str, width: float) -> str:
    """Return the tab of :func:`corner` for the upper right."""
    ink = "#FFFFFF" if letter in "rgp" else INK
    x = width - 4
    tab = f"M{x},14 A9,9 0 0 0 {x - 9},4 H{x - 27} V22 A10,10 0 0 0 {x - 17},32 H{x}Z"
    return path(tab, FILL[letter], stroke=RIM[letter], stroke_width=1.6) + text(
        x - 13.2, 25.5, 22, letter.upper(), ink
    )


def closed_card(first: str, second: str) -> str:
    """Return a coral closed by a brood."""
    inner, inside = pair(first, second, CARD, CARD)
    base = rect(0, 0, CARD, CARD, 12, "#B98A3C") + rect(0, 0, CARD - 1.5, CARD - 1.5, 12, "#FFC53D")
    young = group(fish(first, None, "a"), 41, 50, 0.6, flip=True) + group(
        fish(second, None, "b"), 71, 76, 0.6
    )
    return base + clip("ci", inner, inside) + young + corner(first) + _right_corner(second, CARD)


def tile(inner: str, empty: bool, letter: str = "") -> str:
    """Return a tall tile for a stock with room for a count at its foot."""
    base, foot = ("#1B5577", NAVY) if not empty else ("#2C5068", "#1A3B50")
    shape = f'<rect width="{TILE_W}" height="{TILE_H}" rx="12"/>'
    content = rect(0, 0, TILE_W, TILE_H, 0, base)
    content += path(
        f"M0,{TILE_H} V12 A12,12 0 0 1 12,0 H{TILE_W}", stroke="#FFFFFF", stroke_opacity=".16", stroke_width=5
    )
    content += rect(0, TILE_H - 40, TILE_W, 40, 0, foot)
    tab = ""
    if letter:
        ink = "#FFFFFF" if letter in "rgp" else INK
        tab = rect(13, 6, 30, 24, 8, FILL[letter], stroke=RIM[letter], stroke_width=1.6) + text(
            28, 25.4, 21, letter.upper(), ink
        )
    body = f'<g opacity=".35">{inner}</g>' if empty else inner
    return clip("ti", shape, content + body) + tab


def die_marks(letter: str) -> str:
    """Return the pattern of a colour on a die."""
    mark = MARK[letter]
    if letter in "yw":
        places, wide = ((8, 43), 5) if letter == "y" else ((8, 40), 8)
        return "".join(rect(x, 4, wide, 48, 0, mark) for x in places)
    if letter == "b":
        return rect(4, 23, 48, 10, 0, mark)
    if letter == "g":
        ring = ((12, 12), (28, 9), (44, 12), (9, 28), (47, 28), (12, 44), (28, 47), (44, 44))
        return "".join(circle(x, y, 3, mark) for x, y in ring)
    if letter == "p":
        squares = [(i, j) for i in range(6) for j in range(6) if (i + j) % 2]
        return "".join(rect(4 + 8 * i, 4 + 8 * j, 8, 8, 0, mark) for i, j in squares)
    return ""


def die(letter: str) -> str:
    """Return a die that shows a colour, 56 square."""
    ink = "#FFFFFF" if letter in "rgp" else INK
    inner = '<rect x="6" y="6" width="44" height="44" rx="9"/>'
    marks = die_marks(letter)
    return (
        rect(0, 0, 56, 56, 12, "#9C7A45")
        + rect(0, 0, 53.5, 53.5, 12, CREAM)
        + clip(
            "di",
            inner,
            rect(4, 4, 50, 50, 0, FILL[letter])
            + marks
            + path("M6,50 V15 A9,9 0 0 1 15,6 H50", stroke="#FFFFFF", stroke_opacity=".35", stroke_width=5),
        )
        + circle(28, 28, 14.5, FILL[letter], stroke=ink, stroke_width=2.2)
        + text(28, 36, 23, letter.upper(), ink)
    )


def chip(letter: str) -> str:
    """Return the legend of a colour, 48 square: pattern and letter."""
    return group(die(letter), scale=48 / 56)


def files() -> dict[str, str]:
    """Return every SVG of the cards by its name."""
    out = {}
    for a in LETTERS:
        for sex in "mf":
            out[f"fish_{a}{sex}"] = svg(CARD, CARD, fish_card(a, sex))
            out[f"reef_{a}{sex}"] = svg(CARD, CARD, reef_card(a, sex))
        out[f"die_{a}"] = svg(56, 56, die(a))
        out[f"chip_{a}"] = svg(48, 48, chip(a))
        worm = group(pieces.worm(a, "w"), 28, 70)
        out[f"worm_{a}"] = svg(TILE_W, TILE_H, tile(worm, False, a))
        out[f"worm_{a}_none"] = svg(TILE_W, TILE_H, tile(worm, True, a))
    for i, a in enumerate(LETTERS):
        for b in LETTERS[i:]:
            out[f"brood_{a}{b}"] = svg(BROOD_W, BROOD_H, brood_card(a, b))
            out[f"closed_{a}{b}"] = svg(CARD, CARD, closed_card(a, b))
    reef = group(pieces.coral("k"), 56, 59)
    out["coral"] = svg(CARD, CARD, coral_card(reef))
    out["pearl"] = svg(CARD, CARD, plain("c", "#3A4F7E", "#2C3C66") + group(pieces.shell("k"), 56, 66))
    out["shark"] = svg(CARD, CARD, plain("c", "#17324B", "#0F2438") + group(pieces.shark("k"), 56, 58))
    out["water"] = svg(CARD, CARD, pieces.water("k"))
    out["down"] = svg(CARD, CARD, pieces.wave_back("k"))
    pearls = group(pieces.pearl(0, 0, 20), 28, 60)
    sharks = group(pieces.shark("k"), 28, 60, 0.62, turn=75)
    for name, inner in (("pearls", pearls), ("sharks", sharks)):
        out[name] = svg(TILE_W, TILE_H, tile(inner, False))
        out[f"{name}_none"] = svg(TILE_W, TILE_H, tile(inner, True))
    for seat in (0, 1):
        out[f"boat_{seat}"] = svg(70, 46, group(pieces.boat(seat, "k"), 35, 26, 0.78), "#3189A7")
    out["dot"] = svg(12, 12, circle(6, 6, 4.6, CREAM, stroke=INK, stroke_width=1.8))
    return out
