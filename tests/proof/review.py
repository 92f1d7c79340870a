"""Check that reviews are right. Run ``python -m tests.proof.review [--matches N] [--first N] [--json]``.

There are two kinds of figures per game. Matches are seeded by their number, so the figures are the same on
every machine.

*moves*: ``hard`` plays against itself, with at most one planted blunder per match. The figures are the shares
of planted blunders and of ``hard``'s own moves that the review calls inaccuracies or worse.

A blunder is a move that an independent judge rates at least :data:`MIN_PLANTED_LOSS` below the best, and that
the player can't make up for in the next turn. The judge uses other deals than the review, and more of them.

*luck*: ``normal`` plays against itself. The mean luck of the first seat must be zero within its error, and
start, play and luck must add up to the result. A review must not change when the parts hidden from its seat
are redealt.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
from functools import cache, partial
from math import inf, sqrt
from statistics import fmean, stdev
from typing import TypeVar

from bot.kit.progress import show_progress
from games.core.match import Match
from games.core.protocol import Game
from games.core.rng import Chance
from games.core.shapes import ActionLike
from games.players import think
from games.players.judge import Judge
from games.players.judge import rank_moves as look_once
from games.players.tree import compare_moves
from games.registry import GAMES
from games.review.lines import MoveFork
from games.review.moves import ReviewEffort
from games.review.review import Review, assemble_review
from games.review.slices import MatchSlice, ReviewFinding, StartSlice, make_slices, review_slice
from tests.support.arguments import make_integer_type, parse_positive_number

T = TypeVar("T")

MATCH_COUNT = 100
LUCK_MATCH_COUNT = 1000
MIN_PLANTED_LOSS = 0.15
"""Minimum loss of win chance by a planted blunder."""
TREE_SEARCH_ITERATIONS = 60
"""Iterations of ``hard``. They are fewer than at a table, so that it makes more mistakes."""
FLAT_SEARCH_ITERATIONS = 960
"""Iterations of ``hard`` in games without a tree search, a sixth of those at a table."""
CANDIDATE_COUNT, FIRST_PLAYOUT_COUNT = 6, 16
"""Number of candidate moves for a blunder, and number of playouts for a first estimate of each."""
CONFIRMING_PLAYOUT_COUNT = 150
"""Number of playouts of a suspected blunder and of the best move, to confirm the blunder."""
BLUNDER_PLY_LIMIT = 6
"""Limit of the random number of plies after which the blunder is planted at the first opportunity."""
DEAL_COUNT, WALK_COUNT = 32, 12
"""Number of deals per position, and of walks per search, in the reviews that measure luck."""
MIN_FLAGGED_SHARE = 0.90
"""Minimum share of planted blunders that must be flagged."""
MAX_OWN_FLAGGED_SHARE = 0.10
"""Maximum share of ``hard``'s own moves that may be flagged."""
MAX_STANDARD_ERRORS = 2.6
"""Number of standard errors within which a mean counts as zero. Chance exceeds it in 1 % of runs."""
MAX_ROUNDING_ERROR = 1e-9
"""Maximum rounding error of a sum of win chances."""


@dataclass(frozen=True, slots=True)
class FlaggedMoves:
    """Moves of a match that its review flagged, that is, called inaccuracies or worse."""

    has_planted_blunder: bool
    is_blunder_flagged: bool
    own_count: int
    """Number of moves that ``hard`` chose itself."""
    own_flagged_count: int
    """Number of these moves that the review flagged."""


@dataclass(frozen=True, slots=True)
class MatchLuck:
    """Luck in a match according to its review."""

    luck: float
    """Win chance that the first seat gained by luck."""
    gap: float
    """Difference between the result and the sum of start, play and luck."""
    changed_count: int
    """1 if the review of a random step changes when hidden cards are redealt, otherwise 0."""


@dataclass(frozen=True, slots=True)
class ReviewFigures:
    """A line of the report: the figures for one game and number of seats."""

    game: str
    seat_count: int
    match_count: int
    planted_count: int
    planted_flagged_share: float
    own_move_count: int
    own_flagged_share: float
    luck_match_count: int
    mean_luck: float
    luck_error: float
    largest_gap: float
    changed_count: int
    meets_goals: bool


def begin_match(key: str, seat_count: int, number: int, purpose: str) -> Match:
    """Return the match with this number before its first move."""
    seed = hashlib.sha256(f"review {purpose} {key} {seat_count} {number}".encode()).digest()
    return Match.begin(GAMES[key], seat_count, {}, seed)


def make_player_chance(match: Match, purpose: str) -> Chance:
    """Return a random generator for a player, independent of the match's own."""
    return Chance(hashlib.sha256(match.key + purpose.encode()).digest(), match.ply + 1)


def choose_move(match: Match, level: str, iterations: int) -> str:
    seat = match.to_act[0]
    view = match.rules.recall(match.state, seat)
    dice = make_player_chance(match, level)
    found = think(match.game, match.rules.version, view, seat, level, dice, lambda: False, iterations)
    return found[0].action.token


def find_blunder(match: Match) -> ActionLike | None:
    """Return a move that loses at least :data:`MIN_PLANTED_LOSS` of win chance, or None if none is found.

    Only a few random moves are considered. They are judged without the review.
    """
    seat, judge = match.to_act[0], Judge(match.game, match.rules.version, match.game.computer_settings.hard)
    view, dice = match.rules.recall(match.state, seat), make_player_chance(match, "plant")
    legal = match.rules.legal_actions(match.state, seat)
    if len(legal) < 2:
        return None
    good = look_once(judge, view, seat, dice, lambda: False, 6)[0].action
    others = [action for action in dice.shuffled(legal) if action != good][:CANDIDATE_COUNT]
    best, *found = compare_moves(judge, view, seat, (good, *others), dice, FIRST_PLAYOUT_COUNT)
    worst = min(found, key=lambda thought: thought.value)
    if best.value - worst.value < MIN_PLANTED_LOSS:
        return None
    best, worst = compare_moves(judge, view, seat, (good, worst.action), dice, CONFIRMING_PLAYOUT_COUNT)
    if best.value - worst.value < MIN_PLANTED_LOSS:
        return None
    fork = MoveFork(match.game, match.rules.version, view, seat, (good, worst.action), match.seat_count)
    if judge.choose_by_habit is None and fork.play_lines(b"plant").measure_loss() < MIN_PLANTED_LOSS:
        # The player can make up for this move in the next turn, so it is not a blunder.
        return None
    return worst.action


def play_with_blunder(key: str, seat_count: int, number: int) -> FlaggedMoves:
    """Play a match between ``hard`` computers, with one planted blunder if possible, and review the match."""
    match = begin_match(key, seat_count, number, "moves")
    wait = Chance(match.key, 1 << 32).draw_below(BLUNDER_PLY_LIMIT)
    planted = -1
    while match.to_act:
        wrong = find_blunder(match) if planted < 0 and match.ply >= wait else None
        if wrong is not None:
            planted = match.ply
        match = match.act(
            match.to_act[0],
            choose_move(
                match,
                "hard",
                TREE_SEARCH_ITERATIONS
                if match.game.computer_settings.flat_search is None
                else FLAT_SEARCH_ITERATIONS,
            )
            if wrong is None
            else wrong.token,
        )
    return count_flagged_moves(review_match(match), planted)


def review_match(match: Match) -> Review:
    return assemble_review(match, [evaluate_slice(match.game, piece) for piece in make_slices(match)])


def evaluate_slice(game: Game, piece: MatchSlice | StartSlice) -> ReviewFinding:
    """Evaluate a slice of a match. Evaluations of starts are cached."""
    if isinstance(piece, StartSlice):
        return evaluate_start(
            piece.game, piece.version, piece.seat_count, tuple(sorted(piece.options.items()))
        )
    return review_slice(game, piece)


@cache
def evaluate_start(
    key: str, version: int, seat_count: int, options: tuple[tuple[str, str], ...]
) -> ReviewFinding:
    """Evaluate the start of a match before its deal."""
    return review_slice(GAMES[key], StartSlice(key, version, seat_count, dict(options)))


def count_flagged_moves(review: Review, planted: int) -> FlaggedMoves:
    """Count the moves flagged by a review.

    :param planted: ply of the blunder, or -1 if there is none.
    """
    own = [move for move in review.moves if move.ply != planted]
    wrong = [move for move in review.moves if move.ply == planted]
    flagged = any(move.judgement for move in wrong)
    return FlaggedMoves(planted >= 0, flagged, len(own), sum(bool(move.judgement) for move in own))


def measure_luck(key: str, seat_count: int, number: int) -> MatchLuck:
    """Play a match between computers at level ``normal``. Return the match's luck."""
    match = begin_match(key, seat_count, number, "luck")
    while match.to_act:
        match = match.act(match.to_act[0], choose_move(match, "normal", 1))
    few = ReviewEffort(DEAL_COUNT, WALK_COUNT, WALK_COUNT)
    pieces = [
        piece if isinstance(piece, StartSlice) else replace(piece, effort=few) for piece in make_slices(match)
    ]
    found = [evaluate_slice(match.game, piece) for piece in pieces]
    account = assemble_review(match, found).explain_result(0)
    gap = abs(account.start + account.play + account.luck + account.ended - account.result)
    return MatchLuck(account.luck, gap, count_changed_reviews(match, pieces))


def count_changed_reviews(match: Match, pieces: Iterable[MatchSlice | StartSlice]) -> int:
    """Return 1 if a random step's review changes when the parts hidden from its seat are redealt, else 0."""
    steps = [piece for piece in pieces if isinstance(piece, MatchSlice) and piece.token]
    piece = make_player_chance(match, "step").choice(steps)
    other = match.rules.sample(piece.view, make_player_chance(match, "other"))
    # Leave out the views of other seats, because a new deal may change them.
    alone = replace(piece, views=())
    again = replace(alone, view=match.rules.recall(other, piece.seat))
    return int(review_slice(match.game, again) != review_slice(match.game, alone))


def play_matches_in_processes(
    name: str, play: Callable[[int], T], numbers: range, process_count: int, seconds: float
) -> list[T]:
    """Play the matches with these numbers in several processes. Begin no more matches after ``seconds``."""
    until, found = time.monotonic() + seconds, list[T]()
    with show_progress(name, " matches") as report, ProcessPoolExecutor(process_count) as pool:
        while len(found) < len(numbers) and time.monotonic() < until:
            found += pool.map(play, numbers[len(found) : len(found) + process_count])
            report(len(found), len(numbers))
    return found


def measure_game(
    key: str, seat_count: int, blunder_matches: range, luck_matches: range, process_count: int, seconds: float
) -> ReviewFigures:
    """Measure a game's reviews.

    :param blunder_matches: numbers of the matches with a planted blunder.
    :param luck_matches: numbers of the matches whose luck is measured.
    """
    moving, luckily = partial(play_with_blunder, key, seat_count), partial(measure_luck, key, seat_count)
    moves = play_matches_in_processes(
        f"{key} {seat_count} moves", moving, blunder_matches, process_count, seconds
    )
    lucks = play_matches_in_processes(
        f"{key} {seat_count} luck", luckily, luck_matches, process_count, seconds
    )
    planted = [one for one in moves if one.has_planted_blunder]
    flagged = fmean([one.is_blunder_flagged for one in planted]) if planted else 1.0
    own = sum(one.own_count for one in moves)
    own_flagged = sum(one.own_flagged_count for one in moves) / own if own else 0.0
    mean = fmean([one.luck for one in lucks]) if lucks else 0.0
    error = stdev([one.luck for one in lucks]) / sqrt(len(lucks)) if len(lucks) > 1 else 1.0
    gap, changed = max((one.gap for one in lucks), default=0.0), sum(one.changed_count for one in lucks)
    meets_goals = (
        flagged >= MIN_FLAGGED_SHARE
        and own_flagged < MAX_OWN_FLAGGED_SHARE
        and abs(mean) <= MAX_STANDARD_ERRORS * error
        and gap < MAX_ROUNDING_ERROR
        and not changed
    )
    figures = (len(planted), flagged, own, own_flagged, len(lucks), mean, error, gap, changed, meets_goals)
    return ReviewFigures(key, seat_count, len(moves), *figures)


def main() -> int:
    """Print the figures of each game as a table or as JSON; return 1 if a goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.proof.review", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON object per row")
    parser.add_argument("--game", choices=sorted(GAMES), help="only this game")
    parser.add_argument("--seats", type=make_integer_type(2), default=2, help="number of seats (2)")
    parser.add_argument(
        "--matches",
        type=make_integer_type(0),
        default=MATCH_COUNT,
        help=f"matches with a planted blunder ({MATCH_COUNT})",
    )
    parser.add_argument(
        "--lucky", type=make_integer_type(0), help=f"matches to measure luck ({LUCK_MATCH_COUNT})"
    )
    parser.add_argument(
        "--first",
        type=make_integer_type(0),
        default=0,
        help="number of the first match, to continue an earlier run (0)",
    )
    parser.add_argument(
        "--minutes", type=parse_positive_number, default=inf, help="maximum time per game and kind of match"
    )
    parser.add_argument("--processes", type=make_integer_type(1), default=os.cpu_count() or 1)
    options = parser.parse_args()
    if not options.json:
        print("| game | seats | matches | planted | flagged | own | flagged | matches | mean luck |", end="")
        print(" error | gap | changed | goals met |")
        print(f"|{' --- |' * 13}", flush=True)
    held = True
    lucky = 10 * options.matches if options.lucky is None else options.lucky
    for key in [options.game] if options.game else list(GAMES):
        moving = range(options.first, options.first + options.matches)
        luckily = range(options.first, options.first + lucky)
        row = measure_game(key, options.seats, moving, luckily, options.processes, 60 * options.minutes)
        held = held and row.meets_goals
        _print_row(row, as_json=options.json)
    return 0 if held else 1


def _print_row(row: ReviewFigures, *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(asdict(row)), flush=True)
        return
    moves = f"{row.planted_count} | {row.planted_flagged_share:.1%}"
    moves += f" | {row.own_move_count} | {row.own_flagged_share:.1%}"
    luck = f"{row.luck_match_count} | {row.mean_luck:+.4f} | {row.luck_error:.4f}"
    luck += f" | {row.largest_gap:.0e} | {row.changed_count}"
    held = "yes" if row.meets_goals else "no"
    print(f"| {row.game} | {row.seat_count} | {row.match_count} | {moves} | {luck} | {held} |", flush=True)


if __name__ == "__main__":
    sys.exit(main())
