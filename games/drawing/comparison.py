"""Draws the last picture of a replay: medals and a scene of the match, and beside it the sources of points of
two seats or the stars of the winner.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageDraw

from games.core.picture import GOLD_COLOUR, NAVY_COLOUR, WHITE_COLOUR, Box, ComparedSource, ScoreboardEntry
from games.core.words import Words
from games.drawing import palette
from games.drawing.canvas import Canvas
from games.drawing.fitting import fit_name_lines
from games.drawing.plates import MIN_SIZE, PlateTone, choose_tone, make_plate
from games.drawing.podium import MEDAL_SIZE
from games.drawing.reduction import quantize
from games.drawing.scoreboard import STAR_SPRITE, draw_stars, measure_stars
from games.drawing.sprites import Sprite, load_atlas
from games.drawing.text import measure_width

COMPARED_SEAT_COUNT: Final = 2
"""Number of seats whose sources of points are compared: the winner and the second."""
MARGIN: Final = 12
HEAD_HEIGHT: Final = 128
"""Height of the plates with the name, the medal and the score."""
MAX_NAME_SIZE: Final = 44
SCORE_SIZE: Final = 64
VALUE_SIZE: Final = 46
LABEL_SIZE: Final = 32
MAX_SOURCES: Final = 4
"""Maximum number of sources with a row of their own."""
FAINT_COLOUR: Final = "#C8EBE4"
"""Colour of the number of the seat that got less from a source."""
SCENE_SHARE: Final = 0.6
"""Width of the scene, as a fraction of the picture's width."""
SCENE_FRAME: Final = 3
"""Width of the golden line around the scene, in pixels."""
SPRITE_GAP: Final = 10
MAX_SPRITE_ENLARGEMENT: Final = 2.0
RANK_HEIGHT: Final = 96
"""Height of a seat's plate in a ranking, and the gap below it."""
MAX_SINGLE_RANKS: Final = 3
"""Maximum number of seats in a ranking with one column. More seats share two columns."""
MAX_RANK_NAME_SIZE: Final = 48
MAX_STAR_SIZE: Final = 60
DENSE_STAR_SIZE: Final = 34
"""Maximum height of a star in a ranking with two columns."""
MAX_PRIZE_SIZE: Final = 190
"""Maximum height of the winner's stars beside the scene."""
RANK_PADDING: Final = 14
PIECE_SIZE: Final = 56
"""Maximum width and height of the piece that identifies a seat."""


def draw_comparison(
    scene: Image.Image,
    atlas: str,
    names: tuple[str, ...],
    entries: Sequence[ScoreboardEntry],
    placements: Sequence[int],
    sources: Sequence[ComparedSource],
    w: Words,
) -> Image.Image:
    """Return a picture that compares the winner's sources of points with those of the second seat, beside a
    scene of the match.

    :param scene: a picture as wide as the result.
    :param atlas: the game's sprites, with the seats' pieces.
    """
    width, top = scene.width, 2 * MARGIN + HEAD_HEIGHT
    canvas, side = _make_canvas(scene, top)
    seats = sorted(range(len(names)), key=lambda seat: placements[seat])[:COMPARED_SEAT_COUNT]
    wide = (width - MARGIN) // len(seats)
    for column, seat in enumerate(seats):
        box = Box(MARGIN + wide * column, MARGIN, wide - MARGIN, HEAD_HEIGHT)
        _draw_head(canvas, atlas, box, names, seat, entries[seat], placements[seat])
    sources = [source for source in sources if any(source.values[seat] for seat in seats)]
    sources = _merge_small_sources(sources, seats, w)
    pitch = side.h // max(1, len(sources))
    for number, source in enumerate(sources):
        row = side._replace(y=side.y + pitch * number, h=pitch)
        if source.sprites:
            _draw_sprites(canvas, atlas, row, [source.sprites[seat] for seat in seats])
        else:
            _draw_source(canvas, row, source, seats)
    return canvas.image


def _merge_small_sources(
    sources: Sequence[ComparedSource], seats: Sequence[int], w: Words
) -> Sequence[ComparedSource]:
    """Return at most :data:`MAX_SOURCES` sources. If there are more, those that differ least become one."""
    if len(sources) <= MAX_SOURCES:
        return sources

    def measure_difference(source: ComparedSource) -> int:
        """Return the difference between the points of the compared seats."""
        values = [source.values[seat] for seat in seats]
        return max(values) - min(values)

    ordered = sorted(sources, key=measure_difference, reverse=True)
    rest = ordered[MAX_SOURCES - 1 :]
    other = tuple(sum(values) for values in zip(*(source.values for source in rest), strict=True))
    return [*ordered[: MAX_SOURCES - 1], ComparedSource(w("other"), other)]


def _make_canvas(scene: Image.Image, top: int) -> tuple[Canvas, Box]:
    """Return a picture with a scene at its lower left, and the free place beside the scene.

    :param top: upper edge of the scene in the picture.
    """
    size = (round(scene.width * SCENE_SHARE), round(scene.height * SCENE_SHARE))
    ground = Image.new("P", (scene.width, top + size[1] + 2 * SCENE_FRAME), palette.find_index(NAVY_COLOUR))
    canvas = Canvas(Sprite(ground, None))
    edges = (MARGIN, top, MARGIN + size[0] + 2 * SCENE_FRAME - 1, ground.height - 1)
    ImageDraw.Draw(canvas.image).rectangle(edges, palette.find_index(GOLD_COLOUR))
    small = quantize(scene.convert("RGB").resize(size, Image.Resampling.BOX))
    canvas.image.paste(small, (MARGIN + SCENE_FRAME, top + SCENE_FRAME))
    left = edges[2] + 1 + MARGIN
    return canvas, Box(left, top, scene.width - MARGIN - left, ground.height - top)


def _draw_head(
    canvas: Canvas,
    atlas: str,
    box: Box,
    names: tuple[str, ...],
    seat: int,
    entry: ScoreboardEntry,
    place: int,
) -> None:
    """Draw a plate with a seat's name above its medal, score and piece."""
    tones, head = choose_tone(place == 1), box.h * 46 // 100
    canvas.put(make_plate(box.w, box.h, tones, head), box.x, box.y)
    room = box.w - 2 * MARGIN
    found = fit_name_lines(names, seat, MAX_NAME_SIZE, room, head - 8, MIN_SIZE)
    middle = box.x + box.w // 2
    canvas.write_fitted(
        found, middle, box.y + head // 2 + 1, tones.text_colour, tones.name_part_colour, "middle"
    )
    level = box.y + head + (box.h - head) // 2 - 3
    medal = load_atlas("kit")[f"place_{place}"]
    piece = None if not entry.sprite else load_atlas(atlas).scale_down(entry.sprite, PIECE_SIZE)
    across = measure_width(entry.score, SCORE_SIZE)
    left = middle - (MEDAL_SIZE[0] + 2 * MARGIN + across + (piece.size[0] + MARGIN if piece else 0)) // 2
    canvas.put(medal, left, level - medal.size[1] // 2)
    left += MEDAL_SIZE[0] + 2 * MARGIN
    canvas.write(entry.score, left, level, SCORE_SIZE, tones.text_colour, tones.score_part_colour, "left")
    if piece is not None:
        canvas.put(piece, left + across + MARGIN, level - piece.size[1] // 2)


def _draw_source(canvas: Canvas, row: Box, source: ComparedSource, seats: Sequence[int]) -> None:
    """Draw a source of points above the numbers of both seats."""
    values = [source.values[seat] for seat in seats]
    middle, label = row.x + row.w // 2, source.label[:1].upper() + source.label[1:]
    level = row.y + row.h // 2 - VALUE_SIZE // 2
    canvas.write_text(
        label, middle, level, LABEL_SIZE, WHITE_COLOUR, NAVY_COLOUR, "middle", row.w, 0, MIN_SIZE
    )
    for value, side in zip(values, (-1, 1), strict=False):
        best = value == max(values) and value > 0
        ink = GOLD_COLOUR if best and min(values) < value else FAINT_COLOUR
        x = middle + side * row.w // 4
        canvas.write(str(value).replace("-", "−"), x, level + 40, VALUE_SIZE, ink, NAVY_COLOUR)


def _draw_sprites(canvas: Canvas, atlas: str, row: Box, shown: Sequence[Sequence[str]]) -> None:
    """Draw each seat's sprites beside those of the other seat, as large as fits."""
    wide = row.w // len(shown)
    most = max(1, *(len(sprites) for sprites in shown))
    across, high = load_atlas(atlas)[next(one for sprites in shown for one in sprites)].size
    scale, columns = max(
        (
            min(
                MAX_SPRITE_ENLARGEMENT,
                ((wide - 2 * MARGIN) // columns - SPRITE_GAP) / across,
                (row.h // -(-most // columns) - SPRITE_GAP) / high,
            ),
            columns,
        )
        for columns in range(1, most + 1)
    )
    size = (round(across * scale), round(high * scale))
    step, pitch = size[0] + SPRITE_GAP, size[1] + SPRITE_GAP
    for column, sprites in enumerate(shown):
        lines = -(-len(sprites) // columns)
        top = row.y + (row.h - lines * pitch + SPRITE_GAP) // 2
        for line in range(lines):
            inside = sprites[columns * line : columns * (line + 1)]
            left = wide * column + (wide - len(inside) * step + SPRITE_GAP) // 2
            for number, sprite in enumerate(inside):
                x = row.x + left + step * number
                canvas.put(load_atlas(atlas).scale(sprite, size), x, top + pitch * line)


def draw_ranking(
    scene: Image.Image,
    atlas: str,
    names: tuple[str, ...],
    entries: Sequence[ScoreboardEntry],
    placements: Sequence[int],
) -> Image.Image:
    """Return a picture with a plate for each seat in the order of the result: its medal, name and score.
    Below the plates are a scene of the match and the winner's stars.

    :param scene: a picture as wide as the result.
    """
    order = sorted(range(len(names)), key=lambda seat: placements[seat])
    columns = 1 if len(order) <= MAX_SINGLE_RANKS else 2
    rows, wide = -(-len(order) // columns), (scene.width - MARGIN) // columns
    canvas, side = _make_canvas(scene, MARGIN + RANK_HEIGHT * rows)
    for number, seat in enumerate(order):
        column, row = divmod(number, rows)
        box = Box(MARGIN + wide * column, MARGIN + RANK_HEIGHT * row, wide - MARGIN, RANK_HEIGHT - MARGIN)
        _draw_rank(canvas, atlas, box, names, seat, entries[seat], placements[seat], columns > 1)
    stars = entries[order[0]].stars
    if stars:
        pitch = side.h // stars
        high = min(MAX_PRIZE_SIZE, side.w - 2 * MARGIN, pitch - MARGIN)
        star = load_atlas(atlas).scale(STAR_SPRITE, (high, high))
        for number in range(stars):
            y = side.y + pitch * number + (pitch - star.size[1]) // 2
            canvas.put(star, side.x + (side.w - star.size[0]) // 2, y)
    return canvas.image


def _draw_rank(
    canvas: Canvas,
    atlas: str,
    box: Box,
    names: tuple[str, ...],
    seat: int,
    entry: ScoreboardEntry,
    place: int,
    is_dense: bool,
) -> None:
    """Draw a plate with a seat's medal, name, stars and score in a row.

    :param is_dense: whether to draw small stars, and no score if there are stars.
    """
    tones, level = choose_tone(place == 1), box.y + box.h // 2 - 2
    canvas.put(make_plate(box.w, box.h, tones, box.h), box.x, box.y)
    left, right = box.x + RANK_PADDING, box.x + box.w - RANK_PADDING
    medal = load_atlas("kit")[f"place_{place}"]
    canvas.put(medal, left, level - medal.size[1] // 2)
    left += MEDAL_SIZE[0] + RANK_PADDING
    if not (is_dense and entry.goal):
        right = _draw_score(canvas, atlas, entry, right, level, tones)
    if entry.stars or entry.goal:
        high = DENSE_STAR_SIZE if is_dense else min(MAX_STAR_SIZE, box.h * 2 // 3)
        right -= measure_stars(entry, high) + MARGIN
        draw_stars(canvas, atlas, entry, right, level, high, place == 1)
        right -= RANK_PADDING
    found = fit_name_lines(
        names, seat, min(MAX_RANK_NAME_SIZE, box.h // 2), right - left, box.h - 12, MIN_SIZE
    )
    canvas.write_fitted(found, left, level, tones.text_colour, tones.name_part_colour, "left")


def _draw_score(
    canvas: Canvas, atlas: str, entry: ScoreboardEntry, right: int, level: int, tones: PlateTone
) -> int:
    """Draw a seat's score and its unit at the right of a plate. Return their left edge."""
    if entry.unit:
        unit = load_atlas(atlas).scale_down(entry.unit, PIECE_SIZE)
        right -= unit.size[0]
        canvas.put(unit, right, level - unit.size[1] // 2)
        right -= MARGIN
    canvas.write(entry.score, right, level, VALUE_SIZE, tones.text_colour, tones.name_part_colour, "right")
    room = measure_width("88", VALUE_SIZE)
    return right - max(room, measure_width(entry.score, VALUE_SIZE)) - MARGIN
