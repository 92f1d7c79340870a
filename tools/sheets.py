"""Draw contact sheets of boards for inspection, for every game, number of seats and phase.

``python -m tools.sheets FOLDER`` writes each board at full size. For each game and number of seats it also
writes a sheet of boards at phone size, in colour and below in grey. ``--docs`` instead redraws the README's
boards and replay in ``docs``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import replace
from math import ceil
from pathlib import Path
from typing import Final, NamedTuple

from PIL import Image

from games.core.protocol import Game
from games.core.words import list_locales, load_words
from games.drawing import palette, png
from games.drawing.gif import TRAILER_BYTE
from games.drawing.replay import FrameEncoder
from games.drawing.replay_frames import Replay
from games.drawing.replay_plan import LEAD_TIME
from games.drawing.replay_shots import Cut
from games.registry import GAMES
from tools.walks import NAMES, Case

ROOT = Path(__file__).resolve().parents[1]
LONG_NAMES = ("Maximiliane von Hohenstein", "Bartholomäus der Ältere", "Wilhelmina-Charlotte") * 2
PHONE_WIDTH = 312
GAP_PIXELS = 8
COMPARED_POSITION_COUNT = 12
"""Number of a match's positions compared to find the fullest board."""


class ReadmeBoard(NamedTuple):
    """A position of a random match."""

    seat_count: int
    seed: int
    progress_percent: int


README_BOARD_BY_GAME: Final = {
    "das_riff": ReadmeBoard(2, 7003, 75),
    "coral_reef": ReadmeBoard(4, 7011, 60),
    "australis": ReadmeBoard(3, 7003, 62),
    "reef": ReadmeBoard(3, 7003, 67),
}


REPLAY_SEED, REPLAY_TURNS = 7003, (52, 56, 78, 89)
"""Seed of the match in the README's replay, and indices of the turns shown."""
LOOP_EXTENSION = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
"""Extension block that makes a GIF loop forever."""


class LabelledBoard(NamedTuple):
    """A board's picture, with its phase and viewer."""

    phase: str
    seat: int | None
    picture: Image.Image


def find_phases(case: Case) -> dict[str, int]:
    """Return the ply of each phase. The phase ``extreme`` is the position with the fullest board."""
    last = case.match.ply

    def measure_fullness(ply: int) -> int:
        """Return the size of the compressed picture as a measure of the board's fullness."""
        view = case.rules.view(case.match.state_at(ply), None)
        return len(png.encode(case.game.draw(view, case.make_scene(ply, None, case.match.state_at(ply)))))

    fullest = max(
        (last * step // COMPARED_POSITION_COUNT for step in range(1, COMPARED_POSITION_COUNT)),
        key=measure_fullness,
    )
    return {"start": 0, "early": last // 6, "middle": last // 2, "extreme": fullest, "end": last}


def draw_phases(
    game: Game, seat_count: int, names: tuple[str, ...], locale: str, seed: int
) -> Iterator[LabelledBoard]:
    """Draw each phase for a spectator and for the active seat, or the second seat after the match."""
    case = Case(game, seat_count, game.get_default_options(), seed, is_rich=True)
    for phase, ply in find_phases(case).items():
        state = case.match.state_at(ply)
        active_seat = case.rules.find_active_seat(state)
        for viewer in (None, 1 if active_seat is None else active_seat):
            scene = replace(
                case.make_scene(ply, viewer, state), names=names[:seat_count], w=load_words(locale)
            )
            yield LabelledBoard(
                phase, viewer, game.draw(case.rules.view(state, viewer), scene).convert("RGB")
            )


def redraw_readme_board(key: str, readme_board: ReadmeBoard) -> None:
    """Redraw one of the README's boards."""
    game = GAMES[key]
    case = Case(game, readme_board.seat_count, game.get_default_options(), readme_board.seed, is_rich=True)
    ply = case.match.ply * readme_board.progress_percent // 100
    state = case.match.state_at(ply)
    board = game.draw(case.rules.view(state, None), case.make_scene(ply, None, state))
    (ROOT / "docs" / f"{key}.png").write_bytes(png.encode(board))


def redraw_readme_replay() -> None:
    """Write the README's replay: some turns of a match of Das Riff, in a loop."""
    match = Case(GAMES["das_riff"], 2, {}, REPLAY_SEED, is_rich=True).match
    replay = Replay(match, NAMES[:2], load_words("en"))
    shots = [
        shot._replace(note="", ticks=LEAD_TIME) if shot.is_before_turn else shot
        for shot in replay.plan_shots(Cut(REPLAY_TURNS))
        if shot.number and not shot.is_gap
    ]
    first, *others = filter(None, FrameEncoder(replay).encode_shots(shots))
    head = 13 + len(palette.to_bytes())
    data = b"".join((first[:head], LOOP_EXTENSION, first[head:], *others, TRAILER_BYTE))
    (ROOT / "docs" / "replay.gif").write_bytes(data)


def make_sheet(pictures: list[Image.Image], column_count: int = 4) -> Image.Image:
    """Arrange pictures at phone size in rows, each row first in colour and then in grey."""
    high = max(PHONE_WIDTH * picture.height // picture.width for picture in pictures)
    rows = ceil(len(pictures) / column_count)
    out = Image.new(
        "RGB", (column_count * (PHONE_WIDTH + GAP_PIXELS), 2 * rows * (high + GAP_PIXELS)), "white"
    )
    for number, picture in enumerate(pictures):
        small = picture.resize(
            (PHONE_WIDTH, PHONE_WIDTH * picture.height // picture.width), Image.Resampling.LANCZOS
        )
        x = number % column_count * (PHONE_WIDTH + GAP_PIXELS)
        y = number // column_count * 2 * (high + GAP_PIXELS)
        out.paste(small, (x, y))
        out.paste(small.convert("L").convert("RGB"), (x, y + high + GAP_PIXELS))
    return out


def main(arguments: list[str] | None = None) -> int:
    """Write the sheets or the README's pictures. Return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.sheets", description=__doc__)
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("folder", type=Path, nargs="?", help="where to write them, outside the repository")
    where.add_argument("--docs", action="store_true", help="draw the pictures of the README again")
    parser.add_argument("--game", choices=sorted(GAMES), help="only this game")
    parser.add_argument("--seats", type=int, help="only this number of seats")
    parser.add_argument("--lang", choices=list_locales(), default="en", help="the language of the boards")
    parser.add_argument("--long", action="store_true", help="give everybody a long name")
    parser.add_argument("--seed", type=int, default=7000, help="seed of the matches")
    chosen = parser.parse_args(arguments)
    if chosen.docs:
        for key, shown in README_BOARD_BY_GAME.items():
            redraw_readme_board(key, shown)
        redraw_readme_replay()
        return 0
    folder: Path = chosen.folder.resolve()
    if folder.is_relative_to(ROOT):
        parser.error("the folder is inside the repository: choose one outside it")
    folder.mkdir(parents=True, exist_ok=True)
    for game in GAMES.values():
        for seats in game.seat_counts:
            if chosen.game not in (None, game.key) or chosen.seats not in (None, seats):
                continue
            boards = list(
                draw_phases(game, seats, LONG_NAMES if chosen.long else NAMES, chosen.lang, chosen.seed)
            )
            for shot in boards:
                who = "all" if shot.seat is None else f"seat{shot.seat + 1}"
                shot.picture.save(folder / f"{game.key}-{seats}-{shot.phase}-{who}.png", compress_level=1)
            make_sheet([shot.picture for shot in boards]).save(folder / f"sheet-{game.key}-{seats}.png")
    return 0


if __name__ == "__main__":
    sys.exit(main())
