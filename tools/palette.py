"""Choose the palette: ``python -m tools.palette``. Then run ``python -m assets.build`` to update the sprites.

All games share at most 255 colours. Colours with a meaning are fixed. The others are cluster means of the
colours on boards of sample matches, drawn in true colour. The benchmark uses other matches. All art has some
weight too, because the boards may not show every piece. After each round, games whose worst board looks bad
get more weight.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
import numpy.typing as npt

from assets.build import (
    SPRITES_FOLDER,
    format_palette,
    parse_colour,
    render_on_background,
)
from assets.studio.__main__ import draw_all
from games.core.protocol import Game
from games.drawing.spotlight import DIM_SHARE, PUZZLE_DIM_SHARE
from games.drawing.veil import blend_into_mist
from games.registry import GAMES
from tools.truecolour import draw_in_true_colour
from tools.walks import Case

NumberArray = npt.NDArray[Any]

MAX_COLOURS = 255
FISH_COLOURS = ("#E70A0D", "#ECD22E", "#36C8FA", "#0E906F", "#583C80", "#E5F7F5")
SEAT_COLOURS = ("#173FE9", "#07BFA0", "#FADB32", "#9E0650")
CORAL_COLOURS = ("#E2D71F", "#A9050F", "#3DA96F", "#52167C")
PAPER_COLOURS = ("#F3F9F5", "#D5E8EC", "#C3DEE7")
"""Background of Coral Reef's cards, bright and dimmed by a puzzle and by a lesson.

No other colour covers more of a board.
"""
SHADE_COLOUR, SHADE_SHARE = (14, 50, 78), 0.32
"""The colour mixed into the darker versions of the seats' and corals' colours, and its share, from 0 to 1."""
DIMMED_WEIGHT = 0.15
"""Weight of a board's dimmed colours, relative to all its colours."""
MATCHES_PER_SEAT_COUNT, BOARDS_PER_MATCH = 3, 6
"""Number of sample matches for each number of seats, and number of sample positions per match."""
ART_WEIGHT = 0.1
"""Weight of a game's art, relative to its boards."""
ART_EXPONENT = 0.8
"""Exponent of pixel counts in art. Below 1, it favours rare colours."""
MAX_IGNORED_PIXELS = 4
"""Maximum pixel count at which a colour in art is ignored."""
ROUND_COUNT, STEP_COUNT, LAST_STEP_COUNT = 12, 6, 20
"""Number of rounds, of k-means steps in each round, and of k-means steps after the last round."""


def pack_rgb(rgb: NumberArray) -> NumberArray:
    """Return RGB bytes in the last axis as single numbers."""
    numbers: NumberArray = (rgb.astype(np.int64) << np.array([16, 8, 0])).sum(axis=-1)
    return numbers


def unpack_rgb(numbers: NumberArray) -> NumberArray:
    """Return numbers made by :func:`pack_rgb` as rows of RGB values, as floats from 0 to 255."""
    return np.stack([numbers >> 16 & 255, numbers >> 8 & 255, numbers & 255], axis=1).astype(np.float64)


def count_colours(rgb: NumberArray) -> tuple[NumberArray, NumberArray]:
    """Return the distinct colours of some pixels as numbers, and the share of the pixels with each colour."""
    colours, times = np.unique(pack_rgb(rgb), return_counts=True)
    return colours, times / times.sum()


def list_board_colours(game: Game) -> list[tuple[NumberArray, NumberArray]]:
    """Return the colours of each drawn board of a game, and the share of the pixels with each colour."""
    counted = []
    for seats in game.seat_counts:
        for seed in range(MATCHES_PER_SEAT_COUNT):
            case = Case(game, seats, game.get_default_options(), seed, is_rich=True)
            for number, ply in enumerate(case.list_plies(BOARDS_PER_MATCH)):
                viewer, state = case.viewers[number % len(case.viewers)], case.match.state_at(ply)
                board = draw_in_true_colour(
                    game, case.rules.view(state, viewer), case.make_scene(ply, viewer, state)
                )
                counted.append(add_dimmed_colours(*count_colours(np.asarray(board))))
    return counted


def add_dimmed_colours(colours: NumberArray, share: NumberArray) -> tuple[NumberArray, NumberArray]:
    """Add the colours that a board has when a lesson or puzzle dims it, with :data:`DIMMED_WEIGHT`."""
    numbers, shares = [colours], [share * (1 - DIMMED_WEIGHT)]
    for strength in (DIM_SHARE, PUZZLE_DIM_SHARE):
        dimmed = [blend_into_mist((red, green, blue), strength) for red, green, blue in unpack_rgb(colours)]
        numbers.append(pack_rgb(np.rint(dimmed)))
        shares.append(share * DIMMED_WEIGHT / 2)
    colour_numbers, places = np.unique(np.concatenate(numbers), return_inverse=True)
    return colour_numbers, np.bincount(places, np.concatenate(shares))


def list_art_colours(files: dict[str, str]) -> tuple[NumberArray, NumberArray]:
    """Return the colours and their weights in a folder of art."""
    counts = np.zeros(1 << 24)
    for source in files.values():
        pixels = render_on_background(source)
        opaque = pixels[..., :3][pixels[..., 3] >= 128]
        colours, times = np.unique(pack_rgb(opaque), return_counts=True)
        counts[colours] += times
    colour_numbers = np.flatnonzero(counts > MAX_IGNORED_PIXELS)
    weight = counts[colour_numbers] ** ART_EXPONENT
    return colour_numbers, weight / weight.sum()


def list_required_colours() -> list[tuple[int, ...]]:
    """Return the colours that are always in the palette, including darker seat and coral colours."""
    colours = [parse_colour(colour) for colour in (*FISH_COLOURS, *PAPER_COLOURS, "#FFFFFF", "#10293D")]
    for colour in (*SEAT_COLOURS, *CORAL_COLOURS):
        pairs = zip(parse_colour(colour), SHADE_COLOUR, strict=True)
        colours += [
            parse_colour(colour),
            tuple(round(v * (1 - SHADE_SHARE) + d * SHADE_SHARE) for v, d in pairs),
        ]
    return colours


def find_nearest_entries(colours: NumberArray, palette: NumberArray) -> tuple[NumberArray, NumberArray]:
    """Return the index of the nearest entry for each colour, and the squared distance to it."""
    owners, squares = [], []
    for part in np.array_split(colours, 1 + len(colours) // 8192):
        distance = (part**2).sum(axis=1)[:, None] - 2 * part @ palette.T + (palette**2).sum(axis=1)
        owner = distance.argmin(axis=1)
        owners.append(owner)
        squares.append(distance[np.arange(len(part)), owner].clip(0))
    return np.concatenate(owners), np.concatenate(squares)


def make_initial_palette(colours: NumberArray, weight: NumberArray) -> NumberArray:
    """Return an initial palette: the fixed entries, then repeatedly the colour represented worst."""
    table = [np.array(colour, np.float64) for colour in list_required_colours()]
    squares = find_nearest_entries(colours, np.array(table))[1]
    while len(table) < MAX_COLOURS:
        table.append(colours[int((weight * squares).argmax())])
        squares = np.minimum(squares, ((colours - table[-1]) ** 2).sum(axis=1))
    return np.array(table)


def refine_palette(
    palette: NumberArray, colours: NumberArray, weight: NumberArray, step_count: int
) -> NumberArray:
    """Move every free entry to the mean of the colours nearest to it, ``step_count`` times (k-means)."""
    palette, free = palette.copy(), len(list_required_colours())
    for _ in range(step_count):
        owner, _ = find_nearest_entries(colours, palette)
        total = np.bincount(owner, weight, MAX_COLOURS)
        sums = np.stack([np.bincount(owner, weight * part, MAX_COLOURS) for part in colours.T], axis=1)
        used = np.flatnonzero(total[free:]) + free
        palette[used] = sums[used] / total[used, None]
    return palette


def choose_palette() -> list[str]:
    """Return the palette that best suits the boards and art of all games, as colour codes."""
    folders = draw_all()
    boards = {key: list_board_colours(game) for key, game in GAMES.items()}
    art = {key: list_art_colours(folders[key]) for key in GAMES}
    shown = np.unique(np.concatenate([c for key in GAMES for c, _ in (*boards[key], art[key])]))
    colours = unpack_rgb(shown)
    weights = {key: np.zeros(len(shown)) for key in GAMES}
    for key, weight in weights.items():
        for board_colours, share in boards[key]:
            weight[np.searchsorted(shown, board_colours)] += share / len(boards[key])
        weight[np.searchsorted(shown, art[key][0])] += art[key][1] * ART_WEIGHT
    needs, table = dict.fromkeys(GAMES, 1.0), None
    for _ in range(ROUND_COUNT):
        weight = np.sum([need * weights[key] for key, need in needs.items()], axis=0)
        table = refine_palette(
            make_initial_palette(colours, weight) if table is None else table, colours, weight, STEP_COUNT
        )
        squares = find_nearest_entries(colours, np.rint(table))[1]
        worst = {
            key: max(
                float(squares[np.searchsorted(shown, board_colours)] @ share)
                for board_colours, share in boards[key]
            )
            for key in GAMES
        }
        middle = float(np.exp(np.mean(np.log(list(worst.values())))))
        needs = {key: need * worst[key] / middle for key, need in needs.items()}
    assert table is not None
    rows = np.rint(refine_palette(table, colours, weight, LAST_STEP_COUNT)).astype(int)
    return ["#" + "".join(f"{v:02X}" for v in row) for row in dict.fromkeys(map(tuple, rows.tolist()))]


def main() -> None:
    """Choose the palette and write its file."""
    argparse.ArgumentParser(prog="python -m tools.palette", description=__doc__).parse_args()
    (SPRITES_FOLDER / "palette.json").write_text(format_palette(choose_palette()), encoding="utf-8")


if __name__ == "__main__":
    main()
