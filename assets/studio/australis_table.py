"""The table of Australis: the sea, the current with its stones, the reefs, the panel and the boards."""

from __future__ import annotations

import math
from itertools import pairwise

from assets.studio import pieces
from assets.studio.australis_pieces import (
    DICE,
    DICE_INK,
    coins,
    cube,
    function_icon,
    medal,
    small_fish,
    starfish,
    start,
    token,
    turtle,
)
from assets.studio.paper import GOLD, INK, NAVY, circle, clip, group, mix, path, rect, smooth, svg, text, wave
from assets.studio.table import sea
from games.australis.layout import (
    BOARD_H,
    BOARD_Y,
    CHIP_GAP,
    COURSE,
    MOST_CHIPS,
    PANEL,
    PLANS,
    POOLS,
    REEF,
    REEF_PLACES,
    STOCKS,
    STONE,
    STONES,
    TURN,
    BoardPlan,
)
from games.australis.parts import (
    COLOUR_LETTERS,
    FIRST_POINTS,
    FOOD_SLOTS,
    FOOD_SPACES,
    GREY_SPACE,
    REEFS,
    SECOND_POINTS,
    SECTION_STARTS,
    TRACK_ENDS,
    Function,
    reef_at,
)
from games.core.picture import HEIGHT, WIDTH, Box

TONES = ("#F6DCA8", "#F9C79A", "#F3AFA8", "#D8B4E2", "#B3C0F2", "#A5E3CC")
"""Of the reefs from 3 to 8 and of the stones of their sections."""
FOOT = ("#1A3D59", "#FFE9B0")
HEAD = ("#234F70", GOLD)


def current(end: int) -> str:
    """Return the current: a broad pale stream with its stones up to the last space."""
    line = smooth(COURSE)
    parts = [
        path(
            line,
            stroke="#06263B",
            stroke_width=112,
            opacity=".16",
            transform="translate(5 8)",
            stroke_linecap="round",
        ),
        path(line, stroke="#CFF3EC", stroke_width=104, stroke_linecap="round"),
        path(line, stroke="#8FDAD6", stroke_width=96, stroke_linecap="round"),
        path(line, stroke="#A9E6DF", stroke_width=64, stroke_linecap="round"),
    ]
    for space, ((ax, ay), (bx, by)) in enumerate(pairwise(STONES)):
        # Where food waits there is no room.
        if not {space, space + 1} & set(FOOD_SPACES):
            parts.append(_chevron((ax + bx) / 2, (ay + by) / 2, bx - ax, by - ay))
    parts += [_stone(space) for space in range(end)]
    parts += [_section(start) for start in SECTION_STARTS[1:] if start <= end]
    parts.append(_last(end))
    return "".join(parts)


def _chevron(x: float, y: float, dx: float, dy: float) -> str:
    turn = math.degrees(math.atan2(dy, dx))
    d = "M-7,-11 L6,0 L-7,11"
    return group(
        path(
            d,
            stroke="#FFFFFF",
            stroke_width=5,
            stroke_linecap="round",
            stroke_linejoin="round",
            opacity=".85",
        ),
        x,
        y,
        turn=turn,
    )


def _section(start: int) -> str:
    """Return the number of the reef whose section begins at a space: before it, away from the reefs."""
    (ax, ay), (bx, by) = STONES[start - 1], STONES[start]
    along, down = bx - ax, by - ay
    # Food may wait beside the space before it.
    share, away = (0.6, 52) if start - 1 in FOOD_SPACES else (0.5, 42)
    step = away / math.hypot(along, down)
    mx, my = ax + share * along, ay + share * down
    x, y = max(
        ((mx + side * step * down, my - side * step * along) for side in (-1, 1)),
        key=lambda place: min(_gap(place[0], place[1], box) for box in REEF_PLACES),
    )
    disc = circle(x, y + 1, 21, NAVY) + circle(x, y, 19, "#1D5487")
    return disc + text(x, y + 11, 31, str(reef_at(start)), "#FFFFFF")


def _gap(x: float, y: float, box: Box) -> float:
    """Return how far a point is from a box."""
    return math.hypot(max(box.x - x, 0, x - box.x - box.w), max(box.y - y, 0, y - box.y - box.h))


def _tone(space: int) -> str:
    return TONES[reef_at(space) - REEFS[0]]


def _stone(space: int) -> str:
    x, y = STONES[space]
    tone, r = _tone(space), STONE / 2
    parts = [
        circle(x + 2, y + 4, r, "#06263B", opacity=".25"),
        circle(x, y, r, mix(tone, "#5A4A3A", 0.45)),
        circle(x - 0.5, y - 2, r - 2, tone),
        path(
            f"M{x - r * 0.62:.1f},{y - r * 0.42:.1f} "
            f"A{r * 0.78:.1f},{r * 0.78:.1f} 0 0 1 {x + r * 0.3:.1f},{y - r * 0.72:.1f}",
            stroke="#FFFFFF",
            stroke_width=3.4,
            opacity=".7",
            stroke_linecap="round",
        ),
    ]
    if space == GREY_SPACE:
        parts.append(
            circle(x, y - 1, r - 6, "none", stroke="#6B777D", stroke_width=3, stroke_dasharray="6 5")
        )
    if space in FOOD_SPACES:
        parts.append(
            circle(x, y - 1, r - 6, "none", stroke="#B9771D", stroke_width=3, stroke_dasharray="6 5")
        )
    parts.append(text(x, y + 9, 30, str(space), INK))
    return "".join(parts)


def _last(end: int) -> str:
    """Return the last space: a wide pool where turtles rest."""
    tone = _tone(end)
    x, y, w, h = POOLS[end]
    return (
        rect(x + 3, y + 5, w, h, 40, "#06263B", opacity=".25")
        + rect(x, y, w, h, 40, mix(tone, "#5A4A3A", 0.45))
        + rect(x + 2, y + 1, w - 5, h - 6, 38, tone)
        + rect(x + 8, y + 38, w - 17, h - 49, 30, "none", stroke="#FFFFFF", stroke_width=3, opacity=".6")
        + text(x + w / 2, y + 32, 30, str(end), INK)
    )


def beach() -> str:
    """Return the sand on which the boards lie."""
    parts = []
    top = BOARD_Y - 10
    for drop, opacity in ((-13, ".12"), (-7, ".18")):
        line = smooth(wave(top + drop, -10, WIDTH + 10, 5, 236, 0.4))
        parts.append(
            path(f"{line} L{WIDTH + 10},{HEIGHT + 10} L-10,{HEIGHT + 10}Z", "#06263B", opacity=opacity)
        )
    for drop, tone, phase in ((0, "#E5BC70", 0.4), (8, "#F4D592", 0.9)):
        line = smooth(wave(top + drop, -10, WIDTH + 10, 5, 236, phase))
        parts.append(path(f"{line} L{WIDTH + 10},{HEIGHT + 10} L-10,{HEIGHT + 10}Z", tone))
    return "".join(parts)


def table(end: int) -> str:
    """Return the whole ground for a length of the current."""
    panel = rect(*PANEL, 16, "#06182A", opacity=".55")
    return sea() + current(end) + panel + beach()


def reef(index: int) -> str:
    """Return a reef with its number and points; the corals are laid on it."""
    w, h = REEF
    tone = TONES[index]
    rim, shade = mix(tone, "#6B4A20", 0.45), mix(tone, "#8A6A3A", 0.25)
    edge = [
        (10, 40),
        (30, 12),
        (80, 8),
        (130, 12),
        (180, 6),
        (228, 14),
        (248, 44),
        (250, 92),
        (236, 126),
        (180, 132),
        (128, 128),
        (70, 134),
        (22, 126),
        (6, 92),
    ]
    shape = smooth([(x * w / 256, y * h / 142) for x, y in edge], True)
    deco = starfish(128, 30, 12, mix(tone, "#B3261E", 0.35), rim)
    body = (
        path(shape, "#06263B", opacity=".22", transform="translate(4 7)")
        + path(shape, rim, transform="translate(0 3)")
        + path(shape, shade)
        + clip("rf", path(shape), path(shape, tone, transform="translate(-2 -5)"))
        + path(
            shape, stroke="#FFFFFF", stroke_width=2.4, opacity=".55", transform="translate(1 -1) scale(.992)"
        )
    )
    number = (
        circle(36, 33, 23, NAVY)
        + circle(36, 32, 20.5, "#1D5487")
        + text(36, 43, 31, str(REEFS[index]), "#FFFFFF")
    )
    points = ""
    if SECOND_POINTS[index]:
        points += group(medal(False, 40), 203, 11) + text(223, 40, 27, str(SECOND_POINTS[index]), INK)
        left = 162
    else:
        left = 202
    points += group(medal(True, 42), left - 2, 10) + text(left + 19, 40.5, 28, str(FIRST_POINTS[index]), INK)
    return body + deco + number + points


def pill(kind: str) -> str:
    """Return the ground of a count on a reef, 54 by 30: round for first, cut for second, dark for neither."""
    if kind == "second":
        outer = "M12,0 H42 L54,12 V18 L42,30 H12 L0,18 V12Z"
        inner = "M13,2.4 H41 L51.6,13 V17 L41,27.6 H13 L2.4,17 V13Z"
        return path(outer, "#43525B") + path(inner, "#E9F0F3")
    tone, rim = (GOLD, "#7C4A0D") if kind == "first" else (NAVY, "#06182A")
    return rect(0, 0, 54, 30, 11, rim) + rect(2, 2, 50, 26, 9.5, tone)


def turn_plate() -> str:
    """Return the plate that says whose turn it is in which round."""
    return (
        rect(0, 0, TURN.w, TURN.h, 14, "#8E5B0C")
        + rect(0, 0, TURN.w - 2.5, TURN.h - 2.5, 14, GOLD)
        + path(
            f"M2.5,60 V16 A13,13 0 0 1 16,2.5 H{TURN.w - 18}",
            stroke="#FFFFFF",
            stroke_width=4,
            opacity=".4",
            stroke_linecap="round",
        )
    )


def stock(kind: str) -> str:
    """Return a stock of the panel with room for its count."""
    w, h = STOCKS[0].w, STOCKS[0].h
    inner = {
        "gold": group(medal(True, 44), 6.5, 6),
        "silver": group(medal(False, 44), 6.5, 6),
        "draw": pieces.wave_back("k", w, 56),
        "discard": group(rect(-15, -20, 30, 40, 6, "#C9ECE4", stroke=INK, stroke_width=1.8), 22, 30, turn=-12)
        + group(rect(-15, -20, 30, 40, 6, "#FFF4DD", stroke=INK, stroke_width=1.8), 34, 31, turn=10)
        + group(function_icon(Function.CIRCLES, "k"), 34, 31, 0.4),
        "fish": small_fish("f", 0.5).replace("translate(0 0)", f"translate({w / 2} 30)"),
        "grey": group(cube(None), w / 2, 30, 1.7),
    }[kind]
    base = rect(0, 0, w, h, 12, "#1B5577") + rect(0, h - 36, w, 36, 0, NAVY)
    return clip("st", f'<rect width="{w}" height="{h}" rx="12"/>', base + inner)


def board(plan: BoardPlan, side: bool, lit: bool) -> str:
    """Return an empty board: the name plate, food slots and the five places of the dice."""
    w, h = plan.width, BOARD_H
    back, foot, head = ("#B97A12" if lit else "#0B2238"), FOOT[lit], HEAD[lit]
    hollow = mix(foot, "#8A6A32" if lit else "#04121F", 0.28)
    parts = [rect(0, 0, w, h, 14, back), rect(0, 0, w - 3, h - 3, 14, foot)]
    _, _, hw, hh = plan.head
    hw = min(hw, w - 3)
    if side:
        parts.append(path(f"M0,14 A14,14 0 0 1 14,0 H{hw} V{hh} H0Z", head))
    else:
        parts.append(path(f"M0,14 A14,14 0 0 1 14,0 H{hw - 14} A14,14 0 0 1 {hw},14 V{hh} H0Z", head))
    parts.append(
        path(
            f"M2.5,{hh - 8} V16 A13,13 0 0 1 16,2.5 H{hw - 16}",
            stroke="#FFFFFF",
            stroke_width=4,
            opacity=".4" if lit else ".14",
            stroke_linecap="round",
        )
    )
    fx, fy = plan.food
    for i in range(FOOD_SLOTS):
        parts.append(rect(fx + plan.slot * i, fy, plan.slot - 3, 32, 7, hollow))
    parts += [rect(*place, 12, hollow) for place in plan.dice]
    for i, cx in enumerate(plan.columns):
        parts += _column(plan, i, cx, lit)
    return "".join(parts)


def _column(plan: BoardPlan, i: int, x: int, lit: bool) -> list[str]:
    """Return the place of a colour: its letter on a band, and room for three cards."""
    foot, (_, top, _, high) = FOOT[lit], plan.table
    tone, band = mix(DICE[i], foot, 0.72), mix(DICE[i], foot, 0.12 if lit else 0.3)
    width, (cw, ch) = plan.column - 4, plan.chip
    size = plan.band - 2
    parts = [
        rect(x, top, width, high, 9, tone),
        path(
            f"M{x},{top + plan.band} v{9 - plan.band} a9,9 0 0 1 9,-9 h{width - 18} a9,9 0 0 1 9,9 "
            f"v{plan.band - 9}Z",
            band,
        ),
        text(x + width / 2, top + plan.band / 2 + size * 0.36, size, COLOUR_LETTERS[i].upper(), DICE_INK[i]),
    ]
    for k in range(MOST_CHIPS):
        up = top + plan.band + CHIP_GAP + (ch + CHIP_GAP) * k
        parts.append(rect(x + 2, up + 1, cw - 4, ch - 2, 6, mix(tone, INK, 0.14)))
    return parts


def ledger(plan: BoardPlan) -> str:
    """Return the table of what points came from, a sign for each origin, in two columns of four."""
    _, _, wide, tall = plan.ledger
    crown = circle(0, 0, 13, GOLD, stroke="#7C4A0D", stroke_width=2.2) + text(0, 7, 19, "1", INK)
    signs = (
        group(start(), -16, -16),
        coins(2),
        group(pieces.coral("a"), -6, 0, 0.3) + group(crown, 9, 4, 0.72),
        small_fish("s", 0.36),
        group(turtle(None, "t"), 0, 0, 0.46),
        group(pieces.coral("b"), 0, 0, 0.32),
        group(token(), -16, -16),
        group(medal(True, 38), -20, -14, 0.72) + group(medal(False, 38), -4, -10, 0.72),
    )
    parts = [rect(0, 0, wide, tall, 10, "#06182A"), rect(0, 0, wide - 2, tall - 2, 10, NAVY)]
    for i, sign in enumerate(signs):
        parts.append(group(sign, wide // 2 * (i // 4) + 26, tall // 4 * (i % 4) + tall // 8))
    return "".join(parts)


def files() -> dict[str, str]:
    """Return every part of the table by its name."""
    out = {f"table_{end}": svg(WIDTH, HEIGHT, table(end)) for end in TRACK_ENDS}
    for index, number in enumerate(REEFS):
        out[f"reef_{number}"] = svg(REEF[0], REEF[1], reef(index), "#41A3B8")
    for kind in ("first", "second", "none"):
        out[f"pill_{kind}"] = svg(54, 30, pill(kind), "#F0D3A0")
    out["tag"] = svg(42, 30, rect(0, 0, 42, 30, 11, NAVY), "#8FDAD6")
    out["turn"] = svg(TURN.w, TURN.h, turn_plate())
    for kind in ("gold", "silver", "draw", "discard", "fish", "grey"):
        out[f"stock_{kind}"] = svg(STOCKS[0].w, STOCKS[0].h, stock(kind))
    for seats, plan in PLANS.items():
        for lit in (True, False):
            out[f"board{seats}_{'lit' if lit else 'dim'}"] = svg(
                plan.width, BOARD_H, board(plan, seats == 2, lit), "#F4D592"
            )
        out[f"ledger{seats}"] = svg(plan.ledger.w, plan.ledger.h, ledger(plan), FOOT[0])
    return out
