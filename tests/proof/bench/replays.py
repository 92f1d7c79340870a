"""Measures replays: turning a match log into a GIF, relative to a plain save of each frame.

It uses long matches, because short replays say little about long ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from games.core.match import ACT_KIND, Match
from games.core.match import LoggedRow as LogRow
from games.core.protocol import Game
from games.core.words import load_words
from games.drawing import gif
from games.drawing.replay import make_replay
from games.registry import GAMES
from tests.games.contract.texts import make_names
from tests.proof.bench.harness import AT_MOST, Effort, Figure, measure_ratio
from tests.proof.bench.pictures import make_boards, save_plainly
from tools.walks import Case

MAX_TURNS = 60
WALKS_PER_OPTIONS = 3
MEBIBYTE = 2**20


def measure_figures(effort: Effort) -> Iterator[Figure]:
    for game in GAMES.values():
        for seats in game.seat_counts:
            yield from _measure_case(game, seats, effort)


def _measure_case(game: Game, seat_count: int, effort: Effort) -> Iterator[Figure]:
    dealt, log = find_longest_match(game, seat_count)
    what, found = f"{game.key} {seat_count} seats, {len(log)} steps", make_boards(game.key, seat_count)

    def make_gif() -> bytes:
        return b"".join(make_replay(dealt.replay(log), make_names(seat_count), load_words()))

    def save_all_pictures() -> None:
        for board in found:
            save_plainly(board.rgb)

    taken = measure_ratio(make_gif, save_all_pictures, effort.count_rounds(8)) * len(found)
    replay = make_gif()
    yield Figure(f"{what}: log to GIF / A per frame", taken / gif.count_frames(replay), AT_MOST, 0.12)
    yield Figure(f"{what}: bytes of the GIF / 1 MiB", len(replay) / MEBIBYTE, AT_MOST, 1)


def find_longest_match(game: Game, seat_count: int) -> tuple[Match, tuple[LogRow, ...]]:
    """Return the start and log of the first 60 turns of a match.

    If no match is that long, return the longest one. Option values are tried in reverse order, because the
    last ones allow the longest matches.
    """
    longest: tuple[int, Match, tuple[LogRow, ...]] | None = None
    options = [option.name for option in game.options]
    switches = product(*(reversed(option.values) for option in game.options))
    for values, seed in product(switches, range(WALKS_PER_OPTIONS)):
        case = Case(game, seat_count, dict(zip(options, values, strict=True)), 7000 + seed, is_rich=True)
        match = case.match
        log = tuple(LogRow(ACT_KIND, step.seat, step.action.token) for step in match.steps)
        passed = [
            ply
            for ply in range(1, match.ply)
            if _find_active_seat(match, ply) != _find_active_seat(match, ply - 1)
        ]
        if longest is None or len(passed) > longest[0]:
            longest = (
                len(passed),
                case.begin_match(),
                log if len(passed) < MAX_TURNS else log[: passed[MAX_TURNS - 1]],
            )
        if longest[0] >= MAX_TURNS:
            break
    assert longest is not None
    return longest[1:]


def _find_active_seat(match: Match, ply: int) -> int | None:
    """Return the seat whose turn it is after ``ply`` plies, or ``None`` if it is nobody's turn."""
    return match.rules.find_active_seat(match.state_at(ply))
