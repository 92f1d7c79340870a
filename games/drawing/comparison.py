"""Draws the last picture of a replay: the sources of the points of two seats, or a ranking of all seats."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Final

from PIL import Image, ImageDraw

from games.core.picture import (
    DIM_PLATE_TOP_COLOUR,
    GOLD_COLOUR,
    NAVY_COLOUR,
    WHITE_COLOUR,
    Box,
    ComparedSource,
    ScoreboardEntry,
)
from games.core.words import Words
from games.drawing import palette
from games.drawing.canvas import Canvas
from games.drawing.fitting import fit_name_lines, fit_text
from games.drawing.plates import MIN_SIZE, choose_tone, make_plate
from games.drawing.podium import MEDAL_SIZE
from games.drawing.scoreboard import draw_stars, measure_stars
from games.drawing.sprites import Sprite, load_atlas
from games.drawing.text import measure_width

COMPARED_SEAT_COUNT: Final = 2
"""Number of seats whose sources of points are compared: the winner and the second."""
MARGIN: Final = 12
HEAD_HEIGHT: Final = 140
"""Height of the plates with the name, the medal and the score."""
MAX_NAME_SIZE: Final = 44
SCORE_SIZE: Final = 64
VALUE_SIZE: Final = 46
LABEL_SIZE: Final = 36
MAX_ROW_HEIGHT: Final = 104
MAX_SOURCES: Final = 6
"""Maximum number of sources with a row of their own."""
VALUE_WIDTH: Final = 112
"""Width of the columns with the numbers at both sides of a row."""
BAR_HEIGHT: Final = 12
BAR_COLOUR: Final = "#3F8FB4"
"""Colour of a bar that isn't longer than the other bar of its row."""
FAINT_COLOUR: Final = "#C8EBE4"
"""Colour of a number that isn't higher than the other number of its row."""
ROW_COLOURS: Final = (NAVY_COLOUR, "#113A5B")
LIT_ROW_COLOUR: Final = DIM_PLATE_TOP_COLOUR
LIT_EDGE_WIDTH: Final = 5
SPRITE_GAP: Final = 10
MAX_SPRITE_ENLARGEMENT: Final = 2.0
MAX_RANK_HEIGHT: Final = 260
"""Maximum height of a seat's plate in a ranking."""
MIN_TALL_RANK_HEIGHT: Final = 150
"""Minimum height of a plate with the name above the stars and the score, instead of beside them."""
TALL_RANK_HEAD_PERCENT: Final = 46
MAX_RANK_NAME_SIZE: Final = 72
MAX_STAR_SIZE: Final = 92
RANK_PADDING: Final = 20
PIECE_SIZE: Final = 56
"""Maximum width and height of the piece that identifies a seat, and of the sign after its score."""


def draw_comparison(
    size: tuple[int, int],
    atlas: str,
    names: tuple[str, ...],
    entries: Sequence[ScoreboardEntry],
    placements: Sequence[int],
    sources: Sequence[ComparedSource],
    w: Words,
    lit_label: str = "",
) -> Image.Image:
    """Return a picture that compares the winner's sources of points with those of the second seat.

    :param atlas: the game's sprites, with the seats' pieces.
    :param lit_label: label of the source whose row is lit, because it is the reason for the result.
    """
    width, height = size
    canvas = _make_canvas(size)
    seats = sorted(range(len(names)), key=lambda seat: placements[seat])[:COMPARED_SEAT_COUNT]
    wide = (width - MARGIN) // len(seats)
    for column, seat in enumerate(seats):
        box = Box(MARGIN + wide * column, MARGIN, wide - MARGIN, HEAD_HEIGHT)
        _draw_head(canvas, atlas, box, names, seat, entries[seat], placements[seat])
    top = 2 * MARGIN + HEAD_HEIGHT
    sources = [source for source in sources if any(source.values[seat] for seat in seats)]
    sources = _merge_small_sources(sources, seats, w, width - 2 * VALUE_WIDTH)
    pitch = min(MAX_ROW_HEIGHT, (height - top) // max(1, sum(not source.sprites for source in sources)))
    most = max((source.values[seat] for source in sources for seat in seats), default=1) or 1
    for number, source in enumerate(sources):
        row = Box(0, top, width, pitch)
        if source.sprites:
            row = row._replace(h=height - top - pitch * sum(not later.sprites for later in sources[number:]))
            _draw_sprites(canvas, atlas, row, [source.sprites[seat] for seat in seats])
        else:
            is_lit = bool(lit_label) and source.label == lit_label
            colour = LIT_ROW_COLOUR if is_lit else ROW_COLOURS[number % 2]
            _draw_source(canvas, row, source, seats, most, colour, is_lit=is_lit)
        top += row.h
    return canvas.image


def _merge_small_sources(
    sources: Sequence[ComparedSource], seats: Sequence[int], w: Words, label_width: int
) -> Sequence[ComparedSource]:
    """Return at most :data:`MAX_SOURCES` sources. If there are more, the smallest become one, which is named
    after them if the names fit into ``label_width``.
    """
    if len(sources) <= MAX_SOURCES:
        return sources
    ordered = sorted(sources, key=lambda source: -sum(source.values[seat] for seat in seats))
    small_sources = ordered[MAX_SOURCES - 1 :]
    other = tuple(sum(values) for values in zip(*(source.values for source in small_sources), strict=True))
    label = w.join_list([source.label for source in small_sources])
    if measure_width(label, MIN_SIZE) > label_width:
        label = w("other")
    return [*ordered[: MAX_SOURCES - 1], ComparedSource(label, other)]


def _make_canvas(size: tuple[int, int]) -> Canvas:
    return Canvas(Sprite(Image.new("P", size, palette.find_index(NAVY_COLOUR)), None))


def _draw_head(
    canvas: Canvas,
    atlas: str,
    box: Box,
    names: tuple[str, ...],
    seat: int,
    entry: ScoreboardEntry,
    placement: int,
) -> None:
    """Draw a plate with a seat's name above its medal, score and piece."""
    tones, head = choose_tone(placement == 1), box.h * 49 // 100
    canvas.put(make_plate(box.w, box.h, tones, head), box.x, box.y)
    room = box.w - 2 * MARGIN
    fitted_name = fit_name_lines(names, seat, MAX_NAME_SIZE, room, head - 2, MIN_SIZE)
    middle = box.x + box.w // 2
    canvas.write_fitted(
        fitted_name, middle, box.y + head // 2 + 1, tones.text_colour, tones.name_part_colour, "middle"
    )
    centre_y = box.y + head + (box.h - head) // 2 - 3
    medal = load_atlas("kit")[f"place_{placement}"]
    piece = None if not entry.sprite else load_atlas(atlas).scale_down(entry.sprite, PIECE_SIZE)
    across = measure_width(entry.score, SCORE_SIZE)
    left = middle - (MEDAL_SIZE[0] + 2 * MARGIN + across + (piece.size[0] + MARGIN if piece else 0)) // 2
    canvas.put(medal, left, centre_y - medal.size[1] // 2)
    left += MEDAL_SIZE[0] + 2 * MARGIN
    canvas.write_line(
        entry.score, left, centre_y, SCORE_SIZE, tones.text_colour, tones.score_part_colour, "left"
    )
    if piece is not None:
        canvas.put(piece, left + across + MARGIN, centre_y - piece.size[1] // 2)


def _draw_source(
    canvas: Canvas,
    row: Box,
    source: ComparedSource,
    seats: Sequence[int],
    max_value: int,
    background_colour: str,
    *,
    is_lit: bool,
) -> None:
    """Draw a row with a source of points between the numbers of both seats, above bars whose lengths show the
    numbers.

    :param max_value: the greatest number in all rows.
    :param is_lit: whether the row has a golden name and edge.
    """
    pen = ImageDraw.Draw(canvas.image)
    edges = (row.x, row.y, row.x + row.w - 1, row.y + row.h - 1)
    pen.rectangle(edges, palette.find_index(background_colour))
    if is_lit:
        pen.rectangle(edges, outline=palette.find_index(GOLD_COLOUR), width=LIT_EDGE_WIDTH)
    values = [source.values[seat] for seat in seats]
    middle, reach = row.x + row.w // 2, row.w // 2 - VALUE_WIDTH
    has_bars = row.h >= LABEL_SIZE + BAR_HEIGHT + 8
    label_y = row.y + row.h // 2 - (BAR_HEIGHT // 2 + 1) * has_bars
    label = source.label[:1].upper() + source.label[1:]
    fitted_label = fit_text(label, LABEL_SIZE, 2 * reach, 0, MIN_SIZE)
    ink = GOLD_COLOUR if is_lit else WHITE_COLOUR
    canvas.write_fitted(fitted_label, middle, label_y, ink, background_colour, "middle")
    foot = label_y + LABEL_SIZE // 2 + 6
    for value, side in zip(values, (-1, 1), strict=False):
        best = value == max(values) and value > 0
        ink = GOLD_COLOUR if best and min(values) < value else FAINT_COLOUR
        x = middle + side * (reach + VALUE_WIDTH // 2)
        canvas.write_line(
            str(value).replace("-", "−"), x, row.y + row.h // 2, VALUE_SIZE, ink, background_colour
        )
        if has_bars and value > 0:
            end = middle + side * max(BAR_HEIGHT, reach * value // max_value)
            colour = palette.find_index(GOLD_COLOUR if ink == GOLD_COLOUR else BAR_COLOUR)
            left, right = sorted((middle + 2 * side, end))
            pen.rounded_rectangle((left, foot, right, foot + BAR_HEIGHT - 1), BAR_HEIGHT // 2, colour)


def _draw_sprites(canvas: Canvas, atlas: str, row: Box, sprites_by_seat: Sequence[Sequence[str]]) -> None:
    """Draw each seat's sprites below its plate, as large as fits in up to three rows."""
    wide = row.w // len(sprites_by_seat)
    most = max(1, *(len(sprites) for sprites in sprites_by_seat))
    across, high = load_atlas(atlas)[next(one for sprites in sprites_by_seat for one in sprites)].size
    scale, columns = max(
        (
            min(
                MAX_SPRITE_ENLARGEMENT,
                ((wide - 2 * MARGIN) // columns - SPRITE_GAP) / across,
                (row.h // ceil(most / columns) - SPRITE_GAP) / high,
            ),
            columns,
        )
        for columns in range(1, most + 1)
    )
    size = (round(across * scale), round(high * scale))
    step, pitch = size[0] + SPRITE_GAP, size[1] + SPRITE_GAP
    for column, sprites in enumerate(sprites_by_seat):
        lines = ceil(len(sprites) / columns)
        top = row.y + (row.h - lines * pitch + SPRITE_GAP) // 2
        for line in range(lines):
            inside = sprites[columns * line : columns * (line + 1)]
            left = wide * column + (wide - len(inside) * step + SPRITE_GAP) // 2
            for number, sprite in enumerate(inside):
                canvas.put(load_atlas(atlas).scale(sprite, size), left + step * number, top + pitch * line)


def draw_ranking(
    size: tuple[int, int],
    atlas: str,
    names: tuple[str, ...],
    entries: Sequence[ScoreboardEntry],
    placements: Sequence[int],
) -> Image.Image:
    """Return a picture with a plate for each seat in the order of the result: its medal, name and score."""
    width, height = size
    canvas = _make_canvas(size)
    order = sorted(range(len(names)), key=lambda seat: placements[seat])
    pitch = min(MAX_RANK_HEIGHT, (height - MARGIN) // len(order))
    top = (height - pitch * len(order) + MARGIN) // 2
    for number, seat in enumerate(order):
        box = Box(MARGIN, top + pitch * number, width - 2 * MARGIN, pitch - MARGIN)
        _draw_rank(canvas, atlas, box, names, seat, entries[seat], placements[seat])
    return canvas.image


def _draw_rank(
    canvas: Canvas,
    atlas: str,
    box: Box,
    names: tuple[str, ...],
    seat: int,
    entry: ScoreboardEntry,
    placement: int,
) -> None:
    """Draw a plate with a seat's medal, name, stars and score in a row."""
    tones, is_tall = choose_tone(placement == 1), box.h >= MIN_TALL_RANK_HEIGHT
    head = box.h * TALL_RANK_HEAD_PERCENT // 100 if is_tall else box.h
    canvas.put(make_plate(box.w, box.h, tones, head), box.x, box.y)
    name_y = box.y + head // 2 - 2 * (not is_tall)
    score_y, ground = name_y, tones.name_part_colour
    if is_tall:
        score_y, ground = box.y + (head + box.h) // 2 - 2, tones.score_part_colour
    left, right = box.x + RANK_PADDING, box.x + box.w - RANK_PADDING
    medal = load_atlas("kit")[f"place_{placement}"]
    canvas.put(medal, left, name_y - medal.size[1] // 2)
    left += MEDAL_SIZE[0] + RANK_PADDING
    end = right
    if entry.unit:
        unit = load_atlas(atlas).scale_down(entry.unit, PIECE_SIZE)
        right -= unit.size[0]
        canvas.put(unit, right, score_y - unit.size[1] // 2)
        right -= MARGIN
    size = SCORE_SIZE if is_tall else VALUE_SIZE
    canvas.write_line(entry.score, right, score_y, size, tones.text_colour, ground, "right")
    right -= max(measure_width("88", size), measure_width(entry.score, size)) + MARGIN
    if entry.stars or entry.goal:
        high = min(MAX_STAR_SIZE, (box.h - head) * 4 // 5 if is_tall else box.h // 2)
        right -= measure_stars(entry, high) + MARGIN
        draw_stars(canvas, atlas, entry, left if is_tall else right, score_y, high, placement == 1)
        right -= RANK_PADDING
    room = (end if is_tall else right) - left
    fitted_name = fit_name_lines(
        names, seat, min(MAX_RANK_NAME_SIZE, head // (1 if is_tall else 2)), room, head - 12, MIN_SIZE
    )
    canvas.write_fitted(fitted_name, left, name_y, tones.text_colour, tones.name_part_colour, "left")
