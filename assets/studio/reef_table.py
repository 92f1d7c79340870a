"""The sea of Reef, the sands on which reefs grow, and every sprite of the game by name."""

from __future__ import annotations

import math

from assets.studio import reef_cards
from assets.studio.paper import CREAM, GOLD, INK, NAVY, circle, group, mix, path, rect, smooth, svg, text
from assets.studio.reef_corals import LARGE, LETTERS, SLABS, SMALL, Slab, on_top, slab, token
from assets.studio.table import SEA, ribbon
from games.reef.layout import FINAL, MINI
from games.reef.parts import CARDS

W, H = 1400, 1000
PANEL_X = 1008
LARGE_AREA = (984, 480)
SMALL_AREA = (488, 480)
REEF_AT = {"large": (356, 74), "small": (42, 130)}
"""Where the hollow of a4 lies within its area."""
ROWS = {2: 108, 3: 70, 4: 50}
"""The height of a seat's line at the side, by seats."""
PLACES = {True: ("#F6D894", "#B98A3C", "#FFE9B0"), False: ("#15334D", "#4E7F9C", "#1A3D59")}
"""The place of the first discard on a plate: fill, dashes, and the plate."""
SANDS = {True: ("#F4D592", "#E5BC70", "#FFE9B5"), False: ("#A9A58F", "#969582", "#BAB7A3")}


def sea() -> str:
    """Return the sea in paper layers from light to deep, and the panel at its side."""
    parts = [rect(0, 0, W, H, 0, SEA[-2])]
    for i in range(len(SEA) - 3, 0, -1):
        x = -40 + i * 175
        edge = [
            (x + 26 * math.sin(t / 1000 * 2 * math.pi * 2.2 + i * 1.3) + 9 * math.sin(t / 90 + i), float(t))
            for t in range(-40, 1081, 40)
        ]
        body = smooth(edge) + " L-40,1080 L-40,-40Z"
        parts.append(path(body, "#06263B", opacity=".12", transform="translate(8 4)"))
        parts.append(path(body, SEA[i]))
    parts.append(rect(PANEL_X, 8, W - PANEL_X - 8, H - 16, 18, "#0E3350"))
    return "".join(parts)


def sand(width: int, height: int, lit: bool) -> str:
    """Return an island of sand with a soft shore."""
    tone, shade, light = SANDS[lit]

    def shore(inset: float, swing: float, phase: float) -> str:
        points = []
        steps = 44
        for i in range(steps):
            a = 2 * math.pi * i / steps
            # a rounded box: a superellipse
            cx, sx = math.cos(a), math.sin(a)
            r = 1 / ((abs(cx) ** 7 + abs(sx) ** 7) ** (1 / 7))
            off = inset + swing * math.sin(i * 1.9 + phase)
            points.append((width / 2 + (width / 2 - off) * r * cx, height / 2 + (height / 2 - off) * r * sx))
        return smooth(points, closed=True)

    return (
        path(shore(6, 3, 0), "#06263B", opacity=".25", transform="translate(3 5)")
        + path(shore(5, 3, 0), shade)
        + path(shore(11, 3, 0.7), light)
        + path(shore(17, 3, 1.1), tone)
    )


def wells(size: Slab, lit: bool) -> str:
    """Return the sixteen hollows of a reef with the names of columns and rows."""
    tone, shade, _ = SANDS[lit]
    left, top = REEF_AT[size.name]
    ink = INK if lit else "#23384A"
    parts = []
    for row in range(4):
        for column in range(4):
            x, y = left + column * size.wide, top + row * size.deep
            parts.append(rect(x + 5, y + 4, size.wide - 10, size.deep - 8, 16, mix(shade, "#6B4A20", 0.22)))
            parts.append(rect(x + 8, y + 9, size.wide - 14, size.deep - 14, 13, mix(shade, tone, 0.35)))
    for row in range(4):
        parts.append(text(left - 15, top + row * size.deep + size.deep / 2 + 9, 26, str(4 - row), ink))
    for column in range(4):
        middle = left + column * size.wide + size.wide / 2
        parts.append(text(middle, top + 4 * size.deep + 21, 26, "abcd"[column], ink))
    return "".join(parts)


def plate(x: float, y: float, w: float, h: float, lit: bool, head: float) -> str:
    """Return a name plate; ``head`` is the height of the part that has the name."""
    back, top, foot = ("#B97A12", GOLD, "#FFE9B0") if lit else ("#0B2238", "#234F70", "#1A3D59")
    parts = [rect(x, y, w, h, 14, back), rect(x, y, w - 3, h - 3, 14, top)]
    if head < h:
        parts.append(
            path(
                f"M{x},{y + head} h{w - 3} v{h - head - 17} a14,14 0 0 1 -14,14 h{-(w - 31)} "
                f"a14,14 0 0 1 -14,-14Z",
                foot,
            )
        )
    parts.append(
        path(
            f"M{x + 2.5},{y + head - 8} V{y + 16} A13,13 0 0 1 {x + 16},{y + 2.5} H{x + w - 18}",
            stroke="#FFFFFF",
            stroke_width=4,
            opacity=".4" if lit else ".14",
            stroke_linecap="round",
        )
    )
    return "".join(parts)


def area(size: Slab, lit: bool) -> str:
    """Return the place of a seat: sand, plate and hollows."""
    if size is LARGE:
        board = sand(*LARGE_AREA, lit) + plate(26, 26, 276, 428, lit, 64)
    else:
        board = sand(*SMALL_AREA, lit) + plate(20, 16, 448, 60, lit, 60)
    return board + wells(size, lit)


def supply(letter: str) -> str:
    """Return the stock of a colour with room for its count, 88 by 104."""
    return (
        rect(0, 0, 86, 104, 12, NAVY)
        + rect(0, 0, 86, 64, 12, "#1B5577")
        + rect(0, 40, 86, 24, 0, "#1B5577")
        + f'<g transform="translate(15 5)">{token(letter, 56)}</g>'
        + rect(2, 2, 26, 26, 7, CREAM, stroke=INK, stroke_width=1.6)
        + text(15, 22.5, 21, letter.upper(), INK)
    )


def star(content: str) -> str:
    """Return the number of a match, 34 square."""
    return circle(17, 17, 15.5, INK) + circle(17, 17, 13, "#FFFFFF") + text(17, 25, 22, content, INK)


def fresh() -> str:
    """Return the mark of a coral just laid, 34 square."""
    return (
        circle(17, 17, 15.5, INK)
        + circle(17, 17, 13, "#BFE9EE")
        + path("M17,9 V25 M9,17 H25", stroke=INK, stroke_width=4.4, stroke_linecap="round")
    )


def files() -> dict[str, str]:
    """Return every SVG of Reef by its name."""
    out = {"sea": svg(W, H, sea())}
    for size, (width, height) in ((LARGE, LARGE_AREA), (SMALL, SMALL_AREA)):
        for lit in (True, False):
            out[f"area_{size.name}_{'lit' if lit else 'dim'}"] = svg(width, height, area(size, lit), SEA[4])
    for size in SLABS:
        tall = size.deep + size.high
        for letter in LETTERS:
            out[f"{size.name}_{letter}"] = svg(size.wide, tall, slab(letter, size), "#B08F52")
            for height in range(1, 5):
                out[f"{size.name}_{letter}{height}"] = svg(
                    size.wide, tall, on_top(letter, height, size), "#B08F52"
                )
    for number, card in CARDS.items():
        out[f"card_{number}"] = svg(reef_cards.WIDE, reef_cards.HIGH, reef_cards.face(card), "#0E3350")
        small = group(reef_cards.face(card), scale=MINI[0] / reef_cards.WIDE)
        out[f"mini_{number}"] = svg(*MINI, small, "#234F70")
    out["card_back"] = svg(reef_cards.WIDE, reef_cards.HIGH, reef_cards.back(), "#0E3350")
    out["card_none"] = svg(
        reef_cards.WIDE,
        reef_cards.HIGH,
        rect(2, 2, reef_cards.WIDE - 4, reef_cards.HIGH - 4, 12, "#0A2940", stroke="#4E7F9C", stroke_width=3,
             stroke_dasharray="9 7"),
        "#0E3350",
    )  # fmt: skip
    for lit in (True, False):
        fill, dash, ground = PLACES[lit]
        place = rect(2, 2, reef_cards.WIDE - 4, reef_cards.HIGH - 4, 12, fill, stroke=dash, stroke_width=3,
                     stroke_dasharray="9 7")  # fmt: skip
        out[f"discard_{'lit' if lit else 'dim'}"] = svg(reef_cards.WIDE, reef_cards.HIGH, place, ground)
    out["held"] = svg(34, 44, reef_cards.small_back(), "#1A3D59")
    for letter in LETTERS:
        out[f"supply_{letter}"] = svg(86, 104, supply(letter), "#0E3350")
    for number in range(1, 17):
        out[f"match_{number}"] = svg(34, 34, star(str(number)), INK)
    out["count"] = svg(60, 46, rect(0, 0, 60, 46, 12, "#7FB7D9") + rect(2, 2, 56, 42, 10, NAVY), "#143F6B")
    extra = circle(26, 26, 25, "#FFFFFF") + circle(26, 26, 22, "#8C0F16")
    out["extra"] = svg(52, 52, extra, CREAM)
    for seats, height in ROWS.items():
        for lit in (True, False):
            row = rect(0, 0, 368, height, 12, "#FFE9B0" if lit else "#234F70")
            out[f"row_{seats}_{'lit' if lit else 'dim'}"] = svg(368, height, row, "#0E3350")
    for seats, places in FINAL.items():
        for lit in (True, False):
            row = rect(0, 0, 368, places[0].h, 12, "#FFE9B0" if lit else "#234F70")
            out[f"final_{seats}_{'lit' if lit else 'dim'}"] = svg(368, places[0].h, row, "#0E3350")
    out["ribbon"] = svg(540, 94, f'<g transform="scale(.71)">{ribbon()}</g>', SEA[4])
    out["fresh"] = svg(34, 34, fresh(), INK)
    out["coin"] = svg(52, 52, reef_cards.coin(26, 25, 23, ""), "#0E3350")
    out["banner"] = svg(368, 60, plate(0, 0, 368, 60, True, 60), "#0E3350")
    out["pill"] = svg(176, 34, rect(0, 0, 176, 34, 12, NAVY) + rect(1, 1, 174, 32, 11, "#17577A"), "#0E3350")
    return out
