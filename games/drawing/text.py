"""Draws texts as cached sprites, each on a known background colour."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image, ImageDraw, ImageFont

from games.drawing import palette
from games.drawing.glyphs import (
    MAIN_FACES,
    RIGHT_TO_LEFT_CLASSES,
    find_face,
    has_glyph,
    load_font,
    needs_shaping,
    strip_undrawable_characters,
)
from games.drawing.sprites import Sprite

MIN_FONT_SIZE: Final = 18
"""Smallest font size that is drawn."""
SHADE_COUNT: Final = 12
"""Number of shades between the background and the ink at the edges of letters."""
MAX_CHARACTERS: Final = 200
"""Maximum number of characters of a text that are drawn."""
_JOINER_CHARACTERS: Final = "\u200c\u200d"
_ATTACHED_CHARACTERS: Final = _JOINER_CHARACTERS + "\u0e33\u0eb3"
"""Joiners, and vowels that belong to the preceding letter although they aren't marks."""
_VIRAMA_CLASS: Final = 9
"""The combining class of characters that join two letters."""
_NUMBER_CLASSES: Final = frozenset(("EN", "AN"))


class TextRun(NamedTuple):
    """A piece of text in one font. Its ``direction`` is set if it needs shaping."""

    face: str
    part: str
    direction: str | None = None

    def measure_width(self, size: int) -> float:
        """Return the width of the run in pixels."""
        if self.direction is None:
            return load_font(self.face, size).getlength(self.part)
        return load_font(self.face, size, is_shaped=True).getlength(self.part, direction=self.direction)

    def write(
        self, pen: ImageDraw.ImageDraw, x: float, baseline: int, size: int, fill: int | str = 255
    ) -> None:
        """Draw the run, starting at ``x``."""
        chosen = load_font(self.face, size, is_shaped=self.direction is not None)
        if self.direction is not None:
            baseline -= self._measure_lift(chosen, size)
        pen.text((x, baseline), self.part, fill=fill, font=chosen, anchor="ls", direction=self.direction)

    def _measure_lift(self, chosen: ImageFont.FreeTypeFont, size: int) -> int:
        """Return how many pixels to raise the run so that tall or deep glyphs stay within the line."""
        ascent, descent = load_font(MAIN_FACES[0], size).getmetrics()
        _, top, _, bottom = chosen.getbbox(self.part, anchor="ls", direction=self.direction)
        return math.ceil(min(bottom - descent, ascent + top) if bottom > descent else min(0, ascent + top))


@lru_cache(maxsize=1024)
def split_runs(content: str) -> tuple[TextRun, ...]:
    """Split a text into runs from left to right. Characters that no font has are left out."""
    out: list[TextRun] = []
    for span, backwards in _split_spans(strip_undrawable_characters(content)[0]):
        if backwards:
            # Only the second font in :data:`MAIN_FACES` has right-to-left letters.
            part = "".join(character for character in span if _has_glyph(MAIN_FACES[1], character))
            out.append(TextRun(MAIN_FACES[1], part, "rtl"))
            continue
        for character in span:
            face = find_face(character) or MAIN_FACES[0]
            direction = "ltr" if needs_shaping(face) else None
            if out and out[-1].face == face and out[-1].direction == direction:
                out[-1] = TextRun(face, out[-1].part + character, direction)
            else:
                out.append(TextRun(face, character, direction))
    return tuple(out)


def _split_spans(content: str) -> Iterator[tuple[str, bool]]:
    """Split a text into spans of one direction; yield each span and whether it runs from right to left.

    The text as a whole runs from left to right. A span from right to left includes everything between its
    letters, and a number, closing bracket or ellipsis after them.
    """
    first = 0
    while first < len(content):
        backwards = unicodedata.bidirectional(content[first]) in RIGHT_TO_LEFT_CLASSES
        end, at = first + 1, first + 1
        while at < len(content):
            kind = unicodedata.bidirectional(content[at])
            if kind in RIGHT_TO_LEFT_CLASSES if not backwards else kind == "L":
                break
            at += 1
            if not backwards or kind in RIGHT_TO_LEFT_CLASSES or kind in _NUMBER_CLASSES or kind == "NSM":
                end = at
        if backwards and content[end : end + 1] in (")", "…"):
            end += 1
        yield content[first:end], backwards
        first = end


@lru_cache(maxsize=1024)
def _has_glyph(face: str, character: str) -> bool:
    return character == " " or has_glyph(face, character)


@lru_cache(maxsize=1024)
def measure_width(content: str, size: int) -> int:
    """Return the width of a text in pixels."""
    return round(sum(run.measure_width(size) for run in split_runs(content)))


@lru_cache(maxsize=512)
def clip_to_width(content: str, size: int, max_width: int) -> str:
    """Shorten a text to at most ``max_width`` pixels, ending in an ellipsis if it was cut."""
    if len(content) <= MAX_CHARACTERS and measure_width(content, size) <= max_width:
        return content
    ends = (0, *list_breaks(content[: MAX_CHARACTERS + 1]))
    low, high = 0, len(ends) - 1
    while low < high:
        middle = (low + high + 1) // 2
        if measure_width(content[: ends[middle]].rstrip() + "…", size) <= max_width:
            low = middle
        else:
            high = middle - 1
    return content[: ends[low]].rstrip() + "…"


def list_breaks(content: str) -> tuple[int, ...]:
    """Return the indices at which a text can be cut: not before marks, and not between joined letters."""
    return tuple(
        end
        for end in range(1, len(content))
        if unicodedata.category(content[end])[0] != "M"
        and content[end] not in _ATTACHED_CHARACTERS
        and content[end - 1] not in _JOINER_CHARACTERS
        and unicodedata.combining(content[end - 1]) != _VIRAMA_CLASS
    )


@lru_cache(maxsize=64)
def make_ramp(ink: str, background_colour: str, shade_count: int = SHADE_COUNT) -> tuple[int, ...]:
    """Return the palette indices of ink on a background, for each coverage from 0 to 255.

    :param ink: the colour of the text.
    :param background_colour: the colour behind the text.
    """
    first, last = palette.parse_colour(background_colour), palette.parse_colour(ink)
    steps = []
    for level in range(shade_count + 1):
        share = level / shade_count
        r, g, b = (round(a + (z - a) * share) for a, z in zip(first, last, strict=True))
        steps.append(palette.find_nearest_index((r, g, b)))
    return tuple(steps[round(cover / 255 * shade_count)] for cover in range(256))


@lru_cache(maxsize=4096)
def measure_word(word: str, size: int) -> int:
    """Return the width of a word in pixels, rounded up."""
    return math.ceil(sum(run.measure_width(size) for run in split_runs(word)))


def wrap_text(content: str, size: int, max_width: int, max_lines: int) -> tuple[str, ...]:
    """Wrap a text into at most ``max_lines`` lines of at most ``max_width`` pixels.

    The last line may be cut. Other lines are wider than that only if a single word is.
    """
    lines: list[list[str]] = [[]]
    left, space = max_width, measure_word(" ", size)
    for word in content.split():
        needed = measure_word(word, size) + (space if lines[-1] else 0)
        if lines[-1] and needed > left and len(lines) < max_lines:
            lines.append([])
            left, needed = max_width, needed - space
        lines[-1].append(word)
        left -= needed
    whole = [" ".join(line) for line in lines if line]
    if left < 0:
        whole[-1] = clip_to_width(whole[-1], size, max_width)
    return tuple(whole)


def has_right_to_left_text(content: str) -> bool:
    """Return whether a part of a text runs from right to left."""
    return not content.isascii() and any(
        unicodedata.bidirectional(sign) in RIGHT_TO_LEFT_CLASSES for sign in content
    )


@lru_cache(maxsize=512)
def draw_cached(content: str, size: int, ink: str, background_colour: str) -> Sprite:
    """Draw a text as a sprite, or reuse the sprite of an earlier call."""
    return draw(content, size, ink, background_colour)


def draw(content: str, size: int, ink: str, background_colour: str, shade_count: int = SHADE_COUNT) -> Sprite:
    """Draw a text as a sprite. Texts of one size have the same height and baseline, whatever their fonts.

    :param shade_count: number of shades between the background and the ink. Fewer shades make a smaller file.
    :raises ValueError: if the size is too small to read.
    """
    if size < MIN_FONT_SIZE:
        raise ValueError(f"text of {size} px is too small")
    ascent, descent = load_font(MAIN_FACES[0], size).getmetrics()
    cover = Image.new("L", (max(1, measure_width(content, size) + 2), ascent + descent))
    pen = ImageDraw.Draw(cover)
    x = 0.0
    for run in split_runs(content):
        run.write(pen, x, ascent, size)
        x += run.measure_width(size)
    # Bytes are translated faster than a picture, whose table Pillow rounds entry by entry.
    covered, table = cover.tobytes(), bytes(make_ramp(ink, background_colour, shade_count))
    threshold = 128 // shade_count
    opaque = covered.translate(bytes(threshold) + b"\xff" * (256 - threshold))
    return Sprite(
        Image.frombytes("P", cover.size, covered.translate(table)),
        Image.frombytes("L", cover.size, opaque).convert("1"),
    )
