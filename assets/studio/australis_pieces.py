"""The pieces of Australis: turtles, corals, dice, cubes, advantage cards, tiles."""

from __future__ import annotations

import math

from assets.studio import pieces
from assets.studio.fish import draw_eye, draw_fish
from assets.studio.paper import (
    CREAM,
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
from games.australis.layout import CUBE_SIZE, TURTLE_BOUNDS
from games.australis.parts import CardFunction, Colour, Die

SEAT_FILLS = ("#173FE9", "#07BFA0", "#FADB32", "#9E0650")
SEAT_RIMS = ("#0B1E78", "#04564A", "#7A5A06", "#4A0226")
SEAT_MARKS = ("#8FA6FF", "#04705F", "#A9760A", "#FF8CC0")
DIE_FILLS = ("#E5F7F5", "#ECD22E", "#36C8FA", "#583C80", "#E70A0D")
DIE_MARKS = ("#9DB9C4", "#C79A12", "#1B86D6", "#8E6BC4", "#A60012")
DIE_INKS = (INK, INK, INK, "#FFFFFF", "#FFFFFF")
DIE_RIMS = ("#3B5468", "#6B4306", "#0A3F74", "#2A1848", "#6E0715")
WHITE = "#FFFFFF"
COUNTED_SIZES = ((48, 46, ""), (62, 58, "_large"), (96, 92, "_96"), (132, 126, "_132"))
"""Width, height and name suffix of the sprites of pieces that are shown beside their count."""
ROUND_STROKE = {"stroke_linejoin": "round", "stroke_linecap": "round"}


def draw_shell_pattern(seat: int) -> str:
    """Return the pattern on the turtle shells of a seat, large enough to cover an ellipse of 46 × 40."""
    mark = SEAT_MARKS[seat]
    if seat == 0:
        hexagon = "M-9,0 L-4.5,-8 H4.5 L9,0 L4.5,8 H-4.5Z"
        rays = "M9,0 H24 M4.5,-8 L12,-20 M-4.5,-8 L-12,-20 M-9,0 H-24 M-4.5,8 L-12,20 M4.5,8 L12,20"
        return make_path(hexagon, mark) + make_path(rays, stroke=mark, stroke_width=3.6)
    if seat == 1:
        return "".join(
            f'<ellipse rx="{rx}" ry="{ry}" fill="none" stroke="{mark}" stroke-width="3.6"/>'
            for rx, ry in ((16, 13.5), (7, 5.5))
        )
    if seat == 2:
        return "".join(make_rect(x, -22, 5, 44, 0, mark) for x in (-17, -7, 3, 13))
    spots = ((0, 0), (-11, -8), (-11, 8), (11, -8), (11, 8), (0, -15), (0, 15), (-19, 0), (19, 0))
    return "".join(make_circle(x, y, 3.8, mark) for x, y in spots)


TURTLE_FINS = (
    "M12,-12 C18,-26 10,-34 0,-33 C-2,-26 2,-18 4,-12Z",
    "M12,12 C18,26 10,34 0,33 C-2,26 2,18 4,12Z",
    "M-14,-12 C-24,-18 -32,-17 -34,-12 C-28,-8 -22,-6 -16,-6Z",
    "M-14,12 C-24,18 -32,17 -34,12 C-28,8 -22,6 -16,6Z",
)
TURTLE_HEAD = "M18,-7 C26,-12 38,-9 38,0 C38,9 26,12 18,7Z"
"""Outlines of a turtle's fins and head."""


def draw_turtle_edge() -> str:
    """Return the white edge around a turtle, which makes it stand out from stones and other turtles."""
    edge = {"stroke": WHITE, "stroke_width": 9.5, "stroke_linejoin": "round"}
    outlines = "".join(make_path(d, WHITE, **edge) for d in (*TURTLE_FINS, TURTLE_HEAD))
    return outlines + f'<ellipse rx="23.5" ry="20" fill="{WHITE}" stroke="{WHITE}" stroke-width="9.5"/>'


def draw_turtle(seat: int | None, clip_id: str) -> str:
    """Return a turtle swimming to the right, 76 × 66, centred on the origin; grey if ``seat`` is None."""
    base = "#8FA3AE" if seat is None else SEAT_FILLS[seat]
    rim = "#33444F" if seat is None else SEAT_RIMS[seat]
    skin = mix_colours(mix_colours(base, "#7DBE6A", 0.45), "#FFFFFF", 0.3)
    line = {"stroke": rim, "stroke_width": 2.4, "stroke_linejoin": "round"}
    ellipse = '<ellipse rx="23.5" ry="20"/>'
    shell = f'<ellipse rx="23.5" ry="20" fill="{mix_colours(base, rim, 0.35)}"/>'
    inside = (
        f'<ellipse cx="-1.5" cy="-2.5" rx="23" ry="19" fill="{base}"/>'
        + ("" if seat is None else draw_shell_pattern(seat))
        + '<ellipse cx="-7" cy="-11" rx="9" ry="3.6" fill="#FFFFFF" opacity=".45" transform="rotate(-14)"/>'
    )
    shadow = (
        "".join(make_path(d, "#06263B") for d in (*TURTLE_FINS, TURTLE_HEAD))
        + '<ellipse rx="23.5" ry="20" fill="#06263B"/>'
    )
    return (
        f'<g opacity=".25" transform="translate(2.5 4)">{shadow}</g>'
        + "".join(make_path(d, skin, **line) for d in TURTLE_FINS)
        + make_path(TURTLE_HEAD, skin, **line)
        + shell
        + clip_to_shape(f"{clip_id}t", ellipse, inside)
        + f'<ellipse rx="23.5" ry="20" fill="none" stroke="{rim}" stroke-width="2.6"/>'
        + draw_eye(30, -3.4, 3.4)
    )


def draw_coral(seat: int, clip_id: str) -> str:
    """Return a coral of a seat, 42 × 42, centred on the origin: branches, brain, tubes or fan."""
    base, rim, light = SEAT_FILLS[seat], SEAT_RIMS[seat], mix_colours(SEAT_FILLS[seat], "#FFFFFF", 0.4)
    line = {"stroke": rim, "stroke_width": 2.2, "stroke_linejoin": "round"}
    foot = make_path("M-13,19 C-12,13 12,13 13,19Z", "#5E6F8C", stroke="#2E3B57", stroke_width=2)
    if seat == 0:
        limbs = ("M0,15 V-16", "M0,8 C-9,4 -12,-2 -12,-10", "M0,4 C9,0 12,-5 12,-14")
        body = "".join(make_path(d, stroke=rim, stroke_width=9.5, **ROUND_STROKE) for d in limbs)
        body += "".join(make_path(d, stroke=base, stroke_width=5.6, **ROUND_STROKE) for d in limbs)
        body += "".join(
            make_path(d, stroke=light, stroke_width=1.8, transform="translate(-1 -1)", **ROUND_STROKE)
            for d in limbs
        )
    elif seat == 1:
        dome = "M-18,12 C-20,-8 -10,-18 0,-18 C10,-18 20,-8 18,12 C8,17 -8,17 -18,12Z"
        folds = "M-12,6 C-14,-2 -6,-2 -7,-9 M-3,13 C-6,4 3,4 1,-5 C0,-9 4,-11 5,-13 M8,11 C5,5 13,3 11,-4"
        body = make_path(dome, base, **line) + make_path(
            folds, stroke=SEAT_MARKS[1], stroke_width=2.8, **ROUND_STROKE
        )
    elif seat == 2:
        body = ""
        for x, top, width in ((-9, -8, 10), (9, -4, 10), (0, -17, 11)):
            body += make_rect(x - width / 2, top, width, 30 if top < -10 else 22, 4, base, **line)
            body += (
                f'<ellipse cx="{x}" cy="{top + 2}" rx="{width / 2}" ry="3.2" fill="#7A5A06" '
                f'stroke="{rim}" stroke-width="2"/>'
            )
        body = clip_to_shape(f"{clip_id}u", make_rect(-20, -24, 40, 40, 0, base), body)
    else:
        fan = "M0,16 C-6,10 -20,6 -19,-6 C-18,-17 -8,-19 0,-19 C8,-19 18,-17 19,-6 C20,6 6,10 0,16Z"
        ribs = "M0,14 V-14 M0,10 L-11,-10 M0,10 L11,-10 M-1,8 L-15,-2 M1,8 L15,-2"
        body = make_path(fan, base, **line) + make_path(
            ribs, stroke=SEAT_MARKS[3], stroke_width=2, **ROUND_STROKE
        )
    return foot + body


def draw_cube(seat: int | None) -> str:
    """Return a slanted food cube, 24 × 24, centred on the origin; grey if ``seat`` is None."""
    base = "#9AA7AD" if seat is None else SEAT_FILLS[seat]
    rim = "#39464D" if seat is None else SEAT_RIMS[seat]
    line = {"stroke": rim, "stroke_width": 1.8, "stroke_linejoin": "round"}
    mark = "" if seat is None else make_group(f'<g opacity=".9">{draw_shell_pattern(seat)}</g>', -2, 3, 0.28)
    return (
        make_path("M-10,-4 L-5,-10 H10 L5,-4Z", mix_colours(base, "#FFFFFF", 0.55), **line)
        + make_path("M5,-4 L10,-10 V4 L5,10Z", mix_colours(base, rim, 0.45), **line)
        + make_path("M-10,-4 H5 V10 H-10Z", base, **line)
        + mark
    )


def draw_food() -> str:
    """Return the food cube of a space that has one for every seat, 24 × 24, centred on the origin."""
    line = {"stroke": "#6B4306", "stroke_width": 1.8, "stroke_linejoin": "round"}
    return (
        make_path("M-10,-4 L-5,-10 H10 L5,-4Z", "#FFE3A3", **line)
        + make_path("M5,-4 L10,-10 V4 L5,10Z", "#B97A14", **line)
        + make_path("M-10,-4 H5 V10 H-10Z", "#F2863A", **line)
        + make_circle(-2.5, 3, 4.4, "#FFF4DD", stroke="#6B4306", stroke_width=1.8)
    )


def draw_coins(count: int) -> str:
    """Return a row of ``count`` circles, each worth a point, centred on the origin."""
    return "".join(
        make_circle(15 * (i - (count - 1) / 2), 0, 6.4, GOLD, stroke="#7C4A0D", stroke_width=2)
        for i in range(count)
    )


def draw_cards(count: int) -> str:
    """Return ``count`` cards (1 or 2), centred on the origin."""
    one = make_rect(-8, -11, 16, 22, 3, "#1D5487", stroke=INK, stroke_width=1.8) + make_rect(
        -4, -7, 8, 14, 2, "#7FB7D9"
    )
    if count == 1:
        return one
    return make_group(one, -10, 0, rotation=-8) + make_group(one, 10, 0, rotation=8)


def draw_small_fish(clip_id: str, scale: float) -> str:
    """Return a red fish at ``scale``, centred on the origin."""
    return make_group(draw_fish("r", None, clip_id), 0, 0, scale)


def draw_die(die: Die) -> str:
    """Return a die, 56 × 56, with its colour's letter in the corner and its effect beside it."""
    return draw_die_body(die.colour, draw_die_letter(die.colour)) + draw_effect(die)


def draw_die_body(colour: Colour, sign: str = "") -> str:
    """Return a die without its effect, 56 × 56: its colour's pattern with ``sign`` on it."""
    inner = '<rect x="5" y="5" width="45" height="45" rx="8"/>'
    face = make_rect(3, 3, 50, 50, 0, DIE_FILLS[colour]) + draw_die_pattern(colour)
    face += make_path("M5,50 V14 A9,9 0 0 1 14,5 H50", stroke="#FFFFFF", stroke_opacity=".4", stroke_width=4)
    return (
        make_rect(0, 0, 56, 56, 12, DIE_RIMS[colour])
        + make_rect(0, 0, 54, 54, 12, CREAM if colour != Colour.WHITE else "#B9CBD2")
        + clip_to_shape("di", inner, face + sign)
    )


def draw_die_pattern(colour: Colour) -> str:
    """Return the pattern of a colour on the face of a die."""
    if colour == Colour.YELLOW:
        return make_rect(4, 4, 5, 48, 0, DIE_MARKS[colour]) + make_rect(46.5, 4, 5, 48, 0, DIE_MARKS[colour])
    if colour == Colour.BLUE:
        line = "M2,{y} C12,{a} 20,{b} 29,{y} C38,{a} 46,{b} 54,{y}"
        return "".join(
            make_path(line.format(y=y, a=y - 5, b=y + 5), stroke=DIE_MARKS[colour], stroke_width=4)
            for y in (11, 46)
        )
    if colour == Colour.VIOLET:
        squares = [(i, j) for i in range(6) for j in range(6) if (i + j) % 2 and (i in (0, 5) or j in (0, 5))]
        return "".join(make_rect(4 + 8 * i, 4 + 8 * j, 8, 8, 0, DIE_MARKS[colour]) for i, j in squares)
    if colour == Colour.RED:
        return "".join(
            make_path(d, DIE_MARKS[colour])
            for d in ("M4,4 H24 L4,24Z", "M52,4 V24 L32,4Z", "M4,52 V32 L24,52Z", "M52,52 H32 L52,32Z")
        )
    return ""


def draw_die_letter(colour: Colour) -> str:
    """Return the letter of a colour on a corner tab, for the upper left of a die."""
    # W is wider than the other letters, so its tab is larger and the letter smaller.
    edge, size = (30, 20) if colour == Colour.WHITE else (27, 24)
    d = f"M2,2 H{edge} V{edge - 9} A9,9 0 0 1 {edge - 9},{edge} H2Z"
    return make_path(d, DIE_RIMS[colour]) + make_text(
        (edge + 4) / 2, (edge + 4) / 2 + size * 0.36, size, colour.letter.upper(), WHITE
    )


def draw_effect(die: Die) -> str:
    """Return the effect of a die: cards, a number above a fish, or only a number.

    Circles, if any, are at the bottom.
    """
    colour = die.colour
    if colour == Colour.WHITE:
        dots = make_group(draw_coins(die.circles), 27.5, 41.5, 0.92) if die.circles else ""
        if die.value == 1:
            return make_group(draw_cards(1), 41.5, 20, 0.95) + dots
        return (
            make_group(draw_cards(2), 40.5, 21, 0.62) + dots
            if dots
            else make_group(draw_cards(2), 32, 39, 0.86)
        )
    if colour == Colour.YELLOW:
        swims = make_group(
            draw_fish("r", None, "d"), 17 if die.circles else 27.5, 41, 0.2 if die.circles else 0.25
        )
        dots = "".join(make_group(draw_coins(1), 34 + 11 * i, 41.5, 0.76) for i in range(die.circles))
        return make_text(39.5, 28.5, 31, str(die.value), INK) + swims + dots
    return make_text(36, 49.5, 38, str(die.value), DIE_INKS[colour])


def draw_function(function: CardFunction, clip_id: str) -> str:
    """Return the function of an advantage card, 72 × 52, centred on the origin."""
    if function == CardFunction.CIRCLES:
        disc = make_circle(0, 0, 15, GOLD, stroke="#7C4A0D", stroke_width=2.6) + make_circle(
            -1.5, -2, 9.5, "#FFE08A"
        )
        return make_group(disc, -16, 0) + make_group(disc, 16, 0)
    if function == CardFunction.FISH:
        return draw_small_fish(clip_id, 0.62)
    if function == CardFunction.TURTLE:
        return make_group(draw_turtle(None, clip_id), -10, 0, 0.78) + draw_plus_one(25, 12)
    if function == CardFunction.CORAL:
        return make_group(pieces.draw_coral(clip_id), 0, 2, 0.56)
    block = make_rect(-17, -17, 34, 34, 8, "#FFFFFF", stroke=INK, stroke_width=2.6)
    pips = "".join(make_circle(x, y, 3.4, INK) for x, y in ((-8, -8), (8, 8), (0, 0)))
    return make_group(block + pips, -10, 0, rotation=-10) + draw_plus_one(22, 10)


def draw_plus_one(x: float, y: float) -> str:
    """Return a small red label reading "+1", centred at (``x``, ``y``)."""
    return make_rect(x - 16, y - 12, 32, 24, 8, "#B3261E", stroke=INK, stroke_width=1.8) + make_text(
        x, y + 7, 19, "+1", "#FFFFFF"
    )


def draw_competition_tile(is_gold: bool, size: float = 40) -> str:
    """Return a gold or silver competition tile, ``size`` pixels wide and high, with room for its number."""
    base, rim, light = (GOLD, "#7C4A0D", "#FFE08A") if is_gold else ("#C3CED4", "#43525B", "#E9F0F3")
    middle = size / 2
    shape = make_circle(middle, middle, middle - 1.5, base, stroke=rim, stroke_width=2.4)
    if not is_gold:
        points = []
        for i in range(6):
            a = i * math.pi / 3
            points.append((middle + (middle - 1) * math.cos(a), middle + (middle - 1) * math.sin(a)))
        d = "M" + " L".join(f"{x:.1f},{y:.1f}" for x, y in points) + "Z"
        shape = make_path(d, base, stroke=rim, stroke_width=2.4, stroke_linejoin="round")
    return shape + make_circle(middle, middle, middle - 6, light)


def draw_first_player_token() -> str:
    """Return the first-player token, a red flag, 32 × 32."""
    return make_path("M8,29 V4", stroke=INK, stroke_width=3.4, stroke_linecap="round") + make_path(
        "M9,4 C16,1 20,8 28,4 V17 C20,21 16,14 9,17Z", "#E70A0D", stroke=INK, stroke_width=2, **ROUND_STROKE
    )


def draw_start_points_sign() -> str:
    """Return a shell, 32 × 32, which marks the points that a seat started with."""
    fan = "M16,27 C10,26 8,23 7,21 C2,17 1,9 5,6 C9,4 10,6 11,7 C12,3 15,2 16,4 "
    fan += "C17,2 20,3 21,7 C22,6 23,4 27,6 "
    fan += "C31,9 30,17 25,21 C24,23 22,26 16,27Z"
    ribs = "M16,24 V8 M13,23 L9,10 M19,23 L23,10"
    return make_path(fan, "#FFE3A3", stroke=INK, stroke_width=2, **ROUND_STROKE) + make_path(
        ribs, stroke="#B9771D", stroke_width=2, **ROUND_STROKE
    )


def draw_counted_piece(piece: str, width: int, height: int) -> str:
    """Return a piece on the light background that it has beside its count."""
    ground = make_rect(0, 0, width, height, 12, "#06182A") + make_rect(
        0, 0, width - 2, height - 2, 12, "#CFF2ED"
    )
    return ground + make_group(piece, width / 2 - 1, height / 2 - 1, height / 46)


def draw_all() -> dict[str, str]:
    """Return every drawing of pieces by name."""
    out = {}
    x, y, wide, high = TURTLE_BOUNDS
    for seat in range(4):
        swimming = draw_turtle_edge() + draw_turtle(seat, "k")
        out[f"turtle_{seat}"] = make_svg(wide, high, make_group(swimming, -x, -y - 7, 1.06), "#FFFFFF")
        out[f"resting_{seat}"] = make_svg(68, 60, make_group(swimming, 33, 29, 0.8), "#FFFFFF")
        out[f"shell_{seat}"] = make_svg(64, 56, make_group(draw_turtle(seat, "k"), 31, 27, 0.8), "#234F70")
        out[f"coral_{seat}"] = make_svg(54, 54, make_group(draw_coral(seat, "k"), 27, 27.5, 1.2), "#F0D3A0")
        out[f"large_{seat}"] = make_svg(76, 76, make_group(draw_coral(seat, "k"), 38, 38.5, 1.74), "#F0D3A0")
        for across, down, name in COUNTED_SIZES:
            beside = {
                "food": make_group(draw_cube(seat), scale=1.75),
                "supply": make_group(draw_coral(seat, "k"), 0, 0.5, 1),
            }
            for kind, piece in beside.items():
                out[f"{kind}{name}_{seat}"] = make_svg(
                    across, down, draw_counted_piece(piece, across, down), "#1A3D59"
                )
    out["cube_grey"] = make_svg(
        CUBE_SIZE,
        CUBE_SIZE,
        make_group(draw_cube(None), CUBE_SIZE / 2, CUBE_SIZE / 2, CUBE_SIZE / 24),
        "#A9E6DF",
    )
    out["cube_food"] = make_svg(
        CUBE_SIZE, CUBE_SIZE, make_group(draw_food(), CUBE_SIZE / 2, CUBE_SIZE / 2, CUBE_SIZE / 24), "#A9E6DF"
    )
    for gold in (True, False):
        kind = "gold" if gold else "silver"
        out[f"tile_{kind}"] = make_svg(56, 56, draw_competition_tile(gold, 56), "#1A3D59")
        out["next_gold" if gold else "next_silver"] = make_svg(
            60, 60, draw_competition_tile(gold, 60), "#0B2740"
        )
        out[f"choice_{kind}"] = make_svg(112, 112, draw_competition_tile(gold, 112), "#0B2740")
    disc = make_circle(24, 24, 23.5, INK) + make_circle(24, 24, 21, "#FFF4DD")
    out["token"] = make_svg(48, 48, disc + make_group(draw_first_player_token(), 5.5, 5.5, 1.16), "#1A3D59")
    for wide, high, name in COUNTED_SIZES:
        out[f"fish{name}"] = make_svg(
            wide, high, draw_counted_piece(draw_small_fish("k", 0.48), wide, high), "#1A3D59"
        )
    return out
