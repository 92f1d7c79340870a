"""Explains why a puzzle's best move is better than an answer, on deals that are played once it is given."""

from __future__ import annotations

from dataclasses import replace
from statistics import fmean

from games.core.protocol import Game
from games.core.puzzle import PuzzleReason
from games.core.shapes import ViewLike
from games.core.solo import SOLO_SEAT_COUNT
from games.core.values import value_class
from games.review.lines import AmountPairs, MoveFork
from games.review.points import (
    MAX_UNCERTAIN_CHANCE,
    MIN_CONFIRMED_CLARITY,
    MIN_MENTIONED_AMOUNT_DIFFERENCE,
    MIN_MENTIONED_CHANCE_DIFFERENCE,
    POINT_KEY,
    ReviewPoint,
    find_aim,
    find_point,
    measure_clarity,
    round_amounts,
)
from games.review.reasons import (
    CHECK_KEY,
    FURTHER_CHECK_KEYS,
    is_confirmed,
    is_possible_anyway,
    play_to_check,
)


@value_class
class AnswerSlice:
    """An answer to a puzzle that needs an explanation."""

    game: str
    version: int
    seat: int
    view: ViewLike
    """The puzzle's position as ``seat`` knows it."""
    best: str
    """Token of the puzzle's best move."""
    answer: str
    """Token of another move."""
    reason: PuzzleReason | None = None
    """The puzzle's reason, which compares the best move with a tempting one."""


def explain_answer(game: Game, one: AnswerSlice) -> ReviewPoint | None:
    """Return a reason why a puzzle's best move is better than an answer, or ``None`` if none is confirmed.

    The puzzle's own reason comes first, because it was found in a longer search. Several sets of deals must
    confirm a reason.
    """
    read = game.rules[one.version].read
    actions = (read(one.best), read(one.answer))
    fork = MoveFork(game, one.version, one.view, one.seat, actions, SOLO_SEAT_COUNT)
    if one.reason is not None and (point := _measure(fork, one.reason)) is not None:
        return point
    found = find_point(fork, fork.play_lines(POINT_KEY), measures_again=False)
    if found is None or is_possible_anyway(fork, found.aim):
        return None
    return _measure(fork, PuzzleReason(one.answer, found.aim, found.seat, found.better, found.played))


def _measure(fork: MoveFork, reason: PuzzleReason) -> ReviewPoint | None:
    """Return a reason with the amounts on deals that confirm it, or ``None`` if some don't."""
    pairs: list[tuple[float, float]] = []
    for key in (CHECK_KEY, *FURTHER_CHECK_KEYS):
        comparison = play_to_check(fork, reason, key)
        if not is_confirmed(comparison, fork.game, reason, fork.seat):
            return None
        pairs.extend(comparison.amounts_by_aim[reason.aim_key, reason.seat])
    return _make_clear_point(fork.game, reason, pairs)


def _make_clear_point(game: Game, reason: PuzzleReason, pairs: AmountPairs) -> ReviewPoint | None:
    """Return the point to mention, or ``None`` if the amounts hardly differ."""
    aim = find_aim(game, reason.aim_key)
    assert aim is not None
    sign = 1 if reason.best_amount > reason.other_amount else -1
    better, other = (fmean(amounts) for amounts in zip(*pairs, strict=True))
    least = MIN_MENTIONED_CHANCE_DIFFERENCE if aim.is_event else MIN_MENTIONED_AMOUNT_DIFFERENCE
    if measure_clarity(pairs, sign) < MIN_CONFIRMED_CLARITY or sign * (better - other) < least:
        return None
    point = ReviewPoint(reason.aim_key, reason.seat, better, other)
    if aim.is_event and reason.best_amount < 1:
        # It happened on every deal tried, but may fail on others.
        point = replace(point, better=min(better, MAX_UNCERTAIN_CHANCE))
    shown, other_shown = round_amounts(game, point)
    return point if shown != other_shown else None
