"""The table of Australis: the sea, the current with its stones, the reefs, the panel and the boards."""

from __future__ import annotations

import math
from itertools import pairwise

from assets.studio import pieces
from assets.studio.australis_pieces import (
    draw_coins,
    draw_competition_tile,
    draw_first_player_token,
    draw_small_fish,
    draw_start_points_sign,
    draw_turtle,
)
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
from assets.studio.table import draw_sea
from games.australis.board_layout import (
    BOARD_PLANS_BY_SEAT_COUNT,
    BOARD_TOP,
    LOW_PLANS_BY_SEAT_COUNT,
    BoardPlan,
)
from games.australis.layout import (
    ARRIVAL_BOX,
    CURRENT_POINTS,
    FAR_REEF_COLOUR,
    LEDGER_BOX,
    LEDGER_HEAD_HEIGHT,
    LEDGER_ROW_HEIGHT,
    PANEL_BOX,
    PICTURE_HEIGHT,
    PILL_SIZE,
    POOL_AREA_BY_SPACE,
    REEF_BOXES,
    REEF_COLOURS,
    REEF_NUMBER_DISC,
    REEF_POINTS,
    REEF_SIZE,
    SECTION_DISC_RADIUS,
    STONE_CENTRES,
    STONE_SIZE,
    TAG_BOX,
    TRAY_BOXES_BY_SEAT_COUNT,
    find_section_disc,
)
from games.australis.parts import (
    FIRST_PLACE_POINTS,
    FOOD_SPACES,
    GREY_CUBE_SPACE,
    REEF_NUMBERS,
    SECOND_PLACE_POINTS,
    SECTION_STARTS,
    TRACK_ENDS,
    find_reef,
)
from games.core.picture import PICTURE_WIDTH, Box

WHITE = "#FFFFFF"
SAND = "#F4D592"
"""Background of the boards. Boards are drawn with it in their corners, so that they cover what is below."""
CREAM = "#FFF4DD"
BOARD_COLOURS = ("#1A3D59", "#FFE9B0")


def draw_current(end: int) -> str:
    """Return the current: a wide pale stream with stones up to space ``end``, which is a pool."""
    line = make_curve(CURRENT_POINTS)
    parts = [
        make_path(
            line,
            stroke="#06263B",
            stroke_width=112,
            opacity=".16",
            transform="translate(5 8)",
            stroke_linecap="round",
        ),
        make_path(line, stroke="#CFF3EC", stroke_width=104, stroke_linecap="round"),
        make_path(line, stroke="#8FDAD6", stroke_width=96, stroke_linecap="round"),
        make_path(line, stroke="#A9E6DF", stroke_width=64, stroke_linecap="round"),
    ]
    for space, ((ax, ay), (bx, by)) in enumerate(pairwise(STONE_CENTRES)):
        # Leave out arrows next to spaces with food, because there is no room for them.
        if not {space, space + 1} & set(FOOD_SPACES) and space + 1 != GREY_CUBE_SPACE:
            parts.append(_draw_chevron((ax + bx) / 2, (ay + by) / 2, bx - ax, by - ay))
    parts += [_draw_stone(space) for space in range(end)]
    parts += [_draw_section_number(start) for start in SECTION_STARTS[1:] if start <= end]
    parts.append(_draw_last_space(end))
    return "".join(parts)


def _draw_chevron(x: float, y: float, dx: float, dy: float) -> str:
    turn = math.degrees(math.atan2(dy, dx))
    d = "M-7,-11 L6,0 L-7,11"
    return make_group(
        make_path(
            d,
            stroke="#FFFFFF",
            stroke_width=5,
            stroke_linecap="round",
            stroke_linejoin="round",
            opacity=".85",
        ),
        x,
        y,
        rotation=turn,
    )


def _draw_section_number(start: int) -> str:
    """Return the disc with the number of the reef whose section of the current begins at a space."""
    x, y = find_section_disc(start)
    disc = make_circle(x, y + 1, SECTION_DISC_RADIUS, NAVY) + make_circle(
        x, y, SECTION_DISC_RADIUS - 2, "#1D5487"
    )
    return disc + make_text(x, y + 15.5, 44, str(find_reef(start)), "#FFFFFF")


def _find_stone_colour(space: int) -> str:
    return REEF_COLOURS[find_reef(space) - REEF_NUMBERS[0]]


def _draw_stone(space: int) -> str:
    x, y = STONE_CENTRES[space]
    tone, r = _find_stone_colour(space), STONE_SIZE / 2
    parts = [
        make_circle(x + 2, y + 4, r, "#06263B", opacity=".25"),
        make_circle(x, y, r, mix_colours(tone, "#5A4A3A", 0.45)),
        make_circle(x - 0.5, y - 2, r - 2, tone),
        make_path(
            f"M{x - r * 0.62:.1f},{y - r * 0.42:.1f} "
            f"A{r * 0.78:.1f},{r * 0.78:.1f} 0 0 1 {x + r * 0.3:.1f},{y - r * 0.72:.1f}",
            stroke="#FFFFFF",
            stroke_width=3.4,
            opacity=".7",
            stroke_linecap="round",
        ),
    ]
    parts.append(make_text(x, y + 14.5, 48, str(space), INK))
    return "".join(parts)


def _draw_last_space(end: int) -> str:
    """Return the last space, a wide pool where turtles rest."""
    tone = _find_stone_colour(end)
    x, y, w, h = POOL_AREA_BY_SPACE[end]
    return (
        make_rect(x + 3, y + 5, w, h, 40, "#06263B", opacity=".25")
        + make_rect(x, y, w, h, 40, mix_colours(tone, "#5A4A3A", 0.45))
        + make_rect(x + 2, y + 1, w - 5, h - 6, 38, tone)
        + make_rect(x + 8, y + 42, w - 17, h - 53, 30, "none", stroke="#FFFFFF", stroke_width=3, opacity=".6")
        + make_text(x + w / 2, y + 39, 48, str(end), INK)
    )


def draw_beach() -> str:
    """Return the sand below the boards."""
    parts = []
    top = BOARD_TOP - 16
    for drop, opacity in ((-13, ".12"), (-7, ".18")):
        line = make_curve(make_wave(top + drop, -10, PICTURE_WIDTH + 10, 5, 236, 0.4))
        parts.append(
            make_path(
                f"{line} L{PICTURE_WIDTH + 10},{PICTURE_HEIGHT + 10} L-10,{PICTURE_HEIGHT + 10}Z",
                "#06263B",
                opacity=opacity,
            )
        )
    for drop, tone, phase in ((0, "#E5BC70", 0.4), (8, SAND, 0.9)):
        line = make_curve(make_wave(top + drop, -10, PICTURE_WIDTH + 10, 5, 236, phase))
        parts.append(
            make_path(f"{line} L{PICTURE_WIDTH + 10},{PICTURE_HEIGHT + 10} L-10,{PICTURE_HEIGHT + 10}Z", tone)
        )
    return "".join(parts)


def draw_table(end: int) -> str:
    """Return the whole background of a board whose current ends at space ``end``."""
    panel = make_rect(*PANEL_BOX, 16, "#06182A", opacity=".55")
    reefs = "".join(make_group(draw_reef(index), *place[:2]) for index, place in enumerate(REEF_BOXES))
    return draw_sea() + draw_current(end) + reefs + panel + draw_beach()


def make_reef_outline() -> str:
    """Return the outline of a reef."""
    w, h = REEF_SIZE
    edge = [
        (8, 44),
        (30, 10),
        (80, 6),
        (130, 9),
        (180, 4),
        (228, 10),
        (249, 44),
        (251, 92),
        (240, 128),
        (180, 134),
        (128, 131),
        (70, 136),
        (18, 128),
        (5, 92),
    ]
    return make_curve([(x * w / 256, y * h / 142) for x, y in edge], True)


def draw_reef(index: int, is_far: bool = False) -> str:
    """Return a reef with its number and points, without corals.

    :param is_far: draw the reef in a calm blue, because the seat to act can't choose it.
    """
    tone, shape = FAR_REEF_COLOUR if is_far else REEF_COLOURS[index], make_reef_outline()
    rim = mix_colours(tone, NAVY if is_far else "#6B4A20", 0.45)
    shade = mix_colours(tone, NAVY if is_far else "#8A6A3A", 0.25)
    body = (
        make_path(shape, "#06263B", opacity=".22", transform="translate(4 7)")
        + make_path(shape, rim, transform="translate(0 3)")
        + make_path(shape, shade)
        + clip_to_shape(f"rf{index}", make_path(shape), make_path(shape, tone, transform="translate(-2 -5)"))
        + make_path(
            shape, stroke="#FFFFFF", stroke_width=2.4, opacity=".55", transform="translate(1 -1) scale(.992)"
        )
    )
    x, y, r = REEF_NUMBER_DISC
    pale, ink = mix_colours(tone, "#FFFFFF", 0.45), mix_colours(tone, INK, 0.85)
    rings = (pale, pale) if is_far else (NAVY, "#1D5487")
    number = make_circle(x, y + 1, r, rings[0]) + make_circle(x, y, r - 2.5, rings[1])
    number += make_text(x, y + 16.5, 48, str(REEF_NUMBERS[index]), ink if is_far else "#FFFFFF")
    worth = [(True, FIRST_PLACE_POINTS[index]), (False, SECOND_PLACE_POINTS[index])]
    points, places = "", REEF_POINTS if SECOND_PLACE_POINTS[index] else REEF_POINTS[1:]
    for (gold, value), place in zip(worth, places, strict=False):
        middle = place.x + place.w / 2, place.y + place.h / 2
        points += (
            make_circle(*middle, place.w / 2 - 3, pale)
            if is_far
            else make_group(draw_competition_tile(gold, place.w), place.x, place.y)
        )
        points += make_text(middle[0], middle[1] + 16.5, 48, str(value), ink if is_far else INK)
    return body + number + points


def draw_pill(kind: str) -> str:
    """Return the background of a count on a reef: round gold (``first``) or cut silver (``second``)."""
    w, h = PILL_SIZE
    if kind == "second":
        outer = f"M12,0 H{w - 12} L{w},12 V{h - 12} L{w - 12},{h} H12 L0,{h - 12} V12Z"
        inner = f"M13,2.6 H{w - 13} L{w - 2.6},13 V{h - 13} L{w - 13},{h - 2.6} H13 L2.6,{h - 13} V13Z"
        return make_path(outer, "#43525B") + make_path(inner, "#E9F0F3")
    return make_rect(0, 0, w, h, 14, "#7C4A0D") + make_rect(2, 2, w - 4, h - 4, 12, GOLD)


def draw_board(plan: BoardPlan, is_lit: bool) -> str:
    """Return a seat's empty board on sand, lit for the active seat."""
    w, h = plan.width, plan.height
    back, foot = ("#B97A12" if is_lit else "#0B2238"), BOARD_COLOURS[is_lit]
    return (
        make_rect(0, 0, w, h, 0, SAND)
        + make_rect(0, 0, w, h, 14, back)
        + make_rect(0, 0, w - 4, h - 4, 14, foot)
    )


def draw_tray(box: Box) -> str:
    """Return the tray for the dice of a round, on sand."""
    return (
        make_rect(0, 0, box.w, box.h, 0, SAND)
        + make_rect(0, 0, box.w, box.h, 14, "#06182A")
        + make_rect(0, 0, box.w - 4, box.h - 4, 14, "#0B2238")
    )


def draw_ledger() -> str:
    """Return the empty table of points, with a row and a symbol for each source of points."""
    _, _, wide, tall = LEDGER_BOX
    crown = make_circle(0, 0, 13, GOLD, stroke="#7C4A0D", stroke_width=2.2)
    signs = (
        make_group(draw_start_points_sign(), -16, -16),
        draw_coins(2),
        make_group(pieces.draw_coral("a"), -6, 0, 0.34) + make_group(crown, 11, 4, 0.72),
        draw_small_fish("s", 0.4),
        make_group(draw_turtle(None, "t"), 0, 0, 0.52),
        make_group(pieces.draw_coral("b"), 0, 0, 0.36),
        make_group(draw_first_player_token(), -16, -16),
        make_group(draw_competition_tile(True, 38), -22, -14, 0.74)
        + make_group(draw_competition_tile(False, 38), -4, -10, 0.74),
    )
    inside = [make_rect(0, 0, wide, tall, 0, NAVY), make_rect(0, 0, wide, LEDGER_HEAD_HEIGHT, 0, "#234F70")]
    for i, sign in enumerate(signs):
        top = LEDGER_HEAD_HEIGHT + LEDGER_ROW_HEIGHT * i
        if i % 2 == 0:
            inside.append(make_rect(0, top, wide, LEDGER_ROW_HEIGHT, 0, "#113A5B"))
        inside.append(make_group(sign, 40, top + LEDGER_ROW_HEIGHT / 2))
    shape = f'<rect x="2" y="2" width="{wide - 5}" height="{tall - 5}" rx="14"/>'
    return (
        make_rect(0, 0, wide, tall, 0, SAND)
        + make_rect(0, 0, wide, tall, 16, "#06182A")
        + clip_to_shape("lg", shape, "".join(inside))
    )


def draw_all() -> dict[str, str]:
    """Return every drawing of the table by name."""
    out = {f"table_{end}": make_svg(PICTURE_WIDTH, PICTURE_HEIGHT, draw_table(end)) for end in TRACK_ENDS}
    for index, number in enumerate(REEF_NUMBERS):
        out[f"reef_{number}"] = make_svg(REEF_SIZE[0], REEF_SIZE[1], draw_reef(index), "#41A3B8")
        out[f"far_reef_{number}"] = make_svg(
            REEF_SIZE[0], REEF_SIZE[1], draw_reef(index, is_far=True), "#41A3B8"
        )
    for kind in ("first", "second"):
        out[f"pill_{kind}"] = make_svg(*PILL_SIZE, draw_pill(kind), "#F0D3A0")
    out["arrival"] = make_svg(
        ARRIVAL_BOX.w, ARRIVAL_BOX.h, make_circle(19, 19, 19, INK) + make_circle(19, 19, 16.5, CREAM), WHITE
    )
    out["tag"] = make_svg(
        TAG_BOX.w,
        TAG_BOX.h,
        make_rect(0, 0, TAG_BOX.w, TAG_BOX.h, 14, INK)
        + make_rect(2, 2, TAG_BOX.w - 4, TAG_BOX.h - 4, 12, CREAM),
        "#8FDAD6",
    )
    for seats, plan in BOARD_PLANS_BY_SEAT_COUNT.items():
        for kind in ("lit", "dim"):
            for name, shown in (("board", plan), ("low_board", LOW_PLANS_BY_SEAT_COUNT[seats])):
                out[f"{name}{seats}_{kind}"] = make_svg(
                    shown.width, shown.height, draw_board(shown, kind == "lit"), "#F4D592"
                )
        tray = TRAY_BOXES_BY_SEAT_COUNT[seats]
        out[f"tray{seats}"] = make_svg(tray.w, tray.h, draw_tray(tray), "#F4D592")
    out["ledger"] = make_svg(LEDGER_BOX.w, LEDGER_BOX.h, draw_ledger(), "#F4D592")
    return out
