"""Defines colours and sizes of the plots of win chances, which are drawn larger and then reduced."""

from __future__ import annotations

from typing import Final

from PIL import ImageDraw

from games.core.picture import INK_COLOUR, WHITE_COLOUR

FINE_FACTOR: Final = 2
"""Factor by which lines are drawn larger and then reduced, for smooth edges."""
SEAT_COLOURS: Final = ("#FADB32", "#36C8FA", "#FB887B", "#A5E3CC", "#D8B4E2", "#BECDD1")
FLAG_COLOUR: Final = WHITE_COLOUR
"""Colour of numbered points. No seat has this colour."""
FAINT_COLOUR: Final = "#6E8FA6"
FIGURE_SIZE: Final = 36
NUMBER_RADIUS: Final = 27
"""Radius of the disc with a flag's number."""
POINT_RADIUS: Final = 11
"""Radius of the dot of a numbered point on its line."""

Pen = ImageDraw.ImageDraw


def scale_lengths(*values: float) -> tuple[float, ...]:
    """Scale lengths to the enlarged picture (:data:`FINE_FACTOR`)."""
    return tuple(FINE_FACTOR * value for value in values)


def draw_disc(pen: Pen, x: float, y: float, radius: int, ink: str, rim: int) -> None:
    """Draw a disc with a dark rim."""
    pen.ellipse(
        scale_lengths(x - radius, y - radius, x + radius, y + radius), ink, INK_COLOUR, rim * FINE_FACTOR
    )
