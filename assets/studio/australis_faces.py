"""Dice and cards on the board of Australis. Colours are marked by a symbol and a pattern, without letters."""

from __future__ import annotations

from assets.studio import pieces
from assets.studio.australis_pieces import (
    DIE_FILLS,
    DIE_INKS,
    DIE_MARKS,
    DIE_RIMS,
    draw_cards,
    draw_coins,
    draw_die_body,
    draw_small_fish,
    draw_turtle,
)
from assets.studio.fish import draw_fish
from assets.studio.paper import (
    GOLD,
    INK,
    clip_to_shape,
    make_circle,
    make_group,
    make_path,
    make_rect,
    make_svg,
    make_text,
    mix_colours,
)
from games.australis.board_layout import (
    BROAD_KEPT_CARD_SIZES,
    DICE_SIZES,
    KEPT_CARD_SIZES,
    WIDE_KEPT_CARD_SIZES,
)
from games.australis.layout import DICE_LAYOUTS, TRAY_DICE_BY_SEAT_COUNT
from games.australis.offer_layout import (
    CARD_WIDTH,
    FLAT_CARD_BOXES,
    HIGH_CARD_HEIGHTS,
    LARGE_DIE_SIDES,
    SMALL_DIE_SIDES,
)
from games.australis.parts import CARD_CODES, CARD_KINDS, DIE_BY_CODE, CardFunction, Colour, Die

TOP_BAND_MIN_HEIGHT = 50
"""A lower advantage card has the band of its colour on the left instead of on top."""
TOP_BAND_MAX_RATIO = 1.5
"""A card whose width exceeds this multiple of its height has its band on the left, too."""
TRAY_DICE_SIZES = tuple(side for side, _, _ in TRAY_DICE_BY_SEAT_COUNT.values())
ROUND_STROKE = {"stroke_linejoin": "round", "stroke_linecap": "round"}


def draw_colour_symbol(colour: Colour, ink: str) -> str:
    """Return the symbol of a colour, 40 × 40, centred on the origin: cards, fish, turtle, coral or flag."""
    if colour == Colour.WHITE:
        return make_group(
            make_rect(-11, -16, 22, 32, 4, ink) + make_rect(-5, -10, 10, 20, 2, DIE_FILLS[colour]),
            rotation=-8,
        )
    if colour == Colour.YELLOW:
        return make_path(
            "M-18,0 C-10,-14 6,-14 12,-2 L19,-11 V11 L12,2 C6,14 -10,14 -18,0Z", ink
        ) + make_circle(-8, -2.5, 2.6, DIE_FILLS[colour])
    if colour == Colour.BLUE:
        # Seen from the side, because from above, a small turtle looks like a plus sign.
        head = (
            "M8,6.5 C13,4 11,-5 16,-7 C22,-9 24,1 18.5,3 C15,4 15,8 10,9.5 L-14,9.5 C-18,9.5 -18,7 -16,6.5Z"
        )
        fins = "M7,8 C9,15 3,20 -6,20 C-3,15 -4,12 -3,8Z M-8,8 C-10,14 -14,17 -21,15 C-18,12 -17,10 -15,6.5Z"
        plates = "M-9,3 C-7,-4 -7,-7 -6,-10 M1,-11 C2,-6 3,-2 5,3"
        return (
            make_path(f"M-17,4 C-17,-15 10,-17 12,4Z {head}", ink)
            + make_path(fins, ink)
            + make_path(plates, stroke=DIE_FILLS[colour], stroke_width=1.5)
            + make_circle(17.6, -2.6, 1.6, DIE_FILLS[colour])
        )
    if colour == Colour.VIOLET:
        limbs = ("M0,18 V-16", "M0,8 C-12,6 -13,-2 -13,-10", "M0,2 C11,0 13,-6 13,-14")
        return "".join(make_path(d, stroke=ink, stroke_width=6.4, **ROUND_STROKE) for d in limbs)
    return make_path("M-12,18 V-17", stroke=ink, stroke_width=5, **ROUND_STROKE) + make_path(
        "M-10,-17 C-2,-21 4,-12 16,-16 V2 C4,6 -2,-3 -10,1Z", ink
    )


def draw_colour_pattern(colour: Colour, width: float, height: float) -> str:
    """Return a rectangle filled with the pattern of a colour. Its upper left corner is at the origin."""
    mark, parts = DIE_MARKS[colour], [make_rect(0, 0, width, height, 0, DIE_FILLS[colour])]
    if colour == Colour.YELLOW:
        parts += [make_rect(x, 0, 5, height, 0, mark) for x in range(3, int(width), 13)]
    elif colour == Colour.BLUE:
        for y in range(4, int(height) + 12, 15):
            d = f"M-4,{y} q{width / 4 + 1:.1f},-9 {width / 2 + 4:.1f},0 t{width / 2 + 4:.1f},0"
            parts.append(make_path(d, stroke=mark, stroke_width=4.5))
    elif colour == Colour.VIOLET:
        for j in range(int(height / 10) + 1):
            parts += [
                make_rect(10 * i, 10 * j, 10, 10, 0, mark) for i in range(int(width / 10) + 1) if (i + j) % 2
            ]
    elif colour == Colour.RED:
        for y in range(0, int(height) + 1, 18):
            parts.append(make_path(f"M0,{y} L{width},{y + 9} L0,{y + 18}Z", mark))
    else:
        parts += [make_rect(0, y, width, 2.5, 0, mark) for y in range(7, int(height), 12)]
    return "".join(parts)


def draw_board_die(die: Die) -> str:
    """Return a die with its colour's pattern, 56 × 56, and its effect as large as possible."""
    return draw_die_body(die.colour) + draw_effect(die)


def draw_effect(die: Die) -> str:
    """Return the effect of a die: cards, a number with a fish, or a colour's symbol with a number.

    Circles, if any, are at the bottom.
    """
    colour = die.colour
    if colour == Colour.WHITE:
        if not die.circles:
            return make_group(draw_cards(2), 27.5, 28, 1.12)
        scale = (1.1, 0.84)[die.value - 1]
        return make_group(draw_cards(die.value), 27.5, 19, scale) + make_group(
            draw_coins(die.circles), 27.5, 41.5
        )
    if colour == Colour.YELLOW:
        if not die.circles:
            return make_text(27.5, 31, 34, str(die.value), INK) + make_group(
                draw_fish("r", None, "d"), 27.5, 40, 0.26
            )
        swims = make_group(draw_fish("r", None, "d"), 36.5, 17, 0.25)
        return (
            make_text(16.5, 29.5, 33, str(die.value), INK)
            + swims
            + make_group(draw_coins(die.circles), 27.5, 41.5)
        )
    ink = DIE_INKS[colour]
    place = (18.5, 18, 0.64) if colour == Colour.BLUE else (16.5, 17, 0.6)
    return make_group(draw_colour_symbol(colour, ink), *place) + make_text(
        37.5,
        48.5,
        40,
        str(die.value),
        ink,
        stroke=DIE_FILLS[colour],
        stroke_width=5,
        stroke_linejoin="round",
        paint_order="stroke",
    )


def draw_function(function: CardFunction, clip_id: str) -> str:
    """Return the function of an advantage card, drawn without digits, 76 × 60, centred on the origin."""
    if function == CardFunction.CIRCLES:
        disc = make_circle(0, 0, 18, GOLD, stroke="#7C4A0D", stroke_width=3) + make_circle(
            -1.5, -2, 11, "#FFE08A"
        )
        return make_group(disc, -18, 0) + make_group(disc, 18, 0)
    if function == CardFunction.FISH:
        return draw_small_fish(clip_id, 0.72)
    if function == CardFunction.TURTLE:
        chevron = make_path("M26,-14 L37,0 L26,14", stroke=INK, stroke_width=7, **ROUND_STROKE)
        return make_group(draw_turtle(None, clip_id), -9, 0, 0.84) + chevron
    if function == CardFunction.CORAL:
        return make_group(pieces.draw_coral(clip_id), 0, 1, 0.66)
    block = make_rect(-19, -19, 38, 38, 9, "#FFFFFF", stroke=INK, stroke_width=3)
    pips = "".join(make_circle(x, y, 4, INK) for x, y in ((-9, -9), (9, 9), (0, 0)))
    up = make_path("M23,22 V-14 M11,-4 L23,-18 L35,-4", stroke="#FFFFFF", stroke_width=13, **ROUND_STROKE)
    up += make_path("M23,22 V-14 M11,-4 L23,-18 L35,-4", stroke="#B3261E", stroke_width=7.5, **ROUND_STROKE)
    return make_group(block + pips, -13, 2, rotation=-10) + up


def draw_advantage_card(card: int, width: int, height: int) -> str:
    """Return an advantage card with its function and a band of its colour.

    The band is on the left of a wide card, and across the top of a tall one.
    """
    function, colour = CARD_KINDS[card]
    is_low = height < TOP_BAND_MIN_HEIGHT or width > TOP_BAND_MAX_RATIO * height
    band = round(width * 0.34) if is_low else round(height * 0.36)
    tone = mix_colours(DIE_FILLS[colour], "#FFFFFF", 0.74)
    shape = f'<rect x="3" y="3" width="{width - 7.5}" height="{height - 7.5}" rx="8"/>'
    across, down = (band, height) if is_low else (width, band)
    ground = make_rect(0, 0, width, height, 0, tone) + draw_colour_pattern(colour, across, down)
    edge = f"M{band},0 V{height}" if is_low else f"M0,{band} H{width}"
    ground += make_path(edge, stroke=DIE_RIMS[colour], stroke_width=3)
    x, y = ((band + 2) / 2, height / 2) if is_low else (width / 2, (band + 2) / 2)
    scale = (band - 7) / 40
    ground += make_circle(x, y, 20 * scale + 6, DIE_FILLS[colour])
    wide, high = (width - band, height) if is_low else (width, height - band)
    icon = min((wide - 9) / 78, (high - 8) / 60)
    return (
        make_rect(0, 0, width, height, 10, DIE_RIMS[colour])
        + clip_to_shape("ad", shape, ground)
        + make_group(draw_colour_symbol(colour, DIE_INKS[colour]), x, y, scale)
        + make_group(draw_function(function, "k"), width - wide / 2 - 1, height - high / 2 - 1, icon)
    )


def draw_all() -> dict[str, str]:
    """Return every drawing of dice and cards by name."""
    out = {}
    steady_sizes = (boxes[0].w for boxes in DICE_LAYOUTS)
    for size in sorted({*DICE_SIZES, *steady_sizes, *TRAY_DICE_SIZES, *SMALL_DIE_SIDES, *LARGE_DIE_SIDES}):
        for code, shown in DIE_BY_CODE.items():
            out[f"die{size}_{code}"] = make_svg(
                size, size, make_group(draw_board_die(shown), scale=size / 56)
            )
    for card, code in enumerate(CARD_CODES):
        wide, high = FLAT_CARD_BOXES[0][2:]
        out[f"card_{code}"] = make_svg(wide, high, draw_advantage_card(card, wide, high))
        sizes = (*WIDE_KEPT_CARD_SIZES[:4], *BROAD_KEPT_CARD_SIZES, *KEPT_CARD_SIZES)
        for width, height in (*((CARD_WIDTH, height) for height in HIGH_CARD_HEIGHTS), *sizes):
            out[f"chip{width}x{height}_{code}"] = make_svg(
                width, height, draw_advantage_card(card, width, height), "#1A3D59"
            )
    return out
