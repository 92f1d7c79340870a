"""The pieces of Das Riff other than fish and dice."""

from __future__ import annotations

import math
from itertools import pairwise

from assets.studio.fish import FILL_BY_LETTER, MARK_BY_LETTER, RIM_BY_LETTER, draw_eye
from assets.studio.paper import (
    GOLD,
    INK,
    clip_to_shape,
    make_circle,
    make_curve,
    make_group,
    make_path,
    make_polygon,
    make_wave,
    mix_colours,
)

ROUND_STROKE = {"stroke_linejoin": "round", "stroke_linecap": "round"}


def draw_coral(clip_id: str, scale: float = 1) -> str:
    """Return a branching coral on a stone, 96 × 92, centred on the origin."""
    branches = (
        "M0,40 C-2,20 0,4 -2,-14 C-3,-24 -6,-30 -8,-38",
        "M-1,22 C-14,14 -24,8 -27,-8 C-28,-16 -34,-20 -38,-26",
        "M-26,-2 C-32,0 -38,2 -42,-4",
        "M-2,-6 C4,-14 10,-20 12,-34",
        "M0,26 C14,18 24,12 28,-4 C30,-14 34,-20 40,-24",
        "M27,2 C34,4 38,2 43,-2",
        "M-24,-10 C-20,-18 -22,-24 -21,-32",
        "M29,-8 C26,-16 27,-24 25,-30",
    )
    rim, base, light = "#8E1F3C", "#FF6F61", "#FFA48F"
    under = "".join(make_path(d, stroke=rim, stroke_width=15, **ROUND_STROKE) for d in branches)
    shadow = "".join(make_path(d, stroke="#06263B", stroke_width=15, **ROUND_STROKE) for d in branches)
    body = "".join(make_path(d, stroke="#DB4A52", stroke_width=10.5, **ROUND_STROKE) for d in branches)
    upper = "".join(
        make_path(d, stroke=base, stroke_width=8, transform="translate(-1 -1)", **ROUND_STROKE)
        for d in branches
    )
    bright = "".join(
        make_path(d, stroke=light, stroke_width=2.6, transform="translate(-2.6 -2.2)", **ROUND_STROKE)
        for d in branches
    )
    stone = make_curve(
        [(-34, 44), (-26, 33), (-10, 31), (4, 35), (20, 31), (33, 37), (36, 45), (0, 47)], True
    )
    ground = make_path(stone, "#5E6F8C", stroke="#2E3B57", stroke_width=2.6) + clip_to_shape(
        f"{clip_id}s", make_path(stone), make_path(stone, "#8496B0", transform="translate(-3 -5)")
    )
    return make_group(
        f'<g opacity=".18" transform="translate(3 4)">{shadow}</g>{under}{body}{upper}{bright}{ground}',
        scale=scale,
    )


def draw_pearl(x: float = 0, y: float = 0, r: float = 15) -> str:
    """Return a pearl centred on ``x``, ``y``."""
    return make_group(
        make_circle(0, 0, r, "#B9A7C9", stroke="#5C4A72", stroke_width=2)
        + make_circle(-r * 0.1, -r * 0.12, r * 0.82, "#F1E4EC")
        + make_circle(-r * 0.22, -r * 0.26, r * 0.52, "#FFFAF4")
        + make_circle(-r * 0.36, -r * 0.42, r * 0.2, "#FFFFFF"),
        x,
        y,
    )


def draw_shell(clip_id: str) -> str:
    """Return an open shell with its pearl, 92 × 84, centred on the origin."""

    def draw_valve(points: int, is_upper: bool) -> str:
        data = []
        for i in range(points + 1):
            angle = math.pi * (1 - i / points)
            x, y = 44 * math.cos(angle), (-42 if is_upper else 26) * math.sin(angle) ** 0.8
            data.append((x, y))
        d = f"M{data[0][0]:.1f},{data[0][1]:.1f}"
        for (ax, ay), (bx, by) in pairwise(data):
            mx, my = (ax + bx) / 2, (ay + by) / 2
            d += f" Q{mx * 1.14:.1f},{my * 1.16:.1f} {bx:.1f},{by:.1f}"
        return d + " C30,8 -30,8 -44,0Z"

    line = {"stroke": "#4A2C63", "stroke_width": 2.6, "stroke_linejoin": "round"}
    top, low = draw_valve(7, True), draw_valve(7, False)
    ribs = "".join(
        make_path(
            f"M{4 * i},4 Q{8 * i},{-20 + abs(i)} {12.2 * i:.1f},{-38 + i * i * 2.2:.1f}",
            stroke="#C58BC0",
            stroke_width=2.6,
            stroke_linecap="round",
        )
        for i in range(-3, 4)
    )
    upper = (
        make_path(top, "#B678B8", **line)
        + clip_to_shape(
            f"{clip_id}u",
            make_path(top),
            make_path(top, "#E9BFE0", transform="translate(-3 -4)") + ribs,
        )
        + make_path(top, **line)
    )
    lower = (
        make_path(low, "#8E559A", **line)
        + clip_to_shape(
            f"{clip_id}l",
            make_path(low),
            make_path(low, "#C98CC9", transform="translate(-3 -5)")
            + "".join(
                make_path(f"M{5 * i},6 Q{9 * i},14 {12 * i},26", stroke="#A468AC", stroke_width=2.4)
                for i in range(-3, 4)
            ),
        )
        + make_path(low, **line)
    )
    lip = make_path("M-42,1 C-30,-9 30,-9 42,1 C30,9 -30,9 -42,1Z", "#5A2F6E", **line)
    shadow = "".join(make_path(part, "#06263B") for part in (top, low))
    shadow = f'<g opacity=".2" transform="translate(3 5)">{shadow}</g>'
    return shadow + upper + lip + draw_pearl(0, -4, 14.5) + lower


def draw_shark(clip_id: str) -> str:
    """Return a shark facing left, 100 × 76, centred on the origin."""
    body = (
        "M-48,2 C-40,-12 -18,-19 4,-16 C20,-14 32,-7 40,0 "
        "C30,10 12,18 -8,18 C-22,18 -32,15 -38,11 C-42,9 -46,6 -48,2Z"
    )
    line = {"stroke": "#1D2E40", "stroke_width": 2.6, "stroke_linejoin": "round"}
    fins = (
        "M-6,-14 C-2,-28 8,-37 20,-38 C15,-30 15,-20 20,-10Z",
        "M36,0 C42,-8 42,-20 49,-28 C50,-14 48,-4 45,1 C48,8 49,14 48,20 C43,16 40,8 36,0Z",
        "M-12,14 C-8,26 2,34 14,35 C9,28 8,20 9,13Z",
        "M22,8 C26,16 32,18 38,17 C35,13 34,9 34,4Z",
    )
    shadow = "".join(make_path(d, "#04182A") for d in (*fins, body))
    back = "".join(
        make_path(d, "#5C7488", **line)
        + clip_to_shape(f"{clip_id}{i}", make_path(d), make_path(d, "#86A0B2", transform="translate(-3 -3)"))
        + make_path(d, **line)
        for i, d in enumerate(fins)
    )
    inside = (
        make_path(body, "#87A2B5", transform="translate(-3 -4)")
        + make_path("M-52,6 C-30,4 -10,8 14,8 C26,8 34,4 44,-2 L40,30 L-50,30Z", "#E8F1F2")
        + make_path("M-46,14 C-20,22 14,20 40,2 L40,30 L-50,30Z", "#BFD0D6")
    )
    teeth = make_polygon([(-45 + i * 4.2, 6.6 + (3.8 if i % 2 else 0) + i * 0.35) for i in range(8)])
    mouth = make_path(
        "M-46,5 C-36,6 -26,9 -17,7 C-21,14 -34,15 -43,8Z", "#7A1626", stroke="#1D2E40", stroke_width=2
    )
    gills = "".join(
        make_path(
            f"M{x},-6 C{x + 3},-1 {x + 3},4 {x},8", stroke="#3F5568", stroke_width=2.2, stroke_linecap="round"
        )
        for x in (-10, -4, 2)
    )
    brow = make_path("M-36,-10 L-25,-5", stroke="#1D2E40", stroke_width=3, stroke_linecap="round")
    return (
        f'<g opacity=".25" transform="translate(3 4)">{shadow}</g>{back}{make_path(body, "#5C7488", **line)}'
        + clip_to_shape(f"{clip_id}b", make_path(body), inside)
        + make_path(body, **line)
        + mouth
        + clip_to_shape(
            f"{clip_id}m",
            make_path("M-46,5 C-36,6 -26,9 -17,7 C-21,14 -34,15 -43,8Z"),
            make_path(teeth, "#FFFFFF"),
        )
        + gills
        + draw_eye(-29, -4, 4.6)
        + brow
    )


def draw_water(clip_id: str, width: float = 112, height: float = 112) -> str:
    """Return the front of a card of open water: paper waves."""
    tones = ("#56B4C1", "#449FB2", "#358BA3", "#2A7894", "#216683")
    parts = [make_path(f"M0,0h{width}v{height}h-{width}Z", "#6CC6CC")]
    for i, tone in enumerate(tones):
        y = 24 + i * 19
        line = make_wave(y, -8, width + 8, 5, 64, 1.1 * i)
        body = make_curve(line) + f" L{width + 8},{height + 8} L-8,{height + 8}Z"
        parts.append(make_path(body, "#0B4A66", opacity=".16", transform="translate(1 -3)"))
        parts.append(make_path(body, tone))
    return clip_to_shape(f"{clip_id}w", f'<rect width="{width}" height="{height}" rx="12"/>', "".join(parts))


def draw_wave_back(clip_id: str, width: float = 112, height: float = 112) -> str:
    """Return the back of a card: wave scales with a golden shell in the middle."""
    parts = [make_path(f"M0,0h{width}v{height}h-{width}Z", "#143F6B")]
    step = 28
    for row in range(int(height / 14) + 2):
        for col in range(-1, int(width / step) + 2):
            x, y = col * step + (14 if row % 2 else 0), row * 14 + 6
            for r, tone in ((16, "#1D5487"), (11.5, "#2A6AA0"), (7, "#1D5487")):
                parts.append(make_circle(x, y, r, tone, stroke="#0F3257", stroke_width=1.2))
    frame = (
        f'<rect x="5" y="5" width="{width - 10}" height="{height - 10}" rx="8" fill="none" '
        'stroke="#7FB7D9" stroke-width="2.5"/>'
    )
    fan = (
        "M0,17 C-6,15 -8,12 -9,10 C-18,6 -23,-3 -20,-10 C-17,-14 -13,-13 -12,-13 C-10,-19 -5,-20 -3,-17 "
        "C-2,-19 2,-19 3,-17 C5,-20 10,-19 12,-13 C13,-13 17,-14 20,-10 C23,-3 18,6 9,10 C8,12 6,15 0,17Z"
    )
    ribs = "".join(
        make_path(f"M0,12 L{x},{y}", stroke="#B9771D", stroke_width=2, stroke_linecap="round")
        for x, y in ((-14, -7), (-7, -12), (0, -14), (7, -12), (14, -7))
    )
    badge = (
        make_circle(0, 0, 28, "#0F3257")
        + make_circle(0, 0, 25, "#1B4D7E")
        + make_path(fan, GOLD, stroke="#7C4A0D", stroke_width=2)
        + ribs
    )
    return clip_to_shape(
        f"{clip_id}k", f'<rect width="{width}" height="{height}" rx="12"/>', "".join(parts) + frame
    ) + make_group(badge, width / 2, height / 2, min(1, height / 96))


LIGHT_MARK_BY_LETTER = {"g": "#D6F0CE", "p": "#D9C9F2"}
"""Light pattern colours for dark worms and dice, visible on small pieces and without colour."""


_WORM_POINTS = [(9 * math.sin(i / 24 * 2 * math.pi * 1.12 + 0.5), -29 + 60 * i / 24) for i in range(25)]
"""The middle of a worm's body, from its head down."""
_WORM_THICKNESS = 17.0


def draw_worm(colour_letter: str, clip_id: str, *, has_light_pattern: bool = False) -> str:
    """Return an upright worm with the pattern of its colour, 40 × 80, centred on the origin.

    :param has_light_pattern: whether to use the light tones of :data:`LIGHT_MARK_BY_LETTER`.
    """
    base, rim = FILL_BY_LETTER[colour_letter], RIM_BY_LETTER[colour_letter]
    body, thick = make_curve(_WORM_POINTS), _WORM_THICKNESS
    shine = make_curve([_find_worm_point(i, 0.55) for i in range(2, 24)])
    x, y = _WORM_POINTS[0]
    return (
        make_path(
            body,
            stroke="#04182A",
            stroke_width=thick + 3,
            opacity=".28",
            transform="translate(2.5 3.5)",
            **ROUND_STROKE,
        )
        + make_path(body, stroke=rim, stroke_width=thick + 3.4, **ROUND_STROKE)
        + make_path(body, stroke=mix_colours(base, rim, 0.3), stroke_width=thick - 0.6, **ROUND_STROKE)
        + make_path(
            body, stroke=base, stroke_width=thick - 4.5, transform="translate(-1.4 -1)", **ROUND_STROKE
        )
        + _draw_worm_pattern(colour_letter, is_light=has_light_pattern)
        + make_path(shine, stroke="#FFFFFF", stroke_width=1.8, opacity=".5", **ROUND_STROKE)
        + draw_eye(x - 4, y, 4.3)
        + draw_eye(x + 4.2, y, 4.3)
        + make_path(
            f"M{x - 3:.1f},{y + 7:.1f} "
            f"C{x - 1:.1f},{y + 9.4:.1f} {x + 2:.1f},{y + 9.4:.1f} {x + 4:.1f},{y + 7:.1f}",
            stroke=rim if colour_letter != "p" else "#FFFFFF",
            stroke_width=2,
            stroke_linecap="round",
        )
    )


def draw_missing_worm(fill: str, rim: str) -> str:
    """Return the outline of an upright worm, centred on the origin."""
    body = make_curve(_WORM_POINTS)
    return make_path(body, stroke=rim, stroke_width=_WORM_THICKNESS + 3.4, **ROUND_STROKE) + make_path(
        body, stroke=fill, stroke_width=_WORM_THICKNESS - 3, **ROUND_STROKE
    )


def _draw_worm_pattern(colour_letter: str, *, is_light: bool) -> str:
    """Return the pattern of a worm's colour: bands, a stripe, dots or a chequer. Red worms have none."""
    mark = MARK_BY_LETTER[colour_letter]
    if is_light:
        mark = LIGHT_MARK_BY_LETTER.get(colour_letter, mark)
    if colour_letter == "y":
        return "".join(_draw_worm_patch(i, i + 2, -1.2, 1.2, mark) for i in (7, 12, 17, 22))
    if colour_letter == "w":
        return "".join(_draw_worm_patch(i, i + 4, -1.2, 1.2, mark) for i in (8, 17))
    if colour_letter == "p":
        return "".join(
            _draw_worm_patch(i, i + 2, 0, 1.2, mark) + _draw_worm_patch(i + 2, min(i + 4, 24), 0, -1.2, mark)
            for i in range(6, 23, 4)
        )
    if colour_letter == "b":
        stripe = make_curve([_find_worm_point(i, 0.15) for i in range(6, 25)])
        return make_path(stripe, stroke=mark, stroke_width=5.5)
    if colour_letter == "g" and is_light:
        return "".join(
            make_circle(*_find_worm_point(i, 0.4 if i % 8 == 7 else -0.4), 4.4, mark) for i in range(7, 25, 4)
        )
    if colour_letter == "g":
        return "".join(
            make_circle(*_find_worm_point(i, 0.45 if i % 4 else -0.45), 3.1, mark) for i in range(6, 25, 2)
        )
    return ""


def _draw_worm_patch(first: int, last: int, begin: float, end: float, mark: str) -> str:
    """Return a patch of a worm's body between two of its points, from ``begin`` to ``end`` across it.

    :param begin: as ``share`` in :func:`_find_worm_point`, and so is ``end``.
    """
    corners = ((first, begin), (first, end), (last, end), (last, begin))
    return make_path(make_polygon([_find_worm_point(i, share) for i, share in corners]), mark)


def _find_worm_point(i: int, share: float) -> tuple[float, float]:
    """Return the place beside point ``i`` of a worm's body.

    :param share: distance from the middle: 1 for one edge of the body, -1 for the other.
    """
    (ax, ay), (bx, by) = _WORM_POINTS[max(i - 1, 0)], _WORM_POINTS[min(i + 1, 24)]
    length = math.hypot(bx - ax, by - ay)
    x, y = _WORM_POINTS[i]
    thick = _WORM_THICKNESS
    return x - (by - ay) / length * thick / 2 * share, y + (bx - ax) / length * thick / 2 * share


SAIL_COLOURS = ("#FADB32", "#9E0650")


def draw_boat(seat: int | None, clip_id: str) -> str:
    """Return a sailing boat, 92 × 44, centred on the origin; white if ``seat`` is None."""
    sail = "#FFFFFF" if seat is None else SAIL_COLOURS[seat]
    line = {"stroke": INK, "stroke_width": 2.2, "stroke_linejoin": "round"}
    hull = "M-36,4 L36,4 C34,14 28,20 20,20 L-22,20 C-30,20 -35,13 -36,4Z"
    left, right = "M-3,-21 C-8,-12 -18,-4 -27,0 L-3,0Z", "M3,-24 C20,-20 27,-10 28,0 L3,0Z"
    badge = ""
    if seat == 0:
        badge = make_circle(12, -8, 5, "#C77B0A")
    elif seat == 1:
        badge = "".join(
            make_path(f"M-4,{y} L40,{y}", stroke="#FF9CC4", stroke_width=3.2) for y in (-16, -8.5)
        )
    wake = make_path(
        "M-44,19 C-38,15 -34,15 -30,18 C-24,22 -18,22 -12,18 "
        "C-6,14 0,14 6,18 C12,22 18,22 24,18 C30,14 36,14 44,19",
        stroke="#CFEFF0",
        stroke_width=3,
        stroke_linecap="round",
    )
    return (
        make_path("M0,-24 L0,6", stroke=INK, stroke_width=3.4, stroke_linecap="round")
        + make_path(left, mix_colours(sail, "#FFFFFF", 0.55), **line)
        + make_path(right, sail, **line)
        + clip_to_shape(f"{clip_id}r", make_path(right), badge)
        + make_path(right, **line)
        + make_path(hull, "#8A4B22", **line)
        + clip_to_shape(
            f"{clip_id}h",
            make_path(hull),
            make_path(hull, "#C0743A", transform="translate(-2 -5)")
            + make_path("M-40,4h80v4h-80Z", "#E9B36C"),
        )
        + make_path(hull, **line)
        + wake
    )
