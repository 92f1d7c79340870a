"""The sea, the reef shelves and the plates on which the pieces lie."""

from __future__ import annotations

import math

from assets.studio import pieces
from assets.studio.paper import GOLD, INK, NAVY, circle, group, mix, path, rect, smooth, svg, text, wave

W, H = 1400, 1000
SEA = ("#A9E2DA", "#7FD0CF", "#5ABBC6", "#41A3B8", "#3189A7", "#267194", "#1D5B81", "#16486D", "#113A5A")
LEFT, TOP, CARD, GAP = 40, 264, 112, 8
SHELF = 190
SAND = ("#86AAA6", "#F4D592")
SHADE = ("#6C9491", "#E5BC70")
LIGHT = ("#9BBBB4", "#FFE9B5")
FOOT = ("#1A3D59", "#FFE9B0")
"""Tones of the reef of a seat that waits, and of the seat whose turn it is."""
WAYS = {"right": 0, "down": 90, "left": 180, "up": 270}
"""How far the sign of a side is turned."""
DARK = mix(NAVY, SEA[-1], 0.4)


def sea() -> str:
    """Return the sea in paper layers, light at the sea edge and deep at the reef edge."""
    parts = [rect(0, 0, W, H, 0, SEA[-1])]
    for i in range(len(SEA) - 2, -1, -1):
        x = 30 + i * 126
        edge = [
            (x + 22 * math.sin(t / 1000 * 2 * math.pi * 2.5 + i * 1.3) + 9 * math.sin(t / 90 + i), float(t))
            for t in range(-40, 1081, 40)
        ]
        body = smooth(edge) + " L-40,1080 L-40,-40Z"
        parts.append(path(body, "#06263B", opacity=".10", transform="translate(13 7)"))
        parts.append(path(body, "#06263B", opacity=".13", transform="translate(6 3)"))
        parts.append(path(body, SEA[i]))
    return "".join(parts)


def wells() -> str:
    """Return hollows where cards lie, and the plates of the column numbers and row letters."""
    parts = []
    for row in range(4):
        for col in range(8):
            x, y = LEFT + col * (CARD + GAP), TOP + row * (CARD + GAP)
            parts.append(rect(x, y, CARD, CARD, 12, "#06263B", opacity=".16"))
            parts.append(
                path(
                    f"M{x + 2},{y + CARD - 6} V{y + 12} A10,10 0 0 1 {x + 12},{y + 2} H{x + CARD - 6}",
                    stroke="#06263B",
                    stroke_width=4,
                    opacity=".14",
                    stroke_linecap="round",
                )
            )
            parts.append(rect(x + 3, y + 4, CARD, CARD, 12, "#06263B", opacity=".22"))
    for row in range(4):
        parts.append(rect(5, TOP + row * 120 + 40, 30, 32, 10, DARK))
    for col in range(8):
        for y in (208, 752):
            parts.append(rect(LEFT + col * 120, y + 5, 30, 30, 10, DARK))
    parts.append(rect(1000, 200, 392, 600, 16, "#06182A", opacity=".5"))
    return "".join(parts)


def shelf(lit: bool) -> str:
    """Return a reef shelf at the top of the picture, its edge downwards."""
    sand, shade, light = SAND[lit], SHADE[lit], LIGHT[lit]
    parts = []
    for drop, opacity in ((13, ".12"), (7, ".18")):
        line = smooth(wave(SHELF + drop, -10, W + 10, 6, 236, 0.4))
        parts.append(path(f"{line} L{W + 10},-10 L-10,-10Z", "#06263B", opacity=opacity))
    line = smooth(wave(SHELF, -10, W + 10, 6, 236, 0.4))
    parts.append(path(f"{line} L{W + 10},-10 L-10,-10Z", shade))
    line = smooth(wave(SHELF - 9, -10, W + 10, 6, 236, 0.9))
    parts.append(path(f"{line} L{W + 10},-10 L-10,-10Z", sand))
    line = smooth(wave(26, -10, W + 10, 9, 310, 2.0))
    parts.append(path(f"{line} L{W + 10},-10 L-10,-10Z", light))
    return "".join(parts)


def plate(lit: bool) -> str:
    """Return a name plate, 232 by 152."""
    back, top, foot = ("#B97A12", GOLD, "#FFE9B0") if lit else ("#0B2238", "#234F70", "#1A3D59")
    return (
        rect(0, 0, 232, 152, 14, back)
        + rect(0, 0, 229, 149, 14, top)
        + path("M0,66 H229 V135 A14,14 0 0 1 215,149 H14 A14,14 0 0 1 0,135Z", foot)
        + path(
            "M2.5,60 V16 A13,13 0 0 1 16,2.5 H214",
            stroke="#FFFFFF",
            stroke_width=4,
            opacity=".4" if lit else ".14",
            stroke_linecap="round",
        )
    )


def slot(lit: bool) -> str:
    """Return the place of a coral that is still to come: its outline in the sand."""
    tone, line = ("#E2B766", "#8A6A32") if lit else ("#729A97", "#3F6668")
    branches = (
        "M56,96 C54,76 56,60 54,42 C53,34 50,28 48,22",
        "M55,78 C42,70 32,64 29,50",
        "M30,56 C24,50 20,46 18,38",
        "M54,52 C60,44 66,38 68,26",
        "M56,84 C70,76 80,70 84,54 C86,46 90,40 94,36",
    )
    grown = "".join(path(d, stroke=tone, stroke_width=12, stroke_linecap="round") for d in branches)
    return grown + rect(3, 3, 106, 106, 11, "none", stroke=line, stroke_width=3, stroke_dasharray="10 8.2")


def turn_plate() -> str:
    """Return the plate in the middle that says whose turn it is, 376 by 72."""
    return (
        rect(0, 0, 376, 72, 14, "#8E5B0C")
        + rect(0, 0, 373.5, 69.5, 14, GOLD)
        + path(
            "M2.5,50 V16 A13,13 0 0 1 16,2.5 H358",
            stroke="#FFFFFF",
            stroke_width=4,
            opacity=".4",
            stroke_linecap="round",
        )
    )


def arrow(down: bool) -> str:
    """Return an arrow to the reef of the seat that is to act, 40 square."""
    d = "M20,36 L5,19 H13 V4 H27 V19 H35Z"
    shape = path(d, "#B3261E", stroke=INK, stroke_width=2.4, stroke_linejoin="round")
    return shape if down else f'<g transform="translate(0 40) scale(1 -1)">{shape}</g>'


def pile(kind: str) -> str:
    """Return a pile with room for its count, 88 by 104."""
    if kind == "draw":
        inner = pieces.wave_back("k", 88, 66)
    elif kind == "discard":
        inner = rect(0, 0, 88, 66, 12, SEA[5])
        for turn, x, tone in ((-16, 27, "#6CC6CC"), (2, 44, "#449FB2"), (19, 61, "#C9ECE4")):
            face = rect(-17, -22, 34, 44, 6, "#FFF4DD", stroke=INK, stroke_width=1.6) + rect(
                -13, -18, 26, 36, 4, tone
            )
            inner += group(face, x, 36, turn=turn)
    elif kind == "broods":
        inner = (
            rect(0, 0, 88, 66, 12, "#7A4E12")
            + rect(3, 3, 82, 60, 9, "#FFE3A3")
            + group(pieces.clutch(), 44, 36, 1.25)
        )
    else:
        inner = (
            rect(0, 0, 88, 66, 12, SEA[4])
            + path(
                "M0,46 C15,40 29,40 44,46 C59,52 73,52 88,46 V54 A12,12 0 0 1 76,66 H12 A12,12 0 0 1 0,54Z",
                SEA[5],
            )
            + group(pieces.boat(None, "k"), 44, 38, 0.86)
        )
    behind = "".join(rect(0, d, 88, 66, 12, tone) for d, tone in ((6, "#04121F"), (3, "#2E6A92")))
    return rect(0, 0, 88, 104, 12, NAVY) + behind + inner


def pip(full: bool) -> str:
    """Return one brood of the score, 24 square."""
    if full:
        return group(
            circle(0, 0, 10.5, "#F2843A", stroke="#7A3B10", stroke_width=2)
            + circle(-2, -2.5, 6.5, "#FFC58A")
            + circle(1.5, 1, 2.4, "#7A3B10"),
            12,
            12,
        )
    return circle(12, 12, 8.6, "#8A98A0", stroke="#5E6E78", stroke_width=2)


def ribbon() -> str:
    """Return the ribbon that names the winner, 760 by 132."""
    tail = path(
        "M10,34 H130 V122 H10 L44,78Z", "#B97A12", stroke=INK, stroke_width=3, stroke_linejoin="round"
    )
    fold = path("M84,104 H130 V122Z", "#6E4404")
    side = tail + fold
    return (
        side
        + f'<g transform="translate(760 0) scale(-1 1)">{side}</g>'
        + rect(84, 8, 592, 96, 10, GOLD, stroke=INK, stroke_width=3)
        + path("M94,17 H666", stroke="#FFF0C4", stroke_width=4, stroke_linecap="round")
        + path("M94,95 H666", stroke="#D99A1E", stroke_width=4, stroke_linecap="round")
    )


def bubbles() -> str:
    """Return the trail of a piece that left the water, 14 by 44."""
    ring = {"stroke": "#FFFFFF", "stroke_width": 2.2}
    return "".join(circle(x, y, r, "#BFE9EE", **ring) for x, y, r in ((7, 36, 5.4), (9, 21, 4), (6, 9, 2.8)))


def ask() -> str:
    """Return the sign that a worm is to be chosen, 40 square."""
    d = (
        "M4,15 A11,11 0 0 1 15,4 H25 A11,11 0 0 1 36,15 V19 "
        "A11,11 0 0 1 25,30 H19 L9,38 L11,29 A10,10 0 0 1 4,19Z"
    )
    return path(d, "#FFFFFF", stroke=INK, stroke_width=2.4, stroke_linejoin="round") + text(
        20, 28, 30, "?", "#B3261E"
    )


def files() -> dict[str, str]:
    """Return every SVG of the table by its name."""
    out = {}
    water = sea() + wells()
    for top_lit, near_lit, name in ((False, True, "near"), (True, False, "far"), (True, True, "both")):
        near = f'<g transform="translate(0 {H}) scale(1 -1)">{shelf(near_lit)}</g>'
        out[f"table_{name}"] = svg(W, H, water + shelf(top_lit) + near)
    for lit in (True, False):
        state = "lit" if lit else "dim"
        out[f"plate_{state}"] = svg(232, 152, plate(lit), SAND[lit])
        out[f"slot_{state}"] = svg(CARD, CARD, slot(lit), SAND[lit])
        out[f"pip_{'full' if lit else 'none'}"] = svg(24, 24, pip(lit), "#8A8F80")
    out["turn"] = svg(376, 72, turn_plate())
    for kind in ("draw", "discard", "broods", "boats"):
        out[f"pile_{kind}"] = svg(88, 104, pile(kind))
    out["bubbles"] = svg(14, 44, bubbles(), SEA[4])
    return out


def moved(down: bool) -> str:
    """Return the sign on a card that has just come: an arrow on a disc, 44 square."""
    disc = circle(22, 22, 20.5, INK) + circle(22, 22, 18.5, GOLD) + circle(22, 22, 15.5, "#FFFFFF")
    shape = path("M22,34 L10.5,21 H17 V10 H27 V21 H33.5Z", "#B3261E")
    return disc + (shape if down else f'<g transform="translate(0 44) scale(1 -1)">{shape}</g>')


def way(turn: int) -> str:
    """Return the sign of the side on which the next seat sits, 34 square."""
    chevron = path("M-4,-8.5 L5,0 L-4,8.5", stroke="#FFFFFF", stroke_width=5, stroke_linecap="round")
    return circle(17, 17, 16.5, "#7FB7D9") + circle(17, 17, 14.5, NAVY) + group(chevron, 17, 17, turn=turn)


def row(lit: bool) -> str:
    """Return the line of a seat in the ranking, 376 by 96."""
    back, top = ("#B97A12", "#FFE9B0") if lit else ("#0B2238", "#234F70")
    return rect(0, 0, 376, 96, 14, back) + rect(0, 0, 373, 93, 14, top)


def crown() -> str:
    """Return the crown of a winner, 88 by 60."""
    line = {"stroke": INK, "stroke_width": 3, "stroke_linejoin": "round"}
    body = path("M12,48 L5,16 L26,30 L44,6 L62,30 L83,16 L76,48Z", GOLD, **line)
    band = rect(11, 43, 66, 13, 4, "#B97A12", **line)
    tips = "".join(
        circle(x, y, 5, "#FFF0C4", stroke=INK, stroke_width=2.4) for x, y in ((6, 15), (44, 6), (82, 15))
    )
    gems = "".join(circle(x, 37, 4, tone) for x, tone in ((28, "#B3261E"), (44, "#B3261E"), (60, "#B3261E")))
    return body + band + gems + tips


def place(number: int) -> str:
    """Return the medal of a place, 52 by 60: of gold, silver and bronze with a band, then plain discs."""
    tone, rim, ink = {
        1: (GOLD, "#7C4A0D", INK),
        2: ("#DCE6EA", "#43525B", INK),
        3: ("#C9822F", "#5A3208", "#FFFFFF"),
    }.get(number, ("#35617F", "#0B2238", "#FFFFFF"))
    band = (
        ""
        if number > 3
        else path("M12,2 H22 L30,22 H20Z", "#B3261E") + path("M40,2 H30 L22,22 H32Z", "#E0453B")
    )
    disc = circle(26, 37, 20.5, tone, stroke=rim, stroke_width=3)
    return band + disc + text(26, 48, 31, str(number), ink)


def shared() -> dict[str, str]:
    """Return every SVG that no game owns, by its name."""
    return {
        "arrow_up": svg(40, 40, arrow(False), GOLD),
        "arrow_down": svg(40, 40, arrow(True), GOLD),
        "ask": svg(40, 40, ask(), GOLD),
        "ribbon": svg(760, 132, ribbon()),
        "moved_down": svg(44, 44, moved(True)),
        "moved_up": svg(44, 44, moved(False)),
        **{f"way_{side}": svg(34, 34, way(turn), GOLD) for side, turn in WAYS.items()},
        "row_lit": svg(376, 96, row(True)),
        "row_dim": svg(376, 96, row(False)),
        "crown": svg(88, 60, crown(), SEA[4]),
        **{f"place_{number}": svg(52, 60, place(number)) for number in range(1, 7)},
    }
