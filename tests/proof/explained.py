"""Check that reviews explain the play. Run ``python -m tests.proof.explained [--matches N] [--part N]``.

Computers of different levels play against each other, and each match is reviewed. ``--text`` prints the
reviews as people see them. The goals are:

- In nine of ten matches, the listed moves explain 80 % of each seat's play.
- Every reason given for a move is still right when the hidden cards are redealt.
- A seat whose moves lost much win chance has a low accuracy.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from math import inf

from bot.features.review.presses import describe_turning_point, make_scene_before
from bot.features.review.texts import write_other_moves, write_review, write_win_chance_summaries
from games.core.match import Match
from games.core.words import load_words
from games.registry import GAMES
from games.review import lines
from games.review.lines import MoveFork
from games.review.moves import ReviewEffort
from games.review.points import find_aim
from games.review.review import Review, ReviewedMove, assemble_review
from games.review.slices import ReviewFinding, StartSlice, list_views, make_slices
from tests.proof.review import begin_match, choose_move, evaluate_slice
from tests.support.arguments import make_integer_type, parse_positive_number
from tests.support.outputs import make_handed_over_table

LEVEL_PAIRS = (("normal", "normal"), ("easy", "normal"), ("normal", "easy"))
ITERATIONS_BY_LEVEL = {"easy": 1, "normal": 3}
MIN_EXPLAINED_SHARE = 0.9
LARGE_LOSS = 0.5
"""Win chance lost by a seat's moves, in total, from which the seat's accuracy must be low."""
MAX_ACCURACY = 85.0
"""Maximum accuracy, in percent, of a seat whose moves lost :data:`LARGE_LOSS` or more."""
OTHER_DEALS_KEY = b"other deals"


@dataclass(slots=True)
class ExplanationFigures:
    """Figures about how well the reviews of a game explain the play."""

    game: str
    seat_count: int
    match_count: int = 0
    explained_count: int = 0
    """Number of matches whose listed moves explain the play."""
    listed_count: int = 0
    """Number of moves listed by the reviews."""
    flagged_count: int = 0
    """Number of moves that the reviews call inaccuracies or worse."""
    reason_count: int = 0
    """Number of flagged moves with a reason. Reasons are found by comparing deals."""
    refuted_count: int = 0
    """Number of these reasons that other deals contradict."""
    max_accuracy: float = 0.0
    """Highest accuracy of a seat whose moves lost :data:`LARGE_LOSS` or more, otherwise 0."""

    @property
    def meets_goal(self) -> bool:
        explained = self.explained_count >= MIN_EXPLAINED_SHARE * self.match_count
        return explained and not self.refuted_count and self.max_accuracy <= MAX_ACCURACY


def play_match(key: str, seat_count: int, number: int) -> Match:
    match, levels = begin_match(key, seat_count, number, "explained"), LEVEL_PAIRS[number % len(LEVEL_PAIRS)]
    while match.to_act:
        level = levels[match.to_act[0] % len(levels)]
        match = match.act(match.to_act[0], choose_move(match, level, ITERATIONS_BY_LEVEL[level]))
    return match


def review_with_less_effort(match: Match, divisor: int) -> Review:
    """Review a match with the usual effort divided by ``divisor``."""
    return assemble_review(match, list(_evaluate_slices(match, divisor)))


def _evaluate_slices(match: Match, divisor: int) -> Iterator[ReviewFinding]:
    for piece in make_slices(match):
        if isinstance(piece, StartSlice):
            yield evaluate_slice(match.game, piece)
            continue
        usual = piece.effort
        effort = ReviewEffort(
            *(max(each // divisor, 10) for each in (usual.deals, usual.search_walks, usual.comparison_walks))
        )
        yield evaluate_slice(match.game, replace(piece, effort=effort))


def is_refuted(match: Match, move: ReviewedMove) -> bool:
    """Return whether other deals contradict the reason for a move. A move without a reason isn't refuted.

    Each deal is played on normally, and with the seats pursuing the reason's aim immediately. Either result
    can contradict the reason. If the reason says what a seat *can* do, only the second result counts.
    """
    aim = None if move.point is None else find_aim(match.game, move.point.aim)
    if move.point is None or aim is None:
        return False
    pair = (match.rules.read(move.best), match.rules.read(move.played))
    view = list_views(match, move.ply)[move.seat]
    fork = MoveFork(match.game, match.rules.version, view, move.seat, pair, match.seat_count, aims=(aim,))
    sign = 1 if move.point.better > move.point.played else -1
    ways = (fork, fork.with_aim_to_check(aim)) if fork.chooses_by_value else (fork,)
    for each in (fork.with_eager_aim(aim),) if aim.is_possibility else ways:
        found = each.play_lines(OTHER_DEALS_KEY).amounts_by_aim[aim.key, move.point.seat]
        if sign * sum(one - other for one, other in found) <= 0:
            return True
    return False


def measure_reviews(
    key: str,
    seat_count: int,
    numbers: range,
    divisor: int,
    minutes: float = inf,
    *,
    prints_reviews: bool = False,
) -> ExplanationFigures:
    """Play and review matches of a game; return the figures.

    :param numbers: match numbers, which are also the seeds.
    :param minutes: time after which no more matches are begun.
    """
    row, until = ExplanationFigures(key, seat_count), time.monotonic() + 60 * minutes
    for number in numbers:
        if time.monotonic() > until:
            break
        match = play_match(key, seat_count, number)
        found = review_with_less_effort(match, divisor)
        add_match(row, match, found)
        if prints_reviews:
            print(format_review(match, found), flush=True)
    return row


def add_match(row: ExplanationFigures, match: Match, review: Review) -> None:
    listed = review.list_key_moves()
    flagged = [move for move in review.moves if move.judgement]
    row.match_count += 1
    row.explained_count += all(review.is_explained(listed, seat) for seat in range(review.seat_count))
    row.listed_count += len(listed)
    row.flagged_count += len(flagged)
    row.reason_count += sum(move.point is not None for move in flagged)
    row.refuted_count += sum(is_refuted(match, move) for move in flagged)
    for seat in range(review.seat_count):
        lost = sum([move.cost for move in review.moves if move.seat == seat])
        if lost >= LARGE_LOSS:
            row.max_accuracy = max(row.max_accuracy, round(review.rate_accuracy(seat) or 0.0, 1))


def format_review(match: Match, review: Review) -> str:
    """Return a review as people see it."""
    table, w = make_handed_over_table(match), load_words()
    lines = [f"=== {match.game.title}, {match.ply} steps", write_review(table, review, w)]
    for number, move in enumerate(review.find_turning_points(), 1):
        position, scene = make_scene_before(table, match, move, w)
        lines.append(describe_turning_point(number, match, move, position, scene, is_own=False))
    return "\n".join(
        [*lines, write_other_moves(table, match, review, w), write_win_chance_summaries(table, review, w)]
    )


def main() -> int:
    """Print the figures of each game; return 1 if a goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.proof.explained", description=__doc__)
    parser.add_argument("--game", choices=sorted(GAMES), help="only this game")
    parser.add_argument(
        "--seats",
        type=make_integer_type(2),
        help="number of seats, for the games with that many (the fewest of each)",
    )
    parser.add_argument("--matches", type=make_integer_type(1), default=200, help="matches per game (200)")
    parser.add_argument(
        "--minutes",
        type=parse_positive_number,
        default=inf,
        help="no match begins later than this (no limit)",
    )
    parser.add_argument(
        "--first",
        type=make_integer_type(0),
        default=0,
        help="number of the first match, to continue an earlier run (0)",
    )
    parser.add_argument(
        "--part", type=make_integer_type(1), default=1, help="divide the usual effort by this (1)"
    )
    parser.add_argument(
        "--deals", type=make_integer_type(8), default=lines.DEAL_COUNT, help="deals per sentence"
    )
    parser.add_argument("--text", action="store_true", help="print the reviews")
    options = parser.parse_args()
    lines.DEAL_COUNT = options.deals  # type: ignore[misc]
    held = True
    games = [
        key
        for key in ([options.game] if options.game else list(GAMES))
        if options.seats is None or options.seats in GAMES[key].seat_counts
    ]
    if not games:
        parser.error(f"no match has {options.seats} seats")
    for key in games:
        numbers = range(options.first, options.first + options.matches)
        seats = options.seats or GAMES[key].seat_counts[0]
        row = measure_reviews(key, seats, numbers, options.part, options.minutes, prints_reviews=options.text)
        held = held and row.meets_goal
        print(json.dumps({**asdict(row), "meets_goal": row.meets_goal}), flush=True)
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main())
