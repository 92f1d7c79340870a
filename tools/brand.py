"""Draw the bot's profile picture and banner from the games' pieces: ``python -m tools.brand``.

``--check`` writes nothing, and fails if a picture is outdated.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final, NamedTuple

from PIL import Image

from assets.studio.__main__ import draw_all
from assets.studio.australis_pieces import draw_turtle
from assets.studio.fish import draw_fish
from assets.studio.paper import make_group, make_svg
from games.core.picture import PosterPiece
from tools.posters import FINE_FACTOR, draw_sea, is_outdated, put_piece

BRAND_FOLDER: Final = Path(__file__).resolve().parents[1] / "assets" / "brand"
FISH_FOLDER: Final = "fish"
"""Stands for fish. A fish's name is the letter of its colour, in upper case if it faces right."""

TURTLE_FOLDER: Final = "turtle"
"""Stands for turtles without the white edge that they have on a board. A turtle's name is its seat."""


class PlacedPiece(NamedTuple):
    """A piece at its position in the picture."""

    folder: str
    """Key of the game whose sprites contain the piece, or :data:`FISH_FOLDER` or :data:`TURTLE_FOLDER`."""
    piece: PosterPiece


ICON_SIZE: Final = (1024, 1024)
"""Size of the profile picture, which Discord crops to a circle."""
ICON_PIECES: Final = (
    PlacedPiece("australis", PosterPiece("large_1", 770, 802, 3.3)),
    PlacedPiece("australis", PosterPiece("large_3", 244, 742, 3.6)),
    PlacedPiece("australis", PosterPiece("large_2", 598, 852, 2.6)),
    PlacedPiece(TURTLE_FOLDER, PosterPiece("1", 722, 186, 2.6, 18)),
    PlacedPiece(FISH_FOLDER, PosterPiece("r", 486, 452, 6.6, 4)),
)
BANNER_SIZE: Final = (1360, 480)
"""Size of the banner, twice that shown by Discord. The profile picture covers its lower left corner."""
BANNER_PIECES: Final = (
    PlacedPiece("australis", PosterPiece("large_3", 424, 362, 2.2)),
    PlacedPiece("australis", PosterPiece("large_0", 296, 378, 1.7)),
    PlacedPiece(TURTLE_FOLDER, PosterPiece("2", 190, 124, 2.3, 12)),
    PlacedPiece(TURTLE_FOLDER, PosterPiece("0", 366, 200, 2.8, 8)),
    PlacedPiece("coral_reef", PosterPiece("back_112", 972, 356, 1.0, 24)),
    PlacedPiece("coral_reef", PosterPiece("held_card_a", 1044, 312, 1.2, 14)),
    PlacedPiece("coral_reef", PosterPiece("held_card_7", 1130, 294, 1.2, 3)),
    PlacedPiece("coral_reef", PosterPiece("card_k_176", 1224, 316, 1.06, -9)),
    PlacedPiece("reef", PosterPiece("large_p1", 800, 398)),
    PlacedPiece("reef", PosterPiece("large_y1", 800, 340)),
    PlacedPiece("reef", PosterPiece("large_g3", 800, 282)),
    PlacedPiece("reef", PosterPiece("large_r1", 896, 418)),
    PlacedPiece(FISH_FOLDER, PosterPiece("r", 606, 160, 2.9, 4)),
    PlacedPiece(FISH_FOLDER, PosterPiece("g", 646, 374, 1.7, -6)),
    PlacedPiece(FISH_FOLDER, PosterPiece("y", 866, 100, 1.6, -4)),
    PlacedPiece(FISH_FOLDER, PosterPiece("b", 1050, 112, 1.8, 3)),
    PlacedPiece(FISH_FOLDER, PosterPiece("P", 1236, 88, 1.5, -6)),
)


def make_fish_svg(letter: str) -> str:
    """Return the SVG of a fish, given its name (see :data:`FISH_FOLDER`)."""
    drawn = make_group(
        draw_fish(letter.lower(), None, f"brand-{letter}"), 60, 60, 1.0, is_flipped=letter.isupper()
    )
    return make_svg(120, 120, drawn)


def make_turtle_svg(seat: str) -> str:
    """Return the SVG of a turtle, given its name (see :data:`TURTLE_FOLDER`)."""
    return make_svg(108, 92, make_group(draw_turtle(int(seat), f"brand-turtle-{seat}"), 54, 46, 1.06))


def find_svg(folders: dict[str, dict[str, str]], placed: PlacedPiece) -> str:
    """Return the SVG of a piece."""
    name = placed.piece.sprite
    if placed.folder == FISH_FOLDER:
        return make_fish_svg(name)
    return make_turtle_svg(name) if placed.folder == TURTLE_FOLDER else folders[placed.folder][name]


def main(arguments: list[str] | None = None) -> int:
    """Write or check the profile picture and the banner, PNG files for the Developer Portal."""
    parser = argparse.ArgumentParser(prog="python -m tools.brand", description=__doc__)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args(arguments).check
    folders, outdated = draw_all(), []
    for name, size, sand, pieces in (
        ("icon", ICON_SIZE, 190, ICON_PIECES),
        ("banner", BANNER_SIZE, 78, BANNER_PIECES),
    ):
        image = draw_sea(*size, sand)
        for placed in pieces:
            put_piece(image, placed.piece, find_svg(folders, placed))
        drawn, path = image.reduce(FINE_FACTOR), BRAND_FOLDER / f"{name}.png"
        if path.exists() and not is_outdated(Image.open(path).convert("RGB"), drawn):
            continue
        outdated.append(name)
        if not check:
            drawn.save(path, optimize=True)
    if outdated and check:
        print("run python -m tools.brand: " + ", ".join(outdated))
    return 1 if outdated and check else 0


if __name__ == "__main__":
    sys.exit(main())
