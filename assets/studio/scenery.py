"""Quiet animals in the distance of the sea, a little lighter than the water around them."""

from __future__ import annotations

from assets.studio.paper import make_circle, make_curve, make_group, make_path, make_polygon, mix_colours

RAY_HALF = ((0, -74), (34, -70), (60, -52), (128, -34), (196, 4), (236, 62))
"""Front edge of a manta ray's right half, from its head to the tip of its wing."""
RAY_REAR = ((176, 40), (112, 46), (52, 76), (14, 96))
"""Rear edge of the right half, from the tip of the wing to the tail."""
RAY_BACK = ((30, -40), (84, -14), (120, 12), (72, 22), (30, 50))
"""Edge of the right half of the lighter spot on a ray's back."""
SHOAL_COLOUR, RAY_COLOUR = "#286A90", "#1C557D"
BUBBLES = ((1002, 282, 9), (990, 262, 6))
"""Centre and radius of each bubble."""
SHOAL = ((0, 0), (74, 34), (66, -40), (142, 4), (140, 70), (212, 40), (214, -30), (286, 8))
"""Places of the fish of a shoal."""
RAY_SCALE = 0.66
"""Size of a ray that isn't covered by a row of large cards."""


def draw_ray(tone: str, light: str) -> str:
    """Return a manta ray seen from above, about 480 pixels wide, that swims upwards."""
    right = [*RAY_HALF, *RAY_REAR]
    body = make_curve([*right, *((-x, y) for x, y in reversed(right[1:]))], is_closed=True)
    tail = make_path("M0,88 C10,130 -14,168 8,226", stroke=tone, stroke_width=9, stroke_linecap="round")
    horns = "".join(
        make_path(
            f"M{side * 20},-66 C{side * 18},-96 {side * 34},-104 {side * 30},-112 C{side * 48},-96 "
            f"{side * 50},-74 {side * 44},-58Z",
            tone,
        )
        for side in (-1, 1)
    )
    back = make_curve(
        [(0, -52), *RAY_BACK, (0, 78), *((-x, y) for x, y in reversed(RAY_BACK))],
        is_closed=True,
    )
    gills = "".join(
        make_path(
            f"M{side * (16 + 7 * i)},{-26 + 15 * i} l{side * 20},6",
            stroke=tone,
            stroke_width=5,
            stroke_linecap="round",
        )
        for side in (-1, 1)
        for i in range(3)
    )
    return tail + horns + make_path(body, tone) + make_path(back, light) + gills


def draw_small_fish(tone: str) -> str:
    """Return a fish, about 60 pixels long, that swims to the left."""
    body = make_curve([(-30, 0), (-10, -13), (14, -8), (24, 0), (14, 8), (-10, 13)], is_closed=True)
    return make_path(body, tone) + make_path(make_polygon([(16, 0), (38, -14), (33, 0), (38, 14)]), tone)


def draw_shoal(tone: str) -> str:
    """Return a shoal of fish, about 350 pixels wide."""
    return "".join(
        make_group(draw_small_fish(tone), x, y, 0.8 + 0.1 * (i % 3)) for i, (x, y) in enumerate(SHOAL)
    )


def draw_scenery(*, has_ray: bool) -> str:
    """Return a shoal and its bubbles, in the dark half of the sea.

    :param has_ray: whether a manta ray swims at the right, where boards without a hand have only water.
    """
    bubbles = "".join(
        make_circle(x, y, r, "none", stroke=SHOAL_COLOUR, stroke_width=4) for x, y, r in BUBBLES
    )
    drawn = draw_ray(RAY_COLOUR, mix_colours(RAY_COLOUR, SHOAL_COLOUR, 0.5))
    ray = make_group(drawn, 1148, 286, RAY_SCALE, rotation=-32)
    return (ray if has_ray else "") + make_group(draw_shoal(SHOAL_COLOUR), 748, 306, 0.85) + bubbles
