"""Colours and strokes that the plots of win chances share. They are drawn larger and then reduced."""

from __future__ import annotations

from typing import Final

from PIL import ImageDraw

from games.core.picture import INK, PLATE_DIM, WHITE
from games.drawing import palette

FINE: Final = 2
"""Factor by which lines are drawn larger and then reduced, for smooth edges."""
INKS: Final = ("#FADB32", "#36C8FA", "#F58A6B", "#5CD6A0", "#D9B8F0", "#C3CED4")
"""The seats' colours."""
FLAG_COLOUR: Final = WHITE
"""Colour of numbered points. No seat has this colour."""
GRID_COLOUR: Final = "#3D6A8A"
FAINT: Final = "#6E8FA6"
FIGURE_SIZE: Final = 36
MARK_RADIUS: Final = 26
"""Half the size of a seat's mark and of a flag's number, in pixels."""
POINT_RADIUS: Final = 11
"""Radius of the dot of a numbered point on its line."""

Pen = ImageDraw.ImageDraw


def enlarge(*values: float) -> tuple[float, ...]:
    """Scale lengths to the enlarged picture (:data:`FINE`)."""
    return tuple(FINE * value for value in values)


def draw_disc(pen: Pen, x: float, y: float, radius: int, ink: str, rim: int) -> None:
    """Draw a disc with a dark rim."""
    pen.ellipse(enlarge(x - radius, y - radius, x + radius, y + radius), ink, INK, rim * FINE)


def soften(ink: str, share: float) -> str:
    """Return a colour mixed with the plot's background. ``share`` is the fraction of the colour."""
    mixed = (
        round(own * share + ground * (1 - share))
        for own, ground in zip(palette.parse_colour(ink), palette.parse_colour(PLATE_DIM), strict=True)
    )
    return "#{:02X}{:02X}{:02X}".format(*mixed)
