"""Explains the answer to a puzzle by an aim that it advances or blocks, compared with a tempting move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from statistics import fmean
from typing import Final

from games.core.aims import Aim
from games.core.match import Match
from games.core.protocol import Game
from games.core.puzzle import Puzzle, PuzzleReason, make_puzzle_match
from games.core.rng import Chance
from games.core.rules import AnyRules
from games.core.shapes import ActionLike
from games.core.words import Msg
from games.players.judge import Judge
from games.review.lines import CERTAINTY_DEALS, ActionComparison, MoveFork, choose_action
from games.review.points import (
    POINT_KEY,
    ReviewPoint,
    describe_point,
    find_aim,
    find_telling_point,
    is_effect_outweighed,
)

CHECK_KEY: Final = b"unseen"
"""Key of the random deals that check a reason at the end. Other deals are used to find the reason."""
FURTHER_CHECK_KEYS: Final = (b"unseen again", b"unseen still")
"""Keys of further deals that must confirm a reason. One check may confirm a small difference by chance."""


def find_reason(
    match: Match, seat: int, best: str, others: Iterable[str], margin: float
) -> PuzzleReason | None:
    """Return a reason why the best move of a position is better, or ``None`` if no reason is clear.

    Reasons are found as in reviews (:func:`games.review.points.find_telling_point`).

    :param others: moves to compare with the best one, the most tempting first. The first move that gives a
        clear reason is used.
    :param margin: the lead of the best move, in win chance. A reason must explain some of this lead.
    """
    aims = tuple(aim for aim in match.game.aims if not _is_achieved_by_best_move(match, seat, best, aim))
    for other in others:
        fork = make_fork(match, seat, best, other)
        fork = replace(fork, game=replace(match.game, aims=aims))
        point = find_telling_point(fork, fork.play_lines(POINT_KEY), margin, measures_again=False)
        if point is None or is_possible_anyway(fork, point.aim):
            continue
        reason = PuzzleReason(other, point.aim, point.seat, point.better, point.played)
        if all(
            is_confirmed(play_to_check(fork, reason, key), match.game, reason, seat)
            for key in (CHECK_KEY, *FURTHER_CHECK_KEYS)
        ):
            return reason
    return None


def describe_reason(game: Game, reason: PuzzleReason, seat: int, names: Sequence[str]) -> Msg | None:
    """Return the sentence that explains a reason, or ``None`` if the game no longer has its aim.

    :param seat: the seat to act in the puzzle.
    """
    return describe_point(
        game, ReviewPoint(reason.aim_key, reason.seat, reason.best_amount, reason.other_amount), seat, names
    )


def is_reason_true(game: Game, puzzle: Puzzle, key: bytes = CHECK_KEY) -> bool:
    """Return whether a puzzle has a reason, and further deals confirm it.

    :param key: key of the random numbers for these deals.
    """
    reason = puzzle.reason
    if reason is None:
        return False
    fork = make_fork(make_puzzle_match(game, puzzle), puzzle.seat, puzzle.best_token, reason.other_token)
    return is_confirmed(play_to_check(fork, reason, key), game, reason, puzzle.seat)


def make_fork(match: Match, seat: int, best: str, other: str) -> MoveFork:
    """Return the decision between the best move and another one."""
    rules = match.rules
    view, actions = rules.recall(match.state, seat), (rules.read(best), rules.read(other))
    return MoveFork(match.game, rules.version, view, seat, actions, match.seat_count)


def play_to_check(fork: MoveFork, reason: PuzzleReason, key: bytes) -> ActionComparison:
    """Continue play on further deals, to check a reason.

    If the reason's aim is a possibility, every seat pursues it immediately.
    """
    aim = find_aim(fork.game, reason.aim_key)
    assert aim is not None
    with_aim = fork.with_eager_aim(aim) if aim.is_possibility else fork.with_aims((aim,))
    return with_aim.play_lines(key)


def is_confirmed(comparison: ActionComparison, game: Game, reason: PuzzleReason, seat: int) -> bool:
    """Return whether a reason's difference has the same sign on further deals and isn't outweighed."""
    gained = fmean([best - other for best, other in comparison.amounts_by_aim[reason.aim_key, reason.seat]])
    same = gained * (reason.best_amount - reason.other_amount) > 0
    return same and not is_effect_outweighed(
        game, comparison.amounts_by_aim, reason.aim_key, reason.seat, seat
    )


def is_possible_anyway(fork: MoveFork, key: str) -> bool:
    """Return whether a seat can usually achieve an aim in the same turn without the first action.

    Such an aim explains nothing. The compared move may prevent it only because that move ended the turn.
    """
    game, rules, seat, answer = fork.game, fork.game.rules[fork.version], fork.seat, fork.actions[0]
    aim, alike = find_aim(game, key), game.computer_settings.are_alike
    if aim is None or not aim.is_event or aim.watched_turns > 1:
        return False
    judge, possible = Judge(game, fork.version, game.computer_settings.hard), 0
    for deal in range(CERTAINTY_DEALS):
        dice = Chance(CHECK_KEY, deal)
        state, gained = rules.sample(fork.view, dice), 0.0
        active_seat = rules.find_active_seat(state)
        while not gained and rules.to_act(state) and rules.find_active_seat(state) == active_seat:
            options = tuple(
                action
                for action in judge.list_actions(state, seat)
                if action != answer
                and not (alike is not None and alike(state, action, answer))
                and _is_step_towards(rules, state, seat, action, aim)
            )
            if not options:
                break
            before, action = state, choose_action(judge, state, seat, dice, aim, options)
            state, events = rules.apply(before, seat, action, dice)
            gained = aim.measure_progress(before, state, events, seat)
        possible += gained > 0
    return 2 * possible >= CERTAINTY_DEALS


def _is_step_towards(rules: AnyRules, state: object, seat: int, action: ActionLike, aim: Aim) -> bool:
    """Return whether an action achieves an aim or, without ending the turn, brings the seat closer to it.

    Otherwise, simulated seats would end the turn if that brings the aim closer for a later turn, or turn up
    exactly the card they need.
    """
    after, events = rules.apply(state, seat, action, Chance(CHECK_KEY, 0))
    if aim.measure_progress(state, after, events, seat) > 0:
        return True
    near = aim.estimate_progress
    comes_closer = near is None or near(after, seat) > near(state, seat)
    return comes_closer and not rules.count_ended_turns(state, after, events)


def _is_achieved_by_best_move(match: Match, seat: int, best: str, aim: Aim) -> bool:
    """Return whether the best move itself achieves an aim that happens or doesn't.

    Such an aim explains nothing, because it only repeats the move.
    """
    if not aim.is_event:
        return False
    rules, dice = match.rules, Chance(CHECK_KEY, match.ply)
    state = rules.sample(rules.recall(match.state, seat), dice)
    after, events = rules.apply(state, seat, rules.read(best), dice)
    return aim.measure_progress(state, after, events, seat) > 0
