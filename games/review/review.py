"""Assembles reviews from the findings of their slices, and serializes reviews."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final

from games.core.match import Match
from games.core.values import value_class
from games.players.judge import compute_win_shares
from games.review import REVIEW_VERSION
from games.review.accuracy import rate_match, rate_move, weigh_moves
from games.review.course import is_contradicted
from games.review.moves import MIN_BLUNDER_LOSS, MIN_INACCURACY_LOSS, MIN_MISTAKE_LOSS
from games.review.points import ReviewPoint
from games.review.slices import ReviewFinding
from games.review.value import Shares

MAX_TURNING_POINTS: Final = 3
MAX_COSTLY_MOVES: Final = 5
MAX_LISTED_MOVES: Final = 20
EXPLAINED_SHARE: Final = 0.8
"""Fraction of a seat's ``play`` that the listed moves should explain."""
NEGLIGIBLE_CHANCE: Final = 0.005
"""Win chance that is too small to be shown, and so needs no explanation."""
STORED_DIGITS: Final = 6
MIN_SHOWN_FRACTION: Final = 0.5
"""Minimum fraction of a move's loss by which the curve must fall to show the loss."""


@value_class
class ReviewedMove:
    """A move of the match, compared with the best move."""

    ply: int
    """Number of the step, counted from 0."""
    seat: int
    played: str
    best: str
    """Token of the best move, or ``played`` if no other move was better."""
    value: float
    """The seat's win chance before the move, as shown on the curve."""
    loss: float
    """Win chance lost by the move, at most ``value``."""
    advised: bool = False
    """Whether the guide had suggested the move."""
    other_advice: str = ""
    """Token that the guide had suggested, if neither the move played nor the best one was suggested."""
    point: ReviewPoint | None = None
    """Reason why the best move was better, if one was found."""

    @property
    def cost(self) -> float:
        """The loss for which the player is responsible, or 0 if the guide had suggested the move."""
        return 0.0 if self.advised else self.loss

    @property
    def judgement(self) -> str:
        """``blunder``, ``mistake``, ``inaccuracy``, or empty for other moves."""
        for least, name in (
            (MIN_BLUNDER_LOSS, "blunder"),
            (MIN_MISTAKE_LOSS, "mistake"),
            (MIN_INACCURACY_LOSS, "inaccuracy"),
        ):
            if self.cost >= least:
                return name
        return ""


@value_class
class ResultParts:
    """The parts that add up to a seat's result: ``start`` + ``play`` + ``luck`` + ``ended`` = ``result``."""

    start: float
    """Win chance before the deal."""
    play: float
    """Win chance gained from the other seats' losses, minus that lost by the seat's own moves."""
    luck: float
    """Change of the win chance that no choice explains: dice, and dealt or hidden cards."""
    ended: float
    """Effect of ending the match early, or 0 if it was played out."""
    result: float


@value_class
class Review:
    """The judged moves of a match, and how each seat's win chance changed."""

    steps: int
    start: Shares
    """Win chances before the deal."""
    curve: tuple[Shares, ...]
    """Win chances after the deal and after each step, each as its seat saw it."""
    result: Shares
    """Each seat's share of the win."""
    moves: tuple[ReviewedMove, ...]
    """The moves at which the seat had a choice, in the order played."""

    @property
    def seat_count(self) -> int:
        return len(self.start)

    def explain_result(self, seat: int) -> ResultParts:
        """Return the parts that add up to a seat's result."""
        play = sum([self.find_contribution(move, seat) for move in self.moves])
        start, result = self.start[seat], self.result[seat]
        # The difference is 0 if the rules ended the match, because the curve then ends with the result.
        ended = result - self.curve[-1][seat]
        return ResultParts(start, play, result - start - play - ended, ended, result)

    def find_contribution(self, move: ReviewedMove, seat: int) -> float:
        """Return the win chance that a move adds to a seat's ``play``.

        The seat that made the move loses the move's cost, and the other seats gain equal parts of the cost.
        So the seat with the most ``play`` lost the least by its own moves.
        """
        return -move.cost if seat == move.seat else move.cost / (self.seat_count - 1)

    def is_regained(self, move: ReviewedMove) -> bool:
        """Return whether the win chance of a move's seat was later at least as high as before the move."""
        before, *later = [shares[move.seat] for shares in self.curve[move.ply :]]
        return max(later, default=0.0) >= before

    def is_loss_on_curve(self, move: ReviewedMove) -> bool:
        """Return whether the curve of a move's seat falls by at least half the move's loss.

        It may not, because the estimate of the curve looks less far ahead than the comparison of moves, or
        because luck made up for the loss.
        """
        before, after = (shares[move.seat] for shares in self.curve[move.ply : move.ply + 2])
        return before - after >= MIN_SHOWN_FRACTION * move.loss

    def list_shares(self, seat: int) -> list[float]:
        """Return a seat's curve: its win chance before and after the deal, and after each step."""
        return [_clamp_share(shares[seat]) for shares in (self.start, *self.curve)]

    def measure_swings(self) -> dict[int, float]:
        """Map each step's number, counted from 1, to the largest change of any seat's win chance."""
        return {
            ply: max(abs(now - before) for now, before in zip(shares, self.curve[ply - 1], strict=True))
            for ply, shares in enumerate(self.curve[1:], 1)
        }

    def rate_accuracy(
        self, seat: int, is_counted: Callable[[ReviewedMove], bool] = lambda move: True
    ) -> float | None:
        """Return a seat's accuracy, 0 to 100, or ``None`` if it made no decision.

        :param is_counted: returns whether to count a move, for seats that several players had.
        """
        weights = weigh_moves([shares[seat] for shares in self.curve])
        own = [move for move in self.moves if move.seat == seat and is_counted(move)]
        lost = sum([move.cost for move in own])
        return rate_match([rate_move(move.cost) for move in own], [weights[move.ply] for move in own], lost)

    def find_turning_points(self) -> tuple[ReviewedMove, ...]:
        """Return the costliest bad moves, at most :data:`MAX_TURNING_POINTS`, in the order played."""
        return tuple(
            sorted(self._sort_costly_moves(self.moves, MAX_TURNING_POINTS), key=lambda move: move.ply)
        )

    def list_key_moves(self) -> tuple[ReviewedMove, ...]:
        """Return the moves that mostly explain the ``play`` of every seat, the costliest first.

        All mistakes and blunders are included, but at most ``MAX_LISTED_MOVES`` moves. If there are
        fewer, each move left out costs at least one percentage point less, as shown to players.
        """
        costly = sorted([move for move in self.moves if move.cost], key=lambda move: (-move.cost, move.ply))
        percents = [round(100 * move.cost) for move in costly]
        for count in range(MAX_TURNING_POINTS, MAX_LISTED_MOVES):
            if any(move.cost >= MIN_MISTAKE_LOSS for move in costly[count:]):
                continue
            if count < len(costly) and percents[count] == percents[count - 1]:
                continue
            if all(self.is_explained(costly[:count], seat) for seat in range(self.seat_count)):
                return tuple(costly[:count])
        return tuple(costly[:MAX_LISTED_MOVES])

    def is_explained(self, moves: Sequence[ReviewedMove], seat: int) -> bool:
        """Return whether the contributions of these moves add up to most of a seat's ``play``."""
        play = self.explain_result(seat).play
        unexplained = play - sum([self.find_contribution(move, seat) for move in moves])
        return abs(unexplained) <= max((1 - EXPLAINED_SHARE) * abs(play), NEGLIGIBLE_CHANCE)

    def find_disagreements(self) -> tuple[ReviewedMove, ...]:
        """Return the moves that the guide had suggested although the review clearly prefers other moves."""
        return tuple([move for move in self.moves if move.advised and move.loss >= MIN_INACCURACY_LOSS])

    def find_costliest_moves(
        self, seat: int, is_counted: Callable[[ReviewedMove], bool] = lambda move: True
    ) -> tuple[ReviewedMove, ...]:
        """Return a seat's costliest bad moves, at most :data:`MAX_COSTLY_MOVES`, worst first.

        :param is_counted: returns whether to count a move, for seats that several players had.
        """
        own = [move for move in self.moves if move.seat == seat and is_counted(move)]
        return self._sort_costly_moves(own, MAX_COSTLY_MOVES)

    @staticmethod
    def _sort_costly_moves(moves: Sequence[ReviewedMove], max_count: int) -> tuple[ReviewedMove, ...]:
        bad = [move for move in moves if move.judgement]
        return tuple(sorted(bad, key=lambda move: (-move.loss, move.ply))[:max_count])


def assemble_review(
    match: Match,
    findings: Sequence[ReviewFinding],
    suggested_tokens: Mapping[int, Sequence[str]] | None = None,
) -> Review:
    """Return the review of a match.

    The loss of a move is scaled to the seat's win chance on the curve (:func:`scale_loss`). A point that the
    match contradicts is left out, because nobody would believe it.

    :param findings: the findings about all slices (:func:`games.review.slices.make_slices`), in order.
    :param suggested_tokens: tokens that the guide had suggested, by step
        (:func:`games.review.advised.map_steps_to_suggestions`).
    """
    outcome = match.outcome
    assert outcome is not None
    result = compute_win_shares(outcome)
    start, *steps = findings
    curve = [finding.shown for finding in steps]
    if match.rules.outcome(match.state) is not None:
        curve.append(result)
    moves = []
    for ply, (step, found) in enumerate(zip(match.steps, steps, strict=False)):
        if found.best:
            had = _clamp_share(curve[ply][step.seat])
            loss, played = scale_loss(found, had), step.action.token
            point = found.point if loss else None
            if point is not None and is_contradicted(match, ply, point):
                point = None
            tokens = (suggested_tokens or {}).get(ply, ())
            other = "" if played in tokens or found.best in tokens else next(iter(tokens), "")
            moves.append(
                ReviewedMove(ply, step.seat, played, found.best, had, loss, played in tokens, other, point)
            )
    return Review(len(match.steps), start.shown, tuple(curve), result, tuple(moves))


def scale_loss(finding: ReviewFinding, win_chance: float) -> float:
    """Return the loss of a move, limited so that it fits the win chance on the curve.

    The comparison of moves looks further ahead than the estimate of the curve, so it may find a higher win
    chance. A loss of more than half the win chance on the curve is therefore scaled, so that it is the same
    fraction of both win chances.

    :param win_chance: the seat's win chance before the move, as shown on the curve.
    """
    half, worth = win_chance / 2, max(finding.value, finding.loss)
    if finding.loss <= half:
        return finding.loss
    return min(finding.loss, max(half, win_chance * finding.loss / worth))


def _clamp_share(share: float) -> float:
    return min(max(share, 0.0), 1.0)


def serialize_review(review: Review) -> str:
    """Return a review as JSON text."""
    return json.dumps({"version": REVIEW_VERSION, **_round_floats(asdict(review))}, separators=(",", ":"))


def parse_review(text: str) -> Review | None:
    """Parse a review, or return ``None`` if it was made by another version."""
    fields: Any = json.loads(text)
    if fields.get("version") != REVIEW_VERSION:
        return None
    curve = tuple(tuple(row) for row in fields["curve"])
    moves = tuple(_read_move(move) for move in fields["moves"])
    return Review(fields["steps"], tuple(fields["start"]), curve, tuple(fields["result"]), moves)


def _read_move(stored: dict[str, Any]) -> ReviewedMove:
    point = stored.pop("point")
    return ReviewedMove(**stored, point=None if point is None else ReviewPoint(**point))


def _round_floats(data: Any) -> Any:
    if isinstance(data, dict):
        return {name: _round_floats(one) for name, one in data.items()}
    if isinstance(data, list | tuple):
        return [_round_floats(one) for one in data]
    return round(data, STORED_DIGITS) if isinstance(data, float) else data
