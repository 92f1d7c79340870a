"""The bot's profile picture and banner.

``python -m assets.studio.brand`` draws them from the pieces of the games and writes them.
"""

from __future__ import annotations

from pathlib import Path

import resvg_py

from assets.studio.fish import fish
from assets.studio.paper import CREAM, DEEP, GOLD, NAVY, SAND, WHITE, circle, group, mix, path, rect, svg

BRAND = Path(__file__).resolve().parents[1] / "brand"
ICON = 1024
"""Discord shows it as a circle, so the corners stay empty."""
BANNER = (1360, 480)
"""Twice the size at which Discord shows a profile's banner."""
ROUND = {"stroke_linejoin": "round", "stroke_linecap": "round"}
BRANCH = (
    "M0,0 C-3,-34 4,-56 0,-84 C-2,-100 -8,-112 -6,-134 M0,-44 C-22,-54 -46,-62 -54,-98 "
    "M-30,-60 C-34,-78 -30,-90 -32,-116 M0,-62 C20,-72 44,-76 52,-116 M26,-76 C26,-92 22,-102 26,-128 "
    "M-48,-80 C-58,-82 -66,-88 -70,-98 M46,-94 C58,-96 64,-102 70,-112"
)
BOULDER = "M-74,0 C-84,-34 -62,-62 -30,-60 C-18,-86 30,-86 42,-58 C72,-58 84,-30 72,0Z"
FAN = "M-6,0 C-10,-34 -62,-46 -62,-92 C-62,-132 -22,-150 0,-150 C22,-150 62,-132 62,-92 C62,-46 10,-34 6,0Z"


def branch(x: float, y: float, scale: float, body: str, rim: str) -> str:
    """Return a branching coral with its foot at a point."""
    drawn = path(BRANCH, stroke=rim, stroke_width=19, **ROUND) + path(
        BRANCH, stroke=body, stroke_width=12, **ROUND
    )
    return group(drawn, x, y, scale)


def boulder(x: float, y: float, scale: float, body: str, rim: str) -> str:
    """Return a brain coral with its furrows."""
    furrows = (
        "M-52,-14 C-40,-34 -20,-10 -8,-32 C4,-54 22,-18 36,-36 "
        "M-40,-40 C-26,-52 -14,-38 0,-56 M20,-10 C34,-22 44,-8 56,-22"
    )
    drawn = path(BOULDER, body, stroke=rim, stroke_width=6, **ROUND)
    return group(drawn + path(furrows, stroke=rim, stroke_width=5, **ROUND), x, y, scale)


def fan(x: float, y: float, scale: float, body: str, rim: str) -> str:
    """Return a sea fan with its ribs."""
    ribs = "".join(
        path(f"M0,-6 C{bend},-50 {bend * 2},-86 {bend * 2.4},-118", stroke=rim, stroke_width=5, **ROUND)
        for bend in (-18, -9, 0, 9, 18)
    )
    return group(path(FAN, body, stroke=rim, stroke_width=6, **ROUND) + ribs, x, y, scale)


def water(width: float, height: float) -> str:
    """Return the sea from the bright surface down, with rays of light."""
    tones = [mix("#2FA7D6", NAVY, step / 6) for step in range(7)]
    layers = rect(0, 0, width, height, 0, tones[0])
    for step, tone in enumerate(tones[1:], 1):
        y, swell = height * (step / 7.6), height * 0.035 * (1 if step % 2 else -1)
        layers += path(
            f"M0,{y:.0f} C{width * 0.3:.0f},{y - swell:.0f} {width * 0.6:.0f},{y + swell:.0f} "
            f"{width},{y:.0f} V{height} H0Z",
            tone,
        )
    shafts = "".join(
        path(
            f"M{width * x:.0f},0 L{width * (x + 0.05):.0f},0 L{width * (x - 0.16):.0f},{height * 0.85:.0f} "
            f"L{width * (x - 0.3):.0f},{height * 0.85:.0f}Z",
            WHITE,
            opacity=0.07,
        )
        for x in (0.34, 0.52, 0.72, 0.95)
    )
    return layers + shafts


def ground(width: float, height: float, top: float) -> str:
    """Return the sand, in two swells."""
    far = f"M0,{top} C{width * 0.25},{top - 34} {width * 0.55},{top + 30} {width},{top - 14} V{height} H0Z"
    near = (
        f"M0,{top + 54} C{width * 0.35},{top + 20} {width * 0.7},{top + 84} {width},{top + 44} V{height} H0Z"
    )
    return path(far, mix(SAND, DEEP, 0.3)) + path(near, SAND)


def bubbles(*spots: tuple[float, float, float]) -> str:
    """Return bubbles, given their centres and radii."""
    return "".join(
        circle(x, y, r, mix("#8FD8F2", WHITE, 0.2), opacity=0.5, stroke=WHITE, stroke_width=max(2, r / 6))
        + circle(x - r * 0.3, y - r * 0.35, r * 0.22, WHITE, opacity=0.9)
        for x, y, r in spots
    )


def icon() -> str:
    """Return the profile picture."""
    size = ICON
    scene = water(size, size) + ground(size, size, 792)
    scene += fan(214, 842, 2.0, "#8E6BC4", "#2A1848") + boulder(806, 858, 1.75, "#27B98A", "#06402F")
    scene += branch(612, 884, 2.1, "#FF6F61", "#8E1F3C") + boulder(420, 900, 1.1, GOLD, "#8A4A0C")
    scene += group(fish("r", None, "icon-r"), 486, 420, 7.0)
    scene += group(fish("y", None, "icon-y"), 800, 652, 2.3, flip=True)
    scene += bubbles((196, 400, 26), (160, 322, 17), (206, 262, 11), (846, 300, 20), (876, 236, 12))
    return svg(size, size, scene)


def banner() -> str:
    """Return the banner. Discord covers its lower left corner with the profile picture."""
    width, height = BANNER
    scene = water(width, height) + ground(width, height, 372)
    scene += fan(468, 420, 1.25, "#8E6BC4", "#2A1848") + boulder(604, 432, 1.15, GOLD, "#8A4A0C")
    scene += branch(748, 436, 1.3, "#FF6F61", "#8E1F3C") + boulder(918, 430, 1.2, "#27B98A", "#06402F")
    scene += fan(1066, 418, 1.05, "#36C8FA", "#0A3F74") + branch(1188, 440, 1.45, CREAM, "#8A4A0C")
    scene += branch(1302, 452, 1.0, "#FFB3A2", "#8E1F3C")
    for letter, x, y, scale, flip in (
        ("r", 668, 178, 2.5, False),
        ("y", 880, 112, 1.7, False),
        ("b", 1000, 236, 1.8, False),
        ("p", 1150, 130, 1.6, True),
        ("g", 430, 150, 1.7, False),
        ("w", 1272, 250, 1.5, False),
    ):
        scene += group(fish(letter, None, f"banner-{letter}"), x, y, scale, flip=flip)
    scene += bubbles(
        (548, 150, 14), (528, 108, 9), (548, 76, 6), (1088, 96, 11), (1096, 62, 7), (330, 110, 10)
    )
    return svg(width, height, scene)


def main() -> None:
    """Write both as SVG, and as the PNG files for the Developer Portal."""
    BRAND.mkdir(exist_ok=True)
    for name, source in (("icon", icon()), ("banner", banner())):
        (BRAND / f"{name}.svg").write_text(source, encoding="utf-8")
        (BRAND / f"{name}.png").write_bytes(bytes(resvg_py.svg_to_bytes(svg_string=source)))


if __name__ == "__main__":
    main()
