"""The pieces of Australis: turtles, corals, dice, cubes, advantage cards, tiles."""

from __future__ import annotations

import math

from assets.studio import pieces
from assets.studio.cards import plain
from assets.studio.fish import eye, fish
from assets.studio.paper import CREAM, GOLD, INK, circle, clip, group, mix, path, rect, smooth, svg, text
from games.australis.layout import CARDS, CUBE, PLANS
from games.australis.layout import DICE as OFFER
from games.australis.parts import CARD_CODES, DIE_OF, KINDS, Colour, Die, Function

SEATS = ("#173FE9", "#07BFA0", "#FADB32", "#9E0650")
SEAT_RIM = ("#0B1E78", "#04564A", "#7A5A06", "#4A0226")
SEAT_MARK = ("#8FA6FF", "#04705F", "#A9760A", "#FF8CC0")
DICE = ("#E5F7F5", "#ECD22E", "#36C8FA", "#583C80", "#E70A0D")
DICE_MARK = ("#9DB9C4", "#C79A12", "#1B86D6", "#8E6BC4", "#A60012")
DICE_INK = (INK, INK, INK, "#FFFFFF", "#FFFFFF")
DICE_RIM = ("#3B5468", "#6B4306", "#0A3F74", "#2A1848", "#6E0715")
WHITE = "#FFFFFF"
ROUND = {"stroke_linejoin": "round", "stroke_linecap": "round"}


def shell_pattern(seat: int) -> str:
    """Return the pattern of a seat's shell, over an ellipse of 46 by 40."""
    mark = SEAT_MARK[seat]
    if seat == 0:
        hexagon = "M-9,0 L-4.5,-8 H4.5 L9,0 L4.5,8 H-4.5Z"
        rays = "M9,0 H24 M4.5,-8 L12,-20 M-4.5,-8 L-12,-20 M-9,0 H-24 M-4.5,8 L-12,20 M4.5,8 L12,20"
        return path(hexagon, mark) + path(rays, stroke=mark, stroke_width=3.6)
    if seat == 1:
        return "".join(
            f'<ellipse rx="{rx}" ry="{ry}" fill="none" stroke="{mark}" stroke-width="3.6"/>'
            for rx, ry in ((16, 13.5), (7, 5.5))
        )
    if seat == 2:
        return "".join(rect(x, -22, 5, 44, 0, mark) for x in (-17, -7, 3, 13))
    spots = ((0, 0), (-11, -8), (-11, 8), (11, -8), (11, 8), (0, -15), (0, 15), (-19, 0), (19, 0))
    return "".join(circle(x, y, 3.8, mark) for x, y in spots)


def turtle(seat: int | None, name: str) -> str:
    """Return a turtle swimming to the right, about the origin, 76 by 66; of no seat in grey."""
    base = "#8FA3AE" if seat is None else SEATS[seat]
    rim = "#33444F" if seat is None else SEAT_RIM[seat]
    skin = mix(mix(base, "#7DBE6A", 0.45), "#FFFFFF", 0.3)
    line = {"stroke": rim, "stroke_width": 2.4, "stroke_linejoin": "round"}
    fins = (
        "M12,-12 C18,-26 10,-34 0,-33 C-2,-26 2,-18 4,-12Z",
        "M12,12 C18,26 10,34 0,33 C-2,26 2,18 4,12Z",
        "M-14,-12 C-24,-18 -32,-17 -34,-12 C-28,-8 -22,-6 -16,-6Z",
        "M-14,12 C-24,18 -32,17 -34,12 C-28,8 -22,6 -16,6Z",
    )
    head = "M18,-7 C26,-12 38,-9 38,0 C38,9 26,12 18,7Z"
    ellipse = '<ellipse rx="23.5" ry="20"/>'
    shell = f'<ellipse rx="23.5" ry="20" fill="{mix(base, rim, 0.35)}"/>'
    inside = (
        f'<ellipse cx="-1.5" cy="-2.5" rx="23" ry="19" fill="{base}"/>'
        + ("" if seat is None else shell_pattern(seat))
        + '<ellipse cx="-7" cy="-11" rx="9" ry="3.6" fill="#FFFFFF" opacity=".45" transform="rotate(-14)"/>'
    )
    shadow = (
        "".join(path(d, "#06263B") for d in (*fins, head)) + '<ellipse rx="23.5" ry="20" fill="#06263B"/>'
    )
    return (
        f'<g opacity=".25" transform="translate(2.5 4)">{shadow}</g>'
        + "".join(path(d, skin, **line) for d in fins)
        + path(head, skin, **line)
        + shell
        + clip(f"{name}t", ellipse, inside)
        + f'<ellipse rx="23.5" ry="20" fill="none" stroke="{rim}" stroke-width="2.6"/>'
        + eye(30, -3.4, 3.4)
    )


def coral(seat: int, name: str) -> str:
    """Return a coral of a seat, about the origin, 42 square: branch, brain, tubes or fan."""
    base, rim, light = SEATS[seat], SEAT_RIM[seat], mix(SEATS[seat], "#FFFFFF", 0.4)
    line = {"stroke": rim, "stroke_width": 2.2, "stroke_linejoin": "round"}
    foot = path("M-13,19 C-12,13 12,13 13,19Z", "#5E6F8C", stroke="#2E3B57", stroke_width=2)
    if seat == 0:
        limbs = ("M0,15 V-16", "M0,8 C-9,4 -12,-2 -12,-10", "M0,4 C9,0 12,-5 12,-14")
        body = "".join(path(d, stroke=rim, stroke_width=9.5, **ROUND) for d in limbs)
        body += "".join(path(d, stroke=base, stroke_width=5.6, **ROUND) for d in limbs)
        body += "".join(
            path(d, stroke=light, stroke_width=1.8, transform="translate(-1 -1)", **ROUND) for d in limbs
        )
    elif seat == 1:
        dome = "M-18,12 C-20,-8 -10,-18 0,-18 C10,-18 20,-8 18,12 C8,17 -8,17 -18,12Z"
        folds = "M-12,6 C-14,-2 -6,-2 -7,-9 M-3,13 C-6,4 3,4 1,-5 C0,-9 4,-11 5,-13 M8,11 C5,5 13,3 11,-4"
        body = path(dome, base, **line) + path(folds, stroke=SEAT_MARK[1], stroke_width=2.8, **ROUND)
    elif seat == 2:
        body = ""
        for x, top, width in ((-9, -8, 10), (9, -4, 10), (0, -17, 11)):
            body += rect(x - width / 2, top, width, 30 if top < -10 else 22, 4, base, **line)
            body += (
                f'<ellipse cx="{x}" cy="{top + 2}" rx="{width / 2}" ry="3.2" fill="#7A5A06" '
                f'stroke="{rim}" stroke-width="2"/>'
            )
        body = clip(f"{name}u", rect(-20, -24, 40, 40, 0, base), body)
    else:
        fan = "M0,16 C-6,10 -20,6 -19,-6 C-18,-17 -8,-19 0,-19 C8,-19 18,-17 19,-6 C20,6 6,10 0,16Z"
        ribs = "M0,14 V-14 M0,10 L-11,-10 M0,10 L11,-10 M-1,8 L-15,-2 M1,8 L15,-2"
        body = path(fan, base, **line) + path(ribs, stroke=SEAT_MARK[3], stroke_width=2, **ROUND)
    return foot + body


def cube(seat: int | None) -> str:
    """Return a food cube seen at a slant, about the origin, 24 square; grey without a seat."""
    base = "#9AA7AD" if seat is None else SEATS[seat]
    rim = "#39464D" if seat is None else SEAT_RIM[seat]
    line = {"stroke": rim, "stroke_width": 1.8, "stroke_linejoin": "round"}
    mark = "" if seat is None else group(f'<g opacity=".9">{shell_pattern(seat)}</g>', -2, 3, 0.28)
    return (
        path("M-10,-4 L-5,-10 H10 L5,-4Z", mix(base, "#FFFFFF", 0.55), **line)
        + path("M5,-4 L10,-10 V4 L5,10Z", mix(base, rim, 0.45), **line)
        + path("M-10,-4 H5 V10 H-10Z", base, **line)
        + mark
    )


def coins(n: int) -> str:
    """Return circles in a row about the origin: a point each."""
    return "".join(
        circle(15 * (i - (n - 1) / 2), 0, 6.4, GOLD, stroke="#7C4A0D", stroke_width=2) for i in range(n)
    )


def sheets(n: int) -> str:
    """Return one or two cards about the origin: as many are taken."""
    one = rect(-8, -11, 16, 22, 3, "#1D5487", stroke=INK, stroke_width=1.8) + rect(
        -4, -7, 8, 14, 2, "#7FB7D9"
    )
    if n == 1:
        return one
    return group(one, -10, 0, turn=-8) + group(one, 10, 0, turn=8)


def small_fish(name: str, scale: float) -> str:
    """Return a fish of the schools about the origin."""
    return group(fish("r", None, name), 0, 0, scale)


def die(shown: Die) -> str:
    """Return a die as it lies, 56 square: its letter in the corner, beside and below it what it brings."""
    c = shown.colour
    inner = '<rect x="5" y="5" width="45" height="45" rx="8"/>'
    face = rect(3, 3, 50, 50, 0, DICE[c]) + die_pattern(c)
    face += path("M5,50 V14 A9,9 0 0 1 14,5 H50", stroke="#FFFFFF", stroke_opacity=".4", stroke_width=4)
    return (
        rect(0, 0, 56, 56, 12, DICE_RIM[c])
        + rect(0, 0, 54, 54, 12, CREAM if c != Colour.WHITE else "#B9CBD2")
        + clip("di", inner, face + corner(c))
        + brings(shown)
    )


def die_pattern(c: Colour) -> str:
    """Return what the face of a die of a colour is patterned with."""
    if c == Colour.YELLOW:
        return rect(4, 4, 5, 48, 0, DICE_MARK[c]) + rect(46.5, 4, 5, 48, 0, DICE_MARK[c])
    if c == Colour.BLUE:
        line = "M2,{y} C12,{a} 20,{b} 29,{y} C38,{a} 46,{b} 54,{y}"
        return "".join(
            path(line.format(y=y, a=y - 5, b=y + 5), stroke=DICE_MARK[c], stroke_width=4) for y in (11, 46)
        )
    if c == Colour.VIOLET:
        squares = [(i, j) for i in range(6) for j in range(6) if (i + j) % 2 and (i in (0, 5) or j in (0, 5))]
        return "".join(rect(4 + 8 * i, 4 + 8 * j, 8, 8, 0, DICE_MARK[c]) for i, j in squares)
    if c == Colour.RED:
        return "".join(
            path(d, DICE_MARK[c])
            for d in ("M4,4 H24 L4,24Z", "M52,4 V24 L32,4Z", "M4,52 V32 L24,52Z", "M52,52 H32 L52,32Z")
        )
    return ""


def corner(c: Colour) -> str:
    """Return the letter of a colour in the upper left corner of a die."""
    # W is wider than the others.
    edge, size = (30, 20) if c == Colour.WHITE else (27, 24)
    d = f"M2,2 H{edge} V{edge - 9} A9,9 0 0 1 {edge - 9},{edge} H2Z"
    return path(d, DICE_RIM[c]) + text(
        (edge + 4) / 2, (edge + 4) / 2 + size * 0.36, size, c.letter.upper(), WHITE
    )


def brings(shown: Die) -> str:
    """Return what a die brings: cards above points, a number of fish above points, or the value alone."""
    c = shown.colour
    if c == Colour.WHITE:
        dots = group(coins(shown.circles), 27.5, 41.5, 0.92) if shown.circles else ""
        if shown.value == 1:
            return group(sheets(1), 41.5, 20, 0.95) + dots
        return group(sheets(2), 40.5, 21, 0.62) + dots if dots else group(sheets(2), 32, 39, 0.86)
    if c == Colour.YELLOW:
        swims = group(fish("r", None, "d"), 17 if shown.circles else 27.5, 41, 0.2 if shown.circles else 0.25)
        dots = "".join(group(coins(1), 34 + 11 * i, 41.5, 0.76) for i in range(shown.circles))
        return text(39.5, 28.5, 31, str(shown.value), INK) + swims + dots
    return text(36, 49.5, 38, str(shown.value), DICE_INK[c])


def function_icon(function: Function, name: str) -> str:
    """Return what a card does, about the origin, 72 by 52."""
    if function == Function.CIRCLES:
        disc = circle(0, 0, 15, GOLD, stroke="#7C4A0D", stroke_width=2.6) + circle(-1.5, -2, 9.5, "#FFE08A")
        return group(disc, -16, 0) + group(disc, 16, 0)
    if function == Function.FISH:
        return small_fish(name, 0.62)
    if function == Function.TURTLE:
        return group(turtle(None, name), -10, 0, 0.78) + plus(25, 12)
    if function == Function.CORAL:
        return group(pieces.coral(name), 0, 2, 0.56)
    block = rect(-17, -17, 34, 34, 8, "#FFFFFF", stroke=INK, stroke_width=2.6)
    pips = "".join(circle(x, y, 3.4, INK) for x, y in ((-8, -8), (8, 8), (0, 0)))
    return group(block + pips, -10, 0, turn=-10) + plus(22, 10)


def plus(x: float, y: float) -> str:
    """Return a tag that says +1."""
    return rect(x - 16, y - 12, 32, 24, 8, "#B3261E", stroke=INK, stroke_width=1.8) + text(
        x, y + 7, 19, "+1", "#FFFFFF"
    )


def tab(colour: Colour) -> str:
    """Return the letter of a colour on a tab in the upper left corner."""
    d = "M4,14 A9,9 0 0 1 13,4 H33 V22 A10,10 0 0 1 23,32 H4Z"
    return path(d, DICE[colour], stroke=DICE_RIM[colour], stroke_width=1.8) + text(
        18, 26, 22, colour.letter.upper(), DICE_INK[colour]
    )


def advantage(card: int) -> str:
    """Return an advantage card of the display."""
    function, colour = KINDS[card]
    width, height = CARDS[0].w, CARDS[0].h
    tone = ("#D9F0EA", "#FFF1D2", "#C9ECFA", "#E3DAF0", "#FBDAD3")[colour]
    deep = ("#A9D6D4", "#F6DCA8", "#93D3EE", "#C6B6DE", "#F1B5AA")[colour]
    base = plain("c", tone, deep, width, height, DICE[colour])
    return base + group(function_icon(function, "k"), width / 2, height / 2 + 8, 1.25) + tab(colour)


def chip(card: int, width: int, height: int) -> str:
    """Return an advantage card kept on a board."""
    function, colour = KINDS[card]
    body = (
        rect(0, 0, width, height, 7, DICE_RIM[colour])
        + rect(0, 0, width - 1.5, height - 1.5, 7, DICE[colour])
        + rect(3, 3, width - 7.5, height - 7.5, 5, mix(DICE[colour], "#FFFFFF", 0.72))
    )
    left = 0
    if function == Function.COMPETE:
        # Alone among them it does not lie at its colour, so its letter tells it.
        left = 20
        body += path(
            f"M3,8 A5,5 0 0 1 8,3 H{left} V{height - 4.5} H8 A5,5 0 0 1 3,{height - 9.5}Z", DICE_RIM[colour]
        )
        body += text(left / 2 + 1.5, height / 2 + 6, 19, colour.letter.upper(), WHITE)
    scale = min((width - left - 6) / 74, (height - 4) / 54)
    return body + group(function_icon(function, "k"), (width + left) / 2 - 0.7, height / 2 - 0.7, scale)


def medal(gold: bool, size: float = 40) -> str:
    """Return a competition tile or medal with room for its number, ``size`` square."""
    base, rim, light = (GOLD, "#7C4A0D", "#FFE08A") if gold else ("#C3CED4", "#43525B", "#E9F0F3")
    middle = size / 2
    shape = circle(middle, middle, middle - 1.5, base, stroke=rim, stroke_width=2.4)
    if not gold:
        points = []
        for i in range(6):
            a = i * math.pi / 3
            points.append((middle + (middle - 1) * math.cos(a), middle + (middle - 1) * math.sin(a)))
        d = "M" + " L".join(f"{x:.1f},{y:.1f}" for x, y in points) + "Z"
        shape = path(d, base, stroke=rim, stroke_width=2.4, stroke_linejoin="round")
    return shape + circle(middle, middle, middle - 6, light)


def token() -> str:
    """Return the first-player token, 32 square: a red flag."""
    return path("M8,29 V4", stroke=INK, stroke_width=3.4, stroke_linecap="round") + path(
        "M9,4 C16,1 20,8 28,4 V17 C20,21 16,14 9,17Z", "#E70A0D", stroke=INK, stroke_width=2, **ROUND
    )


def start() -> str:
    """Return the sign of the seat that began the round, 32 square: a shell."""
    fan = "M16,27 C10,26 8,23 7,21 C2,17 1,9 5,6 C9,4 10,6 11,7 C12,3 15,2 16,4 "
    fan += "C17,2 20,3 21,7 C22,6 23,4 27,6 "
    fan += "C31,9 30,17 25,21 C24,23 22,26 16,27Z"
    ribs = "M16,24 V8 M13,23 L9,10 M19,23 L23,10"
    return path(fan, "#FFE3A3", stroke=INK, stroke_width=2, **ROUND) + path(
        ribs, stroke="#B9771D", stroke_width=2, **ROUND
    )


def starfish(x: float, y: float, r: float, tone: str, rim: str) -> str:
    """Return a starfish."""
    points = []
    for i in range(10):
        a = -math.pi / 2 + i * math.pi / 5
        size = r if i % 2 == 0 else r * 0.45
        points.append((x + size * math.cos(a), y + size * math.sin(a)))
    return path(smooth(points, True), tone, stroke=rim, stroke_width=2)


def files() -> dict[str, str]:
    """Return every piece by its name."""
    out = {}
    for seat in range(4):
        out[f"turtle_{seat}"] = svg(80, 74, group(turtle(seat, "k"), 39, 35), "#7FD0CF")
        out[f"shell_{seat}"] = svg(52, 46, group(turtle(seat, "k"), 25, 22, 0.64), "#234F70")
        out[f"coral_{seat}"] = svg(46, 46, group(coral(seat, "k"), 23, 23.5), "#F0D3A0")
        out[f"supply_{seat}"] = svg(36, 36, group(coral(seat, "k"), 18, 18.5, 0.8), "#1A3D59")
        out[f"cube_{seat}"] = svg(CUBE, CUBE, group(cube(seat), CUBE / 2, CUBE / 2, CUBE / 24), "#A9E6DF")
        out[f"food_{seat}"] = svg(26, 26, group(cube(seat), 13, 13, 1.08), "#1A3D59")
    out["cube_grey"] = svg(CUBE, CUBE, group(cube(None), CUBE / 2, CUBE / 2, CUBE / 24), "#A9E6DF")
    out["food_grey"] = svg(26, 26, group(cube(None), 13, 13, 1.08), "#1A3D59")
    for size in sorted({boxes[0].w for boxes in (*OFFER.values(), *(plan.dice for plan in PLANS.values()))}):
        for code, shown in DIE_OF.items():
            out[f"die{size}_{code}"] = svg(size, size, group(die(shown), scale=size / 56))
    for card, code in enumerate(CARD_CODES):
        out[f"card_{code}"] = svg(CARDS[0].w, CARDS[0].h, advantage(card))
        for seats, plan in PLANS.items():
            out[f"chip{seats}_{code}"] = svg(*plan.chip, chip(card, *plan.chip), "#1A3D59")
    for gold in (True, False):
        out["tile_gold" if gold else "tile_silver"] = svg(38, 38, medal(gold, 38), "#1A3D59")
    out["token"] = svg(32, 32, token(), GOLD)
    out["start"] = svg(32, 32, start(), GOLD)
    out["fish"] = svg(36, 36, group(fish("r", None, "k"), 18, 18, 0.36), "#1A3D59")
    return out
