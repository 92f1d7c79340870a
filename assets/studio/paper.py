"""Colours and SVG elements shared by all drawings, which look like cut paper."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

INK = "#10293D"
NAVY = "#0B2E4A"
DEEP_BLUE = "#123F63"
CREAM = "#FFF4DD"
SAND = "#F0D3A0"
GOLD = "#FFC53D"
ROSE = "#FF8E9B"
WHITE = "#FFFFFF"

Point = tuple[float, float]


def mix_colours(first: str, second: str, share: float) -> str:
    """Blend two ``#RRGGBB`` colours; ``share`` is the share of the second one."""
    a, b = (tuple(int(c[i : i + 2], 16) for i in (1, 3, 5)) for c in (first, second))
    return "#" + "".join(f"{round(x + (y - x) * share):02X}" for x, y in zip(a, b, strict=True))


def make_path(path_data: str, fill: str = "none", /, **attributes: object) -> str:
    """Return an SVG ``path`` element. Underscores in attribute names become hyphens."""
    more = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in attributes.items())
    return f'<path d="{path_data}" fill="{fill}"{more}/>'


def make_rect(
    x: float, y: float, width: float, height: float, radius: float, fill: str, **attributes: object
) -> str:
    """Return an SVG ``rect`` element with rounded corners, with attributes as in :func:`make_path`."""
    more = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in attributes.items())
    size = f'width="{width:g}" height="{height:g}" rx="{radius:g}"'
    return f'<rect x="{x:g}" y="{y:g}" {size} fill="{fill}"{more}/>'


def make_circle(x: float, y: float, radius: float, fill: str, **attributes: object) -> str:
    """Return an SVG ``circle`` element, with attributes as in :func:`make_path`."""
    more = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in attributes.items())
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}"{more}/>'


def make_group(
    content: str, x: float = 0, y: float = 0, scale: float = 1, is_flipped: bool = False, rotation: float = 0
) -> str:
    """Return ``content`` mirrored, scaled and rotated around its origin, and then moved to ``x``, ``y``."""
    across = -scale if is_flipped else scale
    moves = f"translate({x:g} {y:g}) rotate({rotation:g}) scale({across:g} {scale:g})"
    return f'<g transform="{moves}">{content}</g>'


def clip_to_shape(clip_id: str, shape: str, content: str) -> str:
    """Return ``content`` clipped to ``shape``. ``clip_id`` must be unique within the SVG."""
    return f'<clipPath id="{clip_id}">{shape}</clipPath><g clip-path="url(#{clip_id})">{content}</g>'


def make_text(
    x: float,
    y: float,
    size: float,
    content: str,
    fill: str,
    anchor: str = "middle",
    /,
    **attributes: object,
) -> str:
    """Return an SVG ``text`` element with its baseline at ``y``.

    :param anchor: ``start``, ``middle`` or ``end``.
    """
    more = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in attributes.items())
    return (
        f'<text x="{x:g}" y="{y:g}" font-family="Nunito ExtraBold" font-weight="800" '
        f'font-size="{size:g}" text-anchor="{anchor}" fill="{fill}"{more}>{content}</text>'
    )


def make_svg(width: float, height: float, content: str, background_colour: str = DEEP_BLUE) -> str:
    """Return a complete SVG. Soft edges are blended with ``background_colour``."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}" data-ground="{background_colour}">\n{content}\n</svg>\n'
    ).replace("><", ">\n<")


def make_curve(points: Sequence[Point], is_closed: bool = False) -> str:
    """Return path data of a Catmull-Rom curve through ``points``."""
    n = len(points)

    def get_point(i: int) -> Point:
        return points[i % n] if is_closed else points[min(max(i, 0), n - 1)]

    data = [f"M{points[0][0]:.1f},{points[0][1]:.1f}"]
    for i in range(n if is_closed else n - 1):
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = (
            get_point(i - 1),
            get_point(i),
            get_point(i + 1),
            get_point(i + 2),
        )
        data.append(
            f"C{bx + (cx - ax) / 6:.1f},{by + (cy - ay) / 6:.1f} "
            f"{cx - (dx - bx) / 6:.1f},{cy - (dy - by) / 6:.1f} {cx:.1f},{cy:.1f}"
        )
    return " ".join(data) + ("Z" if is_closed else "")


def make_polygon(points: Iterable[Point]) -> str:
    """Return path data of a closed polygon through ``points``."""
    return "M" + " L".join(f"{x:.1f},{y:.1f}" for x, y in points) + "Z"


def make_wave(y: float, x0: float, x1: float, height: float, length: float, phase: float = 0) -> list[Point]:
    """Return points of a horizontal wavy line."""
    steps = max(2, round((x1 - x0) / (length / 8)))
    return [
        (x, y + height * math.sin(2 * math.pi * (x / length) + phase))
        for x in (x0 + (x1 - x0) * i / steps for i in range(steps + 1))
    ]
