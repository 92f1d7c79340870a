"""Builds the sprites and emoji from the drawings of ``assets.studio``.

``python -m assets.build`` writes ``assets/emoji`` and ``assets/sprites``, in the colours of
``assets/sprites/palette.json``, which ``tools.palette`` chooses. ``--check`` writes nothing and fails if an
atlas, its index or an emoji differs.
"""

from __future__ import annotations

import argparse
import io
import json
import re
import sys
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import resvg_py
from PIL import Image

from assets.studio import emoji
from assets.studio.__main__ import draw_all

ROOT = Path(__file__).resolve().parent
Pixels = npt.NDArray[Any]

SPRITES_FOLDER = ROOT / "sprites"
EMOJI_FOLDER = ROOT / "emoji"
FONT_PATH = ROOT / "fonts" / "Nunito-ExtraBold.ttf"
TRANSPARENT_INDEX = 255
SHEET_WIDTH = 1408
"""Width of an atlas, in pixels."""


def rasterize_svg(source: str) -> Pixels:
    """Render an SVG as an array of RGBA pixels."""
    data = resvg_py.svg_to_bytes(svg_string=source, skip_system_fonts=True, font_files=[str(FONT_PATH)])
    with Image.open(io.BytesIO(bytes(data))) as image:
        pixels: Pixels = np.asarray(image.convert("RGBA"))
    return pixels


def render_on_background(source: str) -> Pixels:
    """Render an SVG as RGBA pixels. Soft edges are blended with the colour in its ``data-ground``."""
    pixels = rasterize_svg(source)
    ground = np.array(parse_colour(re.findall(r'data-ground="(#\w{6})"', source)[0]))
    alpha = pixels[..., 3:].astype(np.float64) / 255
    rgb = np.rint(pixels[..., :3] * alpha + ground * (1 - alpha)).astype(np.uint8)
    return np.concatenate([rgb, pixels[..., 3:]], axis=2)


def find_nearest_indices(colours: Pixels, palette: Pixels) -> Pixels:
    """Return the index of the nearest palette entry for each row of ``colours``."""
    # 32-bit floats are exact here, because all values are whole numbers below 2**24.
    rows, table = colours.astype(np.float32), palette.astype(np.float32)
    distance: Pixels = (table**2).sum(axis=1) - 2 * rows @ table.T
    least: Pixels = distance.argmin(axis=1)
    return least.astype(np.uint8)


def convert_to_indices(pixels: Pixels, palette: Pixels) -> Pixels:
    """Convert RGBA pixels to palette indices. Pixels less than half opaque become transparent."""
    rgb = pixels[..., :3]
    packed = (rgb.astype(np.uint32) << np.array([16, 8, 0], np.uint32)).sum(axis=2)
    unique, back = np.unique(packed, return_inverse=True)
    colours = np.stack([unique >> 16 & 255, unique >> 8 & 255, unique & 255], axis=1)
    index = np.concatenate(
        [find_nearest_indices(colours[i : i + 4096], palette) for i in range(0, len(colours), 4096)]
    )
    out = index[back.reshape(packed.shape)]
    clear: Pixels = np.where(pixels[..., 3] < 128, TRANSPARENT_INDEX, out)
    return clear.astype(np.uint8)


def pack_sprites(sprites: dict[str, Pixels]) -> tuple[Pixels, dict[str, list[int]]]:
    """Arrange sprites in rows. Return the atlas, and each sprite's left, top, width and height."""
    boxes, x, y, row = {}, 0, 0, 0
    for name in sorted(sprites, key=lambda n: (-sprites[n].shape[0], n)):
        height, width = sprites[name].shape
        if x + width > SHEET_WIDTH:
            x, y, row = 0, y + row, 0
        boxes[name] = [x, y, width, height]
        x, row = x + width, max(row, height)
    sheet = np.full((y + row, SHEET_WIDTH), TRANSPARENT_INDEX, np.uint8)
    for name, (left, top, width, height) in boxes.items():
        sheet[top : top + height, left : left + width] = sprites[name]
    return sheet, dict(sorted(boxes.items()))


def parse_colour(colour: str) -> tuple[int, ...]:
    """Parse a ``#RRGGBB`` string into red, green and blue, from 0 to 255."""
    return tuple(int(colour[i : i + 2], 16) for i in (1, 3, 5))


def parse_palette(palette: list[str]) -> Pixels:
    """Parse ``#RRGGBB`` strings into an array with a row of red, green and blue for each."""
    return np.array([parse_colour(colour) for colour in palette], np.uint8)


def format_palette(palette: list[str]) -> str:
    """Return the content of the palette file."""
    return json.dumps({"colours": palette}, indent=None, separators=(",", ":")) + "\n"


def build_emoji(*, only_checks: bool) -> list[str]:
    """Write changed emoji and remove old ones. With ``only_checks``, only return the names of these files.

    Files whose pixels wouldn't change aren't written, because another encoder could change their bytes.
    """
    changed = []
    drawing_by_path = {EMOJI_FOLDER / f"{name}.png": drawn for name, drawn in emoji.draw_all().items()}
    for path, drawn in drawing_by_path.items():
        image = Image.fromarray(rasterize_svg(drawn), "RGBA")
        if _has_same_pixels(path, image):
            continue
        changed.append(f"emoji/{path.relative_to(EMOJI_FOLDER).as_posix()}")
        if not only_checks:
            path.parent.mkdir(parents=True, exist_ok=True)
            image.save(path, optimize=True)
    for path in sorted(set(EMOJI_FOLDER.glob("*/*.png")) - set(drawing_by_path)):
        changed.append(f"emoji/{path.relative_to(EMOJI_FOLDER).as_posix()}")
        if not only_checks:
            path.unlink()
    return changed if only_checks else []


def _has_same_pixels(path: Path, image: Image.Image) -> bool:
    """Return whether a file exists and contains exactly these pixels."""
    if not path.is_file():
        return False
    with Image.open(path) as file:
        return file.mode == image.mode and np.array_equal(np.asarray(file), np.asarray(image))


def main(arguments: list[str] | None = None) -> int:
    """Build or check the sprites and emoji, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m assets.build", description=__doc__)
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args(arguments)
    stale: list[str] = []
    folders = draw_all()
    rendered = {
        f: {n: render_on_background(s) for n, s in sorted(files.items())} for f, files in folders.items()
    }
    target = SPRITES_FOLDER / "palette.json"
    palette = json.loads(target.read_text("utf-8"))["colours"]
    if target.read_text("utf-8") != format_palette(palette):
        stale.append("sprites/palette.json")
    for folder, pictures in rendered.items():
        sheet, boxes = pack_sprites(
            {name: convert_to_indices(pixels, parse_palette(palette)) for name, pixels in pictures.items()}
        )
        index = json.dumps(boxes, indent=0) + "\n"
        picture, listing = SPRITES_FOLDER / f"{folder}.png", SPRITES_FOLDER / f"{folder}.json"
        if options.check:
            with Image.open(picture) as file:
                same = file.mode == "P" and np.array_equal(np.asarray(file), sheet)
            if not same:
                stale.append(f"sprites/{picture.name}")
            if listing.read_text("utf-8") != index:
                stale.append(f"sprites/{listing.name}")
            continue
        image = Image.fromarray(sheet, "P")
        image.putpalette(parse_palette(palette).tobytes().ljust(768, b"\0"))
        image.save(picture, optimize=True)
        listing.write_text(index, encoding="utf-8")
    stale += build_emoji(only_checks=options.check)
    if stale:
        print("run python -m assets.build: " + ", ".join(stale))
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
