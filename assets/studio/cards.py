"""The cards, tiles and dice of Das Riff, each as a complete drawing."""

from __future__ import annotations

from assets.studio import pieces
from assets.studio.fish import COLOUR_LETTERS, FILL_BY_LETTER, MARK_BY_LETTER, RIM_BY_LETTER, draw_fish
from assets.studio.paper import (
    CREAM,
    INK,
    NAVY,
    clip_to_shape,
    make_circle,
    make_curve,
    make_group,
    make_path,
    make_rect,
    make_svg,
    make_wave,
    mix_colours,
)

CARD_SIZE = 128
BROOD_WIDTH, BROOD_HEIGHT = 262, 86
TILE_SIZE = 96
BANK_WIDTH, BANK_HEIGHT = 84, 64
DIE_SIZE = 84
DOT_SIZE = 22
YOUNG_BY_LETTER = {
    "r": (0.93, 5, 0),
    "y": (0.85, 4, 2),
    "b": (1.12, 1, 1),
    "g": (0.97, 2, 1.5),
    "p": (0.94, 4, 1),
    "w": (0.96, 2, -0.5),
}
"""Scale of each young fish on an open brood card, as high or wide as its half, and the fish's middle."""
WATER_TONES_BY_LETTER = {
    "r": ("#D9F0EA", "#B5DEDA"),
    "y": ("#1F6F90", "#175A79"),
    "b": ("#FFF1D2", "#F6DCA8"),
    "g": ("#FFEBD6", "#F8D2B4"),
    "p": ("#FBEADB", "#F3D2C4"),
    "w": ("#1F6F90", "#175A79"),
}


def draw_empty_card(
    clip_id: str, water: str, wave: str, width: float = CARD_SIZE, height: float = CARD_SIZE, rim: str = CREAM
) -> str:
    """Return an empty card: a paper frame around ``water`` with a darker ``wave``."""
    inner = f'<rect x="4" y="4" width="{width - 8}" height="{height - 8}" rx="9"/>'
    line = make_curve(make_wave(height * 0.72, -4, width + 4, 5, width * 0.8, 0.6))
    low = f"{line} L{width + 4},{height} L-4,{height}Z"
    inside = make_rect(0, 0, width, height, 0, water) + make_path(low, wave)
    inside += make_path(
        f"M4,{height} V13 A9,9 0 0 1 13,4 H{width}", stroke="#04182A", stroke_opacity=".16", stroke_width=5
    )
    return (
        make_rect(0, 0, width, height, 12, mix_colours(rim, "#6B4A20", 0.35))
        + make_rect(0, 0, width - 1.5, height - 1.5, 12, rim)
        + clip_to_shape(f"{clip_id}i", inner, inside)
    )


def draw_sex_symbol(sex: str, x: float, y: float) -> str:
    """Return the male or female symbol on a disc, 53 wide, centred on ``x``, ``y``."""
    line = {"stroke": INK, "stroke_width": 3.4, "stroke_linecap": "round", "stroke_linejoin": "round"}
    if sex == "m":
        drawn = make_circle(-3, 3, 5.6, "none", **line) + make_path(
            "M1.2,-1.2 L7.4,-7.4 M1.6,-7.6 H7.6 V-1.6", **line
        )
    else:
        drawn = make_circle(0, -3.6, 5.6, "none", **line) + make_path("M0,2.2 V10 M-4,6.2 H4", **line)
    return make_group(make_circle(0, 0, 13.5, CREAM, stroke=INK, stroke_width=1.6) + drawn, x, y, 1.85)


def draw_fish_card(colour_letter: str, sex: str) -> str:
    """Return a fish card without the dots that show its price."""
    body = make_group(draw_fish(colour_letter, sex, "f"), 61, 70, 1.1 if colour_letter in "yp" else 1.18)
    return draw_empty_card("c", *WATER_TONES_BY_LETTER[colour_letter]) + body + draw_sex_symbol(sex, 99, 29)


def draw_coral_card(content: str = "") -> str:
    """Return a coral card with ``content`` on it."""
    return draw_empty_card("c", "#C9ECE4", "#F3D9A6") + content


def draw_parent_card(colour_letter: str, sex: str) -> str:
    """Return a coral card with a single parent on it."""
    back = make_group(f'<g opacity=".3">{pieces.draw_coral("k", 1)}</g>', 64, 70, 1.14)
    return draw_coral_card(
        back + make_group(draw_fish(colour_letter, sex, "f"), 62, 70, 1.04)
    ) + draw_sex_symbol(sex, 99, 29)


def draw_halves(first: str, second: str, width: float, height: float) -> str:
    """Return the inside of a brood card: its left and right half in tints of the two colours."""
    half = make_curve(
        [
            (width / 2 + 7, -6),
            (width / 2 - 5, height * 0.3),
            (width / 2 + 6, height * 0.65),
            (width / 2 - 7, height + 6),
        ]
    )
    left = f"{half} L-6,{height + 6} L-6,-6Z"
    a = mix_colours(FILL_BY_LETTER[first], "#FFFFFF", 0.62)
    b = mix_colours(FILL_BY_LETTER[second], "#FFFFFF", 0.62)
    a = "#2F7C9B" if first in "yw" else a
    b = "#2F7C9B" if second in "yw" else b
    if first == second:
        b = a
    return (
        make_rect(0, 0, width, height, 0, b)
        + make_path(left, "#04182A", opacity=".18", transform="translate(4 1)")
        + make_path(left, a)
    )


def draw_brood_card(first: str, second: str) -> str:
    """Return an open brood card, with two young fish that face each other."""
    w, h = BROOD_WIDTH, BROOD_HEIGHT
    inner = f'<rect x="4" y="4" width="{w - 8:g}" height="{h - 8:g}" rx="9"/>'
    base = (
        make_rect(0, 0, w, h, 12, "#B98A3C")
        + make_rect(0, 0, w - 1.5, h - 1.5, 12, "#FFE3A3")
        + clip_to_shape("ci", inner, draw_halves(first, second, w, h))
    )
    young = ""
    for letter, clip_id, middle, side in ((first, "a", 65, 1), (second, "b", w - 65, -1)):
        scale, x, y = YOUNG_BY_LETTER[letter]
        left, top = middle + side * scale * x, h / 2 - scale * y
        young += make_group(draw_fish(letter, None, clip_id), left, top, scale, is_flipped=side == 1)
    bubbles = "".join(
        make_circle(w / 2 + x, y, r, "#FFFFFF", opacity=".9")
        for x, y, r in ((0, 56, 6), (4, 38, 4.6), (-2, 24, 3.4))
    )
    return base + bubbles + young


def draw_closed_card(first: str, second: str) -> str:
    """Return a coral card that is closed by a brood, in a wide golden frame."""
    inner = f'<rect x="9" y="9" width="{CARD_SIZE - 18}" height="{CARD_SIZE - 18}" rx="8"/>'
    inside = draw_halves(first, second, CARD_SIZE, CARD_SIZE)
    base = make_rect(0, 0, CARD_SIZE, CARD_SIZE, 12, INK) + make_rect(
        2.5, 2.5, CARD_SIZE - 5, CARD_SIZE - 5, 11, "#FFC53D"
    )
    young = make_group(draw_fish(first, None, "a"), 52, 43, 0.84, is_flipped=True) + make_group(
        draw_fish(second, None, "b"), 77, 86, 0.84
    )
    return base + clip_to_shape("ci", inner, inside) + young


def draw_tile(piece: str, tone: str, width: float = TILE_SIZE, height: float = TILE_SIZE) -> str:
    """Return the tile of a stock: ``piece`` on the colour ``tone``, with room for a count on the right."""
    shape = f'<rect width="{width}" height="{height}" rx="12"/>'
    content = make_rect(0, 0, width, height, 0, NAVY)
    content += make_rect(0, 0, 0.52 * width, height, 0, tone)
    content += make_path(
        f"M0,{height} V12 A12,12 0 0 1 12,0 H{width}", stroke="#FFFFFF", stroke_opacity=".16", stroke_width=5
    )
    return clip_to_shape("ti", shape, content + piece)


def draw_die_pattern(colour_letter: str) -> str:
    """Return the pattern of a colour for the face of a die."""
    mark = pieces.LIGHT_MARK_BY_LETTER.get(colour_letter, MARK_BY_LETTER[colour_letter])
    if colour_letter in "yw":
        places, wide = ((12, 25, 38), 6) if colour_letter == "y" else ((13, 33), 10)
        return "".join(make_rect(x, 4, wide, 48, 0, mark) for x in places)
    if colour_letter == "b":
        return make_rect(4, 21, 48, 14, 0, mark)
    if colour_letter == "g":
        # The dots reach the edges, so that they don't look like the pips of a five.
        dots = [
            (x, y) for row, y in enumerate((7, 21, 35, 49)) for x in ((12, 28, 44), (4, 20, 36, 52))[row % 2]
        ]
        return "".join(make_circle(x, y, 4.4, mark) for x, y in dots)
    if colour_letter == "p":
        squares = [(i, j) for i in range(4) for j in range(4) if (i + j) % 2]
        return "".join(make_rect(6 + 11 * i, 6 + 11 * j, 11, 11, 0, mark) for i, j in squares)
    return ""


def draw_die(colour_letter: str) -> str:
    """Return a die with the pattern of a colour, 84 × 84."""
    inner = '<rect x="6" y="6" width="44" height="44" rx="9"/>'
    return make_group(
        make_rect(0, 0, 56, 56, 12, "#9C7A45")
        + make_rect(0, 0, 53.5, 53.5, 12, CREAM)
        + clip_to_shape(
            "di",
            inner,
            make_rect(4, 4, 50, 50, 0, FILL_BY_LETTER[colour_letter])
            + draw_die_pattern(colour_letter)
            + make_path(
                "M6,50 V15 A9,9 0 0 1 15,6 H50", stroke="#FFFFFF", stroke_opacity=".35", stroke_width=5
            ),
        )
        + make_rect(6, 6, 44, 44, 9, "none", stroke=RIM_BY_LETTER[colour_letter], stroke_width=1.6),
        scale=DIE_SIZE / 56,
    )


def draw_all() -> dict[str, str]:
    """Return every drawing of the cards by name."""
    out = {}
    for a in COLOUR_LETTERS:
        for sex in "mf":
            out[f"fish_{a}{sex}"] = make_svg(CARD_SIZE, CARD_SIZE, draw_fish_card(a, sex))
            out[f"reef_{a}{sex}"] = make_svg(CARD_SIZE, CARD_SIZE, draw_parent_card(a, sex))
        out[f"die_{a}"] = make_svg(DIE_SIZE, DIE_SIZE, draw_die(a))
        out[f"worm_{a}"] = make_svg(
            TILE_SIZE,
            TILE_SIZE,
            draw_tile(
                make_group(pieces.draw_worm(a, "w", has_light_pattern=True), 25, 47, 1.14),
                WATER_TONES_BY_LETTER[a][0],
            ),
        )
        small = draw_tile(
            make_group(pieces.draw_worm(a, "w", has_light_pattern=True), 22, 31, 0.76),
            WATER_TONES_BY_LETTER[a][0],
            BANK_WIDTH,
            BANK_HEIGHT,
        )
        out[f"bank_{a}"] = make_svg(BANK_WIDTH, BANK_HEIGHT, small)
    for i, a in enumerate(COLOUR_LETTERS):
        for b in COLOUR_LETTERS[i:]:
            out[f"brood_{a}{b}"] = make_svg(BROOD_WIDTH, BROOD_HEIGHT, draw_brood_card(a, b))
            out[f"closed_{a}{b}"] = make_svg(CARD_SIZE, CARD_SIZE, draw_closed_card(a, b))
    reef = make_group(pieces.draw_coral("k"), 64, 68, 1.18)
    out["coral"] = make_svg(CARD_SIZE, CARD_SIZE, draw_coral_card(reef))
    out["pearl"] = make_svg(
        CARD_SIZE,
        CARD_SIZE,
        draw_empty_card("c", "#3A4F7E", "#2C3C66") + make_group(pieces.draw_shell("k"), 64, 74, 1.16),
    )
    out["shark"] = make_svg(
        CARD_SIZE,
        CARD_SIZE,
        draw_empty_card("c", "#17324B", "#0F2438") + make_group(pieces.draw_shark("k"), 64, 66, 1.14),
    )
    out["water"] = make_svg(CARD_SIZE, CARD_SIZE, pieces.draw_water("k", CARD_SIZE, CARD_SIZE))
    out["down"] = make_svg(CARD_SIZE, CARD_SIZE, pieces.draw_wave_back("k", CARD_SIZE, CARD_SIZE))
    out["pearls"] = make_svg(
        TILE_SIZE, TILE_SIZE, draw_tile(make_group(pieces.draw_pearl(0, 0, 20), 25, 48), "#3A4F7E")
    )
    out["sharks"] = make_svg(
        TILE_SIZE,
        TILE_SIZE,
        draw_tile(make_group(pieces.draw_shark("k"), 24, 49, 0.76, rotation=82), "#5FA9BC"),
    )
    no_worm = make_group(pieces.draw_missing_worm("#2B516D", "#A6CCDB"), 25, 47, 1.14)
    out["no_worms"] = make_svg(TILE_SIZE, TILE_SIZE, draw_tile(no_worm, "#2B516D"))
    for seat in (0, 1):
        out[f"boat_{seat}"] = make_svg(
            92, 50, make_group(pieces.draw_boat(seat, "k"), 46, 26, 1.0), "#7FB9C4"
        )
    out["dot"] = make_svg(DOT_SIZE, DOT_SIZE, make_circle(11, 11, 8.6, CREAM, stroke=INK, stroke_width=3.2))
    return out
