"""The tables of Das Riff, and drawings shared by all games."""

from __future__ import annotations

import math

from assets.studio import pieces
from assets.studio.paper import (
    GOLD,
    INK,
    NAVY,
    clip_to_shape,
    make_circle,
    make_curve,
    make_group,
    make_path,
    make_rect,
    make_svg,
    make_text,
    make_wave,
    mix_colours,
)
from games.das_riff.layout import BANK_BOXES, BANK_COLOUR, BANK_TRAY, BROOD_BOXES
from games.drawing.podium import LARGE_MEDAL_COUNT, LARGE_MEDAL_SIZE, MEDAL_SIZE

W, H = 1400, 1000
SEA_TONES = (
    "#A9E2DA",
    "#7FD0CF",
    "#5ABBC6",
    "#41A3B8",
    "#3189A7",
    "#267194",
    "#1D5B81",
    "#16486D",
    "#113A5A",
)
BOARD_HEIGHT = 1166
LEFT, TOP, CARD, STEP = 52, 318, 128, 134
STRIP_TOPS, STRIP_HEIGHT = (264, 856), 46
CORALS_LEFT_EDGE = 314
SHELF_HEIGHT, BOARD_SHELF_HEIGHT = 190, 236
SAND_FILLS = ("#8CB9CF", "#F4D592")
SAND_SHADES = ("#6F9FBB", "#E5BC70")
SAND_LIGHTS = ("#A6CCDB", "#FFE9B5")
"""Middle, dark and light tones of the sand below the reef of a waiting seat and of the seat to act."""
PLATE_COLOUR = mix_colours(NAVY, SEA_TONES[-1], 0.4)


def draw_sea(height: int = H) -> str:
    """Return the sea in layers that get darker from left to right."""
    parts = [make_rect(0, 0, W, height, 0, SEA_TONES[-1])]
    for i in range(len(SEA_TONES) - 2, -1, -1):
        x = 30 + i * 126
        edge = [
            (x + 22 * math.sin(t / 1000 * 2 * math.pi * 2.5 + i * 1.3) + 9 * math.sin(t / 90 + i), float(t))
            for t in range(-40, height + 81, 40)
        ]
        body = make_curve(edge) + f" L-40,{height + 80} L-40,-40Z"
        parts.append(make_path(body, "#06263B", opacity=".10", transform="translate(13 7)"))
        parts.append(make_path(body, "#06263B", opacity=".13", transform="translate(6 3)"))
        parts.append(make_path(body, SEA_TONES[i]))
    return "".join(parts)


HOLLOW_RIM_BY_COLUMN = (
    "#426784",
    "#33607C",
    "#205D7A",
    "#144264",
    "#113A5B",
    "#4D8196",
    "#40718C",
    "#40718C",
)
"""Rims of empty places in the river, by column, in contrast with the sea there."""
SAND_HOLLOW_COLOURS = (("#76A5C0", "#4E7896"), ("#C7B68F", "#8D8B75"))
"""Colour and rim of an empty place on the reef of a waiting seat, and of the active one."""


def draw_hollow(
    x: float, y: float, width: float, height: float, rim: str, fill: str = "#06263B", opacity: float = 1
) -> str:
    """Return an empty place for a piece: a hollow with a rim, as in ``games.drawing.marks``."""
    return make_rect(x, y, width, height, 12, fill, opacity=opacity) + make_rect(
        x + 2, y + 2, width - 4, height - 4, 10, "none", stroke=rim, stroke_width=4
    )


def draw_das_riff_table() -> str:
    """Return the middle of Das Riff's table: the sea, the empty places of the river, and the panel."""
    parts = [draw_sea(BOARD_HEIGHT)]
    for row in range(4):
        parts.append(make_rect(4, TOP + row * STEP + 38, 44, 52, 12, PLATE_COLOUR))
        for col in range(8):
            parts.append(
                draw_hollow(
                    LEFT + col * STEP, TOP + row * STEP, CARD, CARD, HOLLOW_RIM_BY_COLUMN[col], opacity=0.345
                )
            )
    for col in range(8):
        for y in STRIP_TOPS:
            parts.append(
                draw_hollow(
                    LEFT + col * STEP, y, CARD, STRIP_HEIGHT, HOLLOW_RIM_BY_COLUMN[col], opacity=0.345
                )
            )
        parts.append(make_rect(LEFT + col * STEP + 5, STRIP_TOPS[1] + 4, 38, 38, 10, PLATE_COLOUR))
        parts.append(make_text(LEFT + col * STEP + 24, STRIP_TOPS[1] + 36, 36, str(col + 1), "#FFFFFF"))
    parts.append(make_rect(1122, 248, 278, 670, 16, "#06182A", opacity=".5"))
    parts.append(make_rect(*BANK_TRAY, 16, BANK_COLOUR))
    for box in (*BROOD_BOXES, *BANK_BOXES):
        parts.append(draw_hollow(*box, HOLLOW_RIM_BY_COLUMN[-1], "#0B2740"))
    return "".join(parts)


def draw_reef_places(is_lit: bool) -> str:
    """Return the empty places for a seat's corals on the upper shelf."""
    fill, rim = SAND_HOLLOW_COLOURS[is_lit]
    return "".join(draw_hollow(CORALS_LEFT_EDGE + STEP * i, 44, CARD, CARD, rim, fill) for i in range(5))


def draw_shelf(is_lit: bool, height: int = SHELF_HEIGHT) -> str:
    """Return a shelf of sand, ``height`` pixels high, at the top of the picture."""
    sand, shade, light = SAND_FILLS[is_lit], SAND_SHADES[is_lit], SAND_LIGHTS[is_lit]
    parts = []
    for drop, opacity in ((13, ".12"), (7, ".18")):
        line = make_curve(make_wave(height + drop, -10, W + 10, 6, 236, 0.4))
        parts.append(make_path(f"{line} L{W + 10},-10 L-10,-10Z", "#06263B", opacity=opacity))
    line = make_curve(make_wave(height, -10, W + 10, 6, 236, 0.4))
    parts.append(make_path(f"{line} L{W + 10},-10 L-10,-10Z", shade))
    line = make_curve(make_wave(height - 9, -10, W + 10, 6, 236, 0.9))
    parts.append(make_path(f"{line} L{W + 10},-10 L-10,-10Z", sand))
    line = make_curve(make_wave(26, -10, W + 10, 9, 310, 2.0))
    parts.append(make_path(f"{line} L{W + 10},-10 L-10,-10Z", light))
    return "".join(parts)


def draw_arrow(points_down: bool) -> str:
    """Return an arrow that points to the reef of the seat to act, 40 × 40."""
    d = "M20,36 L5,19 H13 V4 H27 V19 H35Z"
    shape = make_path(d, "#B3261E", stroke=INK, stroke_width=2.4, stroke_linejoin="round")
    return shape if points_down else f'<g transform="translate(0 40) scale(1 -1)">{shape}</g>'


def draw_pile(kind: str) -> str:
    """Return the draw pile (``draw``) or the discard pile, 82 × 40, with room for its count on the right."""
    if kind == "draw":
        inner = make_group(pieces.draw_wave_back("k", 96, 96), 2, 5, 30 / 96)
    else:
        inner = ""
        for turn, x, tone in ((-16, 11, "#6CC6CC"), (2, 16, "#449FB2"), (17, 22, "#C9ECE4")):
            face = make_rect(-9, -13, 18, 26, 4, "#FFF4DD", stroke=INK, stroke_width=1.6) + make_rect(
                -6, -10, 12, 20, 2, tone
            )
            inner += make_group(face, x, 21, rotation=turn)
    return make_rect(0, 0, 82, 40, 10, NAVY) + inner


def draw_reachable_columns(is_bright: bool, has_numbers: bool) -> str:
    """Return the strips that mark the columns reachable by boats, one for each of the eight columns."""
    tone, foam, rim = ("#DDF3F0", "#FFFFFF", INK) if is_bright else ("#7FB9C4", "#A6D0D6", "#1D4B66")
    line = make_curve(make_wave(36, -4, 132, 3, 42, 0.6))
    shape = f'<rect x="0" y="0" width="{CARD}" height="{STRIP_HEIGHT}" rx="12"/>'
    inside = make_rect(0, 0, CARD, STRIP_HEIGHT, 0, tone) + make_path(f"{line} L132,50 L-4,50Z", foam)
    edge = make_rect(1.5, 1.5, CARD - 3, STRIP_HEIGHT - 3, 11, "none", stroke=rim, stroke_width=3)
    return "".join(
        make_group(
            clip_to_shape(f"re{col}", shape, inside)
            + edge
            + (make_text(24, 36, 36, str(col + 1), INK) if has_numbers else ""),
            col * STEP,
        )
        for col in range(8)
    )


def draw_ribbon() -> str:
    """Return the ribbon for the winner's name, 760 × 132."""
    tail = make_path(
        "M10,34 H130 V122 H10 L44,78Z", "#B97A12", stroke=INK, stroke_width=3, stroke_linejoin="round"
    )
    fold = make_path("M84,104 H130 V122Z", "#6E4404")
    side = tail + fold
    return (
        side
        + f'<g transform="translate(760 0) scale(-1 1)">{side}</g>'
        + make_rect(84, 8, 592, 96, 10, GOLD, stroke=INK, stroke_width=3)
        + make_path("M94,17 H666", stroke="#FFF0C4", stroke_width=4, stroke_linecap="round")
        + make_path("M94,95 H666", stroke="#D99A1E", stroke_width=4, stroke_linecap="round")
    )


def draw_question_bubble() -> str:
    """Return the speech bubble that asks a player to choose a worm, 40 × 40."""
    d = (
        "M4,15 A11,11 0 0 1 15,4 H25 A11,11 0 0 1 36,15 V19 "
        "A11,11 0 0 1 25,30 H19 L9,38 L11,29 A10,10 0 0 1 4,19Z"
    )
    return make_path(d, "#FFFFFF", stroke=INK, stroke_width=2.4, stroke_linejoin="round") + make_text(
        20, 28, 30, "?", "#B3261E"
    )


def draw_all() -> dict[str, str]:
    """Return every drawing of the table by name."""
    out = {}
    middle = draw_das_riff_table()
    for top_lit, near_lit, name in ((False, True, "near"), (True, False, "far"), (True, True, "both")):
        near = draw_shelf(near_lit, BOARD_SHELF_HEIGHT) + draw_reef_places(near_lit)
        near = f'<g transform="translate(0 {BOARD_HEIGHT}) scale(1 -1)">{near}</g>'
        out[f"table_{name}"] = make_svg(
            W,
            BOARD_HEIGHT,
            middle + draw_shelf(top_lit, BOARD_SHELF_HEIGHT) + draw_reef_places(top_lit) + near,
        )
    for kind in ("draw", "discard"):
        out[f"pile_{kind}"] = make_svg(82, 40, draw_pile(kind))
    for bright, tone in ((True, "bright"), (False, "dim")):
        out[f"reach_{tone}_far"] = make_svg(
            8 * STEP - 6, STRIP_HEIGHT, draw_reachable_columns(bright, False), SEA_TONES[4]
        )
        out[f"reach_{tone}_near"] = make_svg(
            8 * STEP - 6, STRIP_HEIGHT, draw_reachable_columns(bright, True), SEA_TONES[4]
        )
    return out


def draw_crown() -> str:
    """Return the crown of a winner, 88 × 60."""
    line = {"stroke": INK, "stroke_width": 3, "stroke_linejoin": "round"}
    body = make_path("M12,48 L5,16 L26,30 L44,6 L62,30 L83,16 L76,48Z", GOLD, **line)
    band = make_rect(11, 43, 66, 13, 4, "#B97A12", **line)
    tips = "".join(
        make_circle(x, y, 5, "#FFF0C4", stroke=INK, stroke_width=2.4) for x, y in ((6, 15), (44, 6), (82, 15))
    )
    gems = "".join(
        make_circle(x, 37, 4, tone) for x, tone in ((28, "#B3261E"), (44, "#B3261E"), (60, "#B3261E"))
    )
    return body + band + gems + tips


def draw_medal(placement: int) -> str:
    """Return the medal for a placement, 52 × 60. From fourth place, it is a plain disc."""
    tone, rim, ink = {
        1: (GOLD, "#7C4A0D", INK),
        2: ("#DCE6EA", "#43525B", INK),
        3: ("#C9822F", "#5A3208", "#FFFFFF"),
    }.get(placement, ("#35617F", "#0B2238", "#FFFFFF"))
    band = (
        ""
        if placement > 3
        else make_path("M12,2 H22 L30,22 H20Z", "#B3261E") + make_path("M40,2 H30 L22,22 H32Z", "#E0453B")
    )
    disc = make_circle(26, 37, 20.5, tone, stroke=rim, stroke_width=3)
    return band + disc + make_text(26, 48, 31, str(placement), ink)


def draw_large_medal(placement: int) -> str:
    """Return the large medal for one of the first placements."""
    scale = LARGE_MEDAL_SIZE[0] / MEDAL_SIZE[0]
    return make_svg(*LARGE_MEDAL_SIZE, make_group(draw_medal(placement), scale=scale), SEA_TONES[4])


def draw_shared() -> dict[str, str]:
    """Return the drawings shared by all games, by name."""
    return {
        "arrow_up": make_svg(40, 40, draw_arrow(False), GOLD),
        "arrow_down": make_svg(40, 40, draw_arrow(True), GOLD),
        "ask": make_svg(40, 40, draw_question_bubble(), GOLD),
        "ribbon": make_svg(760, 132, draw_ribbon()),
        "crown": make_svg(88, 60, draw_crown(), SEA_TONES[4]),
        **{f"place_{number}": make_svg(52, 60, draw_medal(number)) for number in range(1, 7)},
        **{f"large_place_{number}": draw_large_medal(number) for number in range(1, LARGE_MEDAL_COUNT + 1)},
    }
