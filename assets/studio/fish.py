"""The six fish of Das Riff, each 96 × 84, facing left and centred on the origin."""

from __future__ import annotations

import math
from dataclasses import dataclass

from assets.studio.paper import (
    GOLD,
    INK,
    ROSE,
    Point,
    clip_to_shape,
    make_circle,
    make_group,
    make_path,
    mix_colours,
)

COLOUR_LETTERS = "rybgpw"
FILL_BY_LETTER = {
    "r": "#E70A0D",
    "y": "#ECD22E",
    "b": "#36C8FA",
    "g": "#0E906F",
    "p": "#583C80",
    "w": "#E5F7F5",
}
MARK_BY_LETTER = {
    "r": "#A60012",
    "y": "#7D4A06",
    "b": "#0B4E8F",
    "g": "#06402F",
    "p": "#8E6BC4",
    "w": "#22303F",
}
RIM_BY_LETTER = {
    "r": "#6E0715",
    "y": "#6B4306",
    "b": "#0A3F74",
    "g": "#063A2C",
    "p": "#2A1848",
    "w": "#3B5468",
}

FIN_COLOUR_BY_LETTER = {
    "r": "#FF5B3A",
    "y": "#FFD84A",
    "b": "#1B86D6",
    "g": "#27B98A",
    "p": "#8E6BC4",
    "w": "#BBD3DC",
}


@dataclass(frozen=True)
class FishShape:
    """Path data of one species. ``crest`` is the x, y and slant of its crest; the slant is in degrees."""

    body: str
    fins_behind: tuple[str, ...]
    fins_in_front: tuple[str, ...]
    eye: Point
    mouth: str
    gill: str
    crest: tuple[float, float, float]


def make_spiky_ball(x: float, y: float, radius: float, count: int, spike_length: float) -> str:
    """Return path data of a ball with ``count`` soft spikes."""
    data = []
    for i in range(count):
        a, b, c = (2 * math.pi * (i + part) / count for part in (0, 0.5, 1))
        start = (x + radius * math.cos(a), y + radius * math.sin(a))
        tip = (x + (radius + spike_length) * math.cos(b), y + (radius + spike_length) * math.sin(b))
        end = (x + radius * math.cos(c), y + radius * math.sin(c))
        head = "M" if i == 0 else "L"
        data.append(f"{head}{start[0]:.1f},{start[1]:.1f} Q{(start[0] + tip[0]) / 2 - 0.5:.1f},")
        data.append(f"{(start[1] + tip[1]) / 2:.1f} {tip[0]:.1f},{tip[1]:.1f} L{end[0]:.1f},{end[1]:.1f}")
    return "".join(data) + "Z"


SHAPE_BY_LETTER = {
    "r": FishShape(
        body="M-37,6 C-36,-10 -22,-21 -5,-21 C11,-21 23,-11 28,3 C23,19 10,30 -7,30 C-24,30 -36,20 -37,6Z",
        fins_behind=(
            "M-20,-17 C-14,-34 2,-43 18,-42 C13,-35 16,-22 24,-8 C10,-14 -8,-12 -20,-17Z",
            "M22,3 C30,-2 36,-14 46,-17 C42,-8 42,12 47,22 C36,19 30,9 22,3Z",
            "M-8,28 C-2,36 8,41 18,39 C14,34 16,26 18,20Z",
        ),
        fins_in_front=("M-6,10 C2,4 13,6 16,13 C12,21 1,21 -6,10Z",),
        eye=(-22, -1),
        mouth="M-37,9 C-33,12 -30,12 -27,10",
        gill="M-12,-6 C-7,2 -7,10 -12,18",
        crest=(-17, -17, -18),
    ),
    "y": FishShape(
        body="M-37,3 C-27,-10 -17,-25 0,-27 C14,-25 22,-11 27,0 C22,12 14,27 0,29 C-17,27 -28,15 -37,3Z",
        fins_behind=(
            "M-10,-22 C2,-34 18,-43 38,-44 C28,-36 24,-24 24,-6 L10,-4Z",
            "M-10,24 C2,36 18,45 38,46 C28,38 24,26 24,8 L10,6Z",
            "M22,0 C30,-4 36,-10 45,-12 C41,-4 41,6 45,14 C36,12 30,6 22,0Z",
        ),
        fins_in_front=("M-6,9 C0,5 9,8 11,15 C3,19 -5,17 -6,9Z",),
        eye=(-19, -2),
        mouth="M-36,4 C-33,6 -31,6 -29,5",
        gill="M-10,-9 C-6,-2 -6,8 -10,14",
        crest=(-15, -18, -28),
    ),
    "b": FishShape(
        body="M-47,4 C-37,-11 -14,-16 8,-13 C21,-11 30,-5 35,0 C30,6 20,14 6,16 C-15,19 -36,16 -47,4Z",
        fins_behind=(
            "M-10,-13 C-4,-25 10,-29 20,-26 C16,-22 16,-15 19,-8Z",
            "M31,0 C37,-6 40,-17 48,-22 C46,-12 45,-4 42,0 C45,5 46,14 48,23 C40,17 37,6 31,0Z",
            "M-4,15 C2,24 12,28 20,26 C16,21 16,15 16,10Z",
        ),
        fins_in_front=("M-14,6 C-8,2 2,5 4,11 C-3,15 -12,14 -14,6Z",),
        eye=(-32, -2),
        mouth="M-46,6 C-42,9 -39,9 -36,7",
        gill="M-22,-8 C-18,-2 -18,7 -22,12",
        crest=(-23, -11, -14),
    ),
    "g": FishShape(
        body=make_spiky_ball(-5, 3, 29.5, 18, 6),
        fins_behind=(
            "M22,2 C28,-2 33,-10 43,-11 C40,-3 40,8 43,16 C33,14 28,7 22,2Z",
            "M0,-26 C6,-38 16,-41 24,-37 C20,-33 20,-26 18,-19Z",
        ),
        fins_in_front=("M-2,8 C6,2 17,5 19,12 C13,20 2,19 -2,8Z",),
        eye=(-20, -7),
        mouth="M-33,11 C-29,16 -23,16 -20,12",
        gill="M-8,-4 C-4,2 -4,9 -8,14",
        crest=(-9, -26, -6),
    ),
    "p": FishShape(
        body=(
            "M-30,0 C-30,-8 -26,-13 -19,-15 C-7,-19 2,-35 28,-40 C37,-41 38,-36 33,-31 "
            "C25,-23 23,-13 24,0 C23,13 25,23 33,31 C38,36 37,41 28,40 C2,35 -7,19 -19,15 "
            "C-26,13 -30,8 -30,0Z"
        ),
        fins_behind=(
            "M20,-4 C32,-6 36,0 50,-9 C47,5 34,10 20,5Z",
            "M-22,-7 C-30,-5 -38,-5 -43,-11 C-38,-18 -27,-17 -19,-14Z",
            "M-22,7 C-30,5 -38,5 -43,11 C-38,18 -27,17 -19,14Z",
        ),
        fins_in_front=(),
        eye=(-18, -8.5),
        mouth="M-26,-3.5 C-23.5,-1.5 -23.5,1.5 -26,3.5",
        gill="M-8,-9 C-5,-5 -5,5 -8,9",
        crest=(-4, -24, -34),
    ),
    "w": FishShape(
        body=(
            "M-43,11 C-39,7 -33,6 -30,3 C-26,-13 -13,-25 4,-26 C17,-24 24,-12 27,1 "
            "C24,15 16,27 2,29 C-13,28 -25,21 -31,15 C-35,15 -41,16 -43,11Z"
        ),
        fins_behind=(
            "M-6,-23 C-2,-36 12,-46 46,-40 C32,-36 24,-28 20,-15Z",
            "M-2,27 C6,38 20,40 28,36 C22,31 20,22 20,14Z",
            "M23,1 C30,-3 35,-10 44,-12 C40,-3 40,8 44,16 C35,14 30,6 23,1Z",
        ),
        fins_in_front=("M-2,9 C5,4 14,7 16,13 C10,19 0,18 -2,9Z",),
        eye=(-19, -2),
        mouth="M-43,12 C-40,13 -38,13 -36,12",
        gill="M-6,-8 C-3,-2 -3,8 -6,14",
        crest=(-17, -18, -24),
    ),
}


def draw_pattern(colour_letter: str) -> str:
    """Return the pattern of a colour, large enough to cover any body."""
    mark = MARK_BY_LETTER[colour_letter]
    if colour_letter == "y":
        return "".join(
            make_path(
                f"M{x},-48 C{x + 7},-20 {x + 7},20 {x},50 "
                f"L{x + width},50 C{x + width + 6},20 {x + width + 6},-20 {x + width},-48Z",
                mark,
            )
            for x, width in ((-14, 7), (2, 7), (16, 6))
        )
    if colour_letter == "b":
        return make_path("M-50,3 C-30,-1 0,-2 44,-2 L44,5 C0,7 -30,9 -50,7Z", mark)
    if colour_letter == "g":
        spots = ((-2, -19, 4), (10, -14, 3.5), (9, -3, 4.2), (19, 4, 3), (-8, -9, 3.4), (16, -8, 2.4))
        more = ((-14, -20, 3), (22, 14, 3), (0, -1, 2.4), (4, -27, 2.6), (-27, 2, 2.4), (-24, -17, 2.4))
        return "".join(make_circle(x, y, r, mark) for x, y, r in spots + more)
    if colour_letter == "p":
        squares = []
        for i in range(-2, 7):
            for j in range(-6, 6):
                if (i + j) % 2 == 0:
                    x, y = i * 8.0 - 8, j * 8.0
                    squares.append(make_path(f"M{x},{y}h8v8h-8Z", mark))
        return "".join(squares)
    if colour_letter == "w":
        return make_path("M-12,-40 C-20,-10 -18,20 -8,40 L1,40 C-6,20 -8,-10 1,-40Z", mark) + make_path(
            "M12,-40 C10,-10 11,20 13,40 L22,40 C20,20 19,-10 24,-40Z", mark
        )
    return ""


def draw_crest(sex: str, slant: float) -> str:
    """Return a three-pointed crown for a male (``m``), or a bow for a female."""
    if sex == "m":
        shape = make_path(
            "M-9,2 L-12,-11 L-5,-6 L0,-15 L5,-6 L12,-11 L9,2 C3,5 -3,5 -9,2Z",
            GOLD,
            stroke=INK,
            stroke_width=2,
            stroke_linejoin="round",
        )
    else:
        lobe = "M0,-3 C-6,-12 -14,-12 -15,-5 C-15,3 -7,5 0,-1Z"
        line = {"stroke": INK, "stroke_width": 2, "stroke_linejoin": "round"}
        shape = make_path(lobe, ROSE, **line) + make_group(make_path(lobe, ROSE, **line), is_flipped=True)
        shape += make_circle(0, -2.5, 4, "#FFD3D6", **line)
    return make_group(shape, rotation=slant)


def draw_eye(x: float, y: float, r: float = 6.2) -> str:
    """Return an eye that looks to the left."""
    return (
        make_circle(x, y, r, "#FFFFFF", stroke=INK, stroke_width=1.6)
        + make_circle(x - r * 0.16, y + 0.4, r * 0.58, INK)
        + make_circle(x - r * 0.38, y - r * 0.3, r * 0.24, "#FFFFFF")
    )


def draw_fish(colour_letter: str, sex: str | None, clip_id: str) -> str:
    """Return a fish.

    ``sex`` is ``m``, ``f``, or None for a young fish. ``clip_id`` must be unique within the SVG.
    """
    shape, base, rim = (
        SHAPE_BY_LETTER[colour_letter],
        FILL_BY_LETTER[colour_letter],
        RIM_BY_LETTER[colour_letter],
    )
    fin = mix_colours(base, FIN_COLOUR_BY_LETTER[colour_letter], 0.75)
    light = mix_colours(base, "#FFFFFF", 0.45 if colour_letter != "w" else 0.9)
    shade = mix_colours(base, rim, 0.25 if colour_letter in "yw" else 0.42)
    line = {"stroke": rim, "stroke_width": 2.4, "stroke_linejoin": "round"}
    parts = []
    whole = "".join(make_path(d, "#06263B") for d in (*shape.fins_behind, shape.body))
    parts.append(f'<g opacity=".2" transform="translate(2.5 4)">{whole}</g>')
    for i, d in enumerate(shape.fins_behind):
        inner = make_path(d, mix_colours(fin, light, 0.35), transform="translate(-2 -3)")
        parts.append(
            make_path(d, fin, **line)
            + clip_to_shape(f"{clip_id}f{i}", make_path(d), inner + make_path(d, **line))
        )
    if sex is not None:
        x, y, slant = shape.crest
        parts.append(make_group(draw_crest(sex, slant), x, y))
    parts.append(make_path(shape.body, shade, **line))
    inside = make_path(shape.body, base, transform="translate(-3.5 -4.5)") + draw_pattern(colour_letter)
    if colour_letter == "g":
        inside += make_path("M-40,14 C-24,24 4,24 28,12 L24,44 L-34,44Z", "#D6F0CE")
        inside += make_path("M-40,30 C-20,38 12,36 28,16 L28,44 L-34,44Z", "#9CCBA2")
    inside += (
        make_path(
            shape.body,
            "none",
            stroke="#04182A",
            stroke_opacity=".16",
            stroke_width=9,
            transform="translate(-2 -2.5)",
        )
        if colour_letter in "bwp"
        else ""
    )
    ex, ey = shape.eye
    gleam = f'<ellipse cx="0" cy="0" rx="15" ry="5" fill="{light}" opacity=".75"/>'
    inside += make_group(gleam, ex + 10, ey - 11, rotation=-24)
    parts.append(clip_to_shape(f"{clip_id}b", make_path(shape.body), inside))
    parts.append(make_path(shape.body, **line))
    parts.append(make_path(shape.gill, stroke=rim, stroke_width=2, stroke_linecap="round", opacity=".7"))
    for d in shape.fins_in_front:
        parts.append(
            make_path(d, mix_colours(fin, light, 0.25), stroke=rim, stroke_width=2, stroke_linejoin="round")
        )
    parts.append(make_path(shape.mouth, stroke=rim, stroke_width=2.4, stroke_linecap="round"))
    parts.append(draw_eye(*shape.eye, 6.4 if sex is not None else 8))
    if colour_letter == "p":
        parts.append(draw_eye(shape.eye[0], -shape.eye[1], 6.4 if sex is not None else 8))
    return "".join(parts)
