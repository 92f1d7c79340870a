"""The sea of Reef, the islands below the reefs, and every drawing of the game by name."""

from __future__ import annotations

import math

from assets.studio import reef_cards
from assets.studio.paper import (
    CREAM,
    INK,
    NAVY,
    make_circle,
    make_curve,
    make_group,
    make_path,
    make_rect,
    make_svg,
    mix_colours,
)
from assets.studio.reef_corals import (
    COLOUR_LETTERS,
    LARGE_SLAB,
    SLABS,
    SMALL_SLAB,
    Slab,
    draw_any_coral_square,
    draw_badge,
    draw_coral_square,
    draw_slab,
    draw_top_coral,
)
from assets.studio.table import SEA_TONES
from games.core.picture import PICTURE_WIDTH
from games.reef import layout
from games.reef.parts import CARDS

W, H = PICTURE_WIDTH, layout.PICTURE_HEIGHT
PANEL_COLOUR = "#0E3350"
LARGE_REEF_SIZE = layout.LARGE_SITE.size
SMALL_REEF_SIZE = layout.SMALL_SITE.size
SAND_TONES = {True: ("#F4D592", "#E5BC70", "#FFE9B5"), False: ("#8CB9CF", "#6F9FBB", "#A6CCDB")}
HOLLOW_SHADES = {True: "#6B4A20", False: "#0B2E4A"}
"""Colours mixed into the rims of empty spaces."""


def draw_sea() -> str:
    """Return the sea in paper layers from light to deep, and the panel at its side."""
    parts = [make_rect(0, 0, W, H, 0, SEA_TONES[-2])]
    for i in range(len(SEA_TONES) - 3, 0, -1):
        x = -40 + i * 175
        edge = [
            (x + 26 * math.sin(t / 1000 * 2 * math.pi * 2.2 + i * 1.3) + 9 * math.sin(t / 90 + i), float(t))
            for t in range(-40, H + 81, 40)
        ]
        body = make_curve(edge) + f" L-40,{H + 80} L-40,-40Z"
        parts.append(make_path(body, "#06263B", opacity=".12", transform="translate(8 4)"))
        parts.append(make_path(body, SEA_TONES[i]))
    left = layout.PANEL_X - 8
    parts.append(make_rect(left, 8, W - left - 6, layout.LOWER_PANEL_BOX.y - 14, 18, PANEL_COLOUR))
    return "".join(parts)


def draw_island(width: int, height: int, is_lit: bool) -> str:
    """Return an island of sand with a shore of several tones."""
    tone, shade, light = SAND_TONES[is_lit]

    def draw_shore(inset: float, swing: float, phase: float) -> str:
        points = []
        steps = 44
        for i in range(steps):
            a = 2 * math.pi * i / steps
            # The outline is a superellipse, which looks like a rounded box.
            cx, sx = math.cos(a), math.sin(a)
            r = 1 / ((abs(cx) ** 7 + abs(sx) ** 7) ** (1 / 7))
            off = inset + swing * math.sin(i * 1.9 + phase)
            points.append((width / 2 + (width / 2 - off) * r * cx, height / 2 + (height / 2 - off) * r * sx))
        return make_curve(points, is_closed=True)

    return (
        make_path(draw_shore(6, 3, 0), "#06263B", opacity=".25", transform="translate(3 5)")
        + make_path(draw_shore(5, 3, 0), shade)
        + make_path(draw_shore(11, 3, 0.7), light)
        + make_path(draw_shore(17, 3, 1.1), tone)
    )


def draw_empty_spaces(size: Slab, is_lit: bool) -> str:
    """Return the sixteen empty spaces of a reef."""
    tone, shade, _ = SAND_TONES[is_lit]
    site = layout.LARGE_SITE if size is LARGE_SLAB else layout.SMALL_SITE
    left, top = site.first_space
    parts = []
    for row in range(4):
        for column in range(4):
            x, y = left + column * size.width, top + row * size.depth + 2 * size.side_height
            wide, deep = size.width - 10, size.face_depth + size.side_height - 8
            parts.append(
                make_rect(x + 5, y + 4, wide, deep, 16, mix_colours(shade, HOLLOW_SHADES[is_lit], 0.22))
            )
            parts.append(make_rect(x + 8, y + 9, wide - 4, deep - 6, 13, mix_colours(shade, tone, 0.35)))
    return "".join(parts)


def draw_empty_reef(size: Slab, is_lit: bool) -> str:
    """Return a seat's reef without corals: sand and sixteen empty spaces."""
    return draw_island(
        *(LARGE_REEF_SIZE if size is LARGE_SLAB else SMALL_REEF_SIZE), is_lit
    ) + draw_empty_spaces(size, is_lit)


def draw_last_move_card() -> str:
    """Return the empty card on which the last move is shown."""
    wide, high = layout.LAST_CARD_SIZE
    return (
        make_rect(0, 0, wide, high, 16, mix_colours(CREAM, "#6B4A20", 0.4))
        + make_rect(0, 0, wide - 2, high - 2, 16, CREAM)
        + make_rect(5, 5, wide - 12, high - 12, 12, "#FFF0CF")
        + make_path(
            f"M{wide - 96},5 H{wide - 19} a12,12 0 0 1 12,12 V{high - 19} a12,12 0 0 1 -12,12 H{wide - 96}Z",
            "#1F6F90",
        )
    )


def draw_held_cards() -> str:
    """Return two overlapping cards that stand for a seat's hand, with room for the number of cards."""
    behind = make_group(reef_cards.draw_small_back(48, 60, has_fan=False), 18, 0, rotation=9)
    return behind + make_group(reef_cards.draw_small_back(50, 66, has_fan=False), 0, 4)


def draw_supply_panel(colour_letter: str) -> str:
    """Return the panel that shows the supply of a colour, with room for its count."""
    return make_rect(0, 0, 88, 104, 12, NAVY) + make_group(draw_coral_square(colour_letter, 58), 15, 5)


def draw_all() -> dict[str, str]:
    """Return every drawing of Reef by name."""
    out = {"sea": make_svg(W, H, draw_sea())}
    for size, (width, height) in ((LARGE_SLAB, LARGE_REEF_SIZE), (SMALL_SLAB, SMALL_REEF_SIZE)):
        for lit in (True, False):
            out[f"area_{size.name}_{'lit' if lit else 'dim'}"] = make_svg(
                width, height, draw_empty_reef(size, lit), SEA_TONES[4]
            )
    for size in SLABS:
        tall = size.face_depth + size.side_height
        for letter in COLOUR_LETTERS:
            # Only the lower edge is visible below another coral.
            edge = make_group(draw_slab(letter, size), 0, layout.EDGE_HEIGHT - tall)
            out[f"{size.name}_{letter}"] = make_svg(size.width, layout.EDGE_HEIGHT, edge, "#B08F52")
            for height in range(1, 5):
                out[f"{size.name}_{letter}{height}"] = make_svg(
                    size.width, tall, draw_top_coral(letter, height, size), "#B08F52"
                )
        for height in range(2, 5):
            wide, high = round(size.badge_font_size * 0.82) + 3, round(size.badge_font_size * 0.95) + 3
            out[f"{size.name}_height{height}"] = make_svg(wide, high, draw_badge(height, size), CREAM)
    for number, card in CARDS.items():
        out[f"card_{number}"] = make_svg(
            reef_cards.CARD_WIDTH, reef_cards.CARD_HEIGHT, reef_cards.draw_face(card), PANEL_COLOUR
        )
    out["card_back"] = make_svg(
        reef_cards.CARD_WIDTH, reef_cards.CARD_HEIGHT, reef_cards.draw_back(), PANEL_COLOUR
    )
    out["told_back"] = make_svg(
        *layout.LAST_BACK_SIZE, reef_cards.draw_small_back(*layout.LAST_BACK_SIZE, has_fan=True), PANEL_COLOUR
    )
    out["held"] = make_svg(*layout.HELD_SIZE, draw_held_cards(), "#1A3D59")
    wide, high = layout.LARGE_HELD_SIZE
    back = reef_cards.draw_small_back(wide, high, has_fan=True)
    out["large_held"] = make_svg(wide, high, back, "#1A3D59")
    for letter in COLOUR_LETTERS:
        out[f"supply_{letter}"] = make_svg(88, 104, draw_supply_panel(letter), PANEL_COLOUR)
        out[f"brought_{letter}"] = make_svg(
            layout.BROUGHT_CORAL_SIZE,
            layout.BROUGHT_CORAL_SIZE,
            draw_coral_square(letter, layout.BROUGHT_CORAL_SIZE),
            "#1F6F90",
        )
        for across, step in layout.SPACE_SIZE_BY_PATTERN_LENGTH.items():
            out[f"told_{across}_{letter}"] = make_svg(
                step - 6, step - 6, draw_coral_square(letter, step - 6), "#FFF0CF"
            )
    for across in (1, 2):
        side = layout.SPACE_SIZE_BY_PATTERN_LENGTH[across] - 6
        out[f"told_{across}_any"] = make_svg(side, side, draw_any_coral_square(side, ""), "#FFF0CF")
    out["told_height"] = make_svg(
        82, 58, make_rect(0, 0, 82, 58, 14, INK) + make_rect(3, 3, 76, 52, 12, CREAM), CREAM
    )
    out["told_coin"] = make_svg(76, 78, reef_cards.draw_coin(38, 37, 35, ""), "#1F6F90")
    wide, high = layout.SMALL_SCORE_SIZE
    small = reef_cards.draw_coin(wide / 2, high / 2 - 2, wide / 2 - 2, "")
    out["told_coin_small"] = make_svg(wide, high, small, CREAM)
    out["told_paper"] = make_svg(*layout.LAST_CARD_SIZE, draw_last_move_card(), PANEL_COLOUR)
    for side in (layout.NUMBER_DISC_DIAMETER, layout.SMALL_DISC_DIAMETER):
        small = make_rect(0, 0, side, side, 14, "#7FB7D9") + make_rect(3, 3, side - 6, side - 6, 12, NAVY)
        out[f"count_{side}"] = make_svg(side, side, small, CREAM)
        extra = make_circle(side / 2, side / 2, side / 2 - 1, "#FFFFFF")
        extra += make_circle(side / 2, side / 2, side / 2 - 5, "#8C0F16")
        out[f"extra_{side}"] = make_svg(side, side, extra, CREAM)
    out["count"] = make_svg(
        84, 60, make_rect(0, 0, 84, 60, 14, "#7FB7D9") + make_rect(3, 3, 78, 54, 12, NAVY), "#143F6B"
    )
    out["coin"] = make_svg(*layout.COIN_SIZE, reef_cards.draw_coin(21, 20, 19, ""), "#1A3D59")
    out["pill"] = make_svg(
        184, 46, make_rect(0, 0, 184, 46, 14, NAVY) + make_rect(2, 2, 180, 42, 12, "#17577A"), PANEL_COLOUR
    )
    return out
