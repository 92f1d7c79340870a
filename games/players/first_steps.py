"""Finds moves that can be made before a position's best move in the same turn without losing anything."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from games.core.match import Match
from games.core.rng import Chance
from games.core.shapes import ActionLike, ViewLike
from games.players.best_move import (
    COMPARISON_WALKS,
    SEARCH_WALKS,
    choose_rivals,
    get_min_margin,
    is_best_confirmed,
    make_hard_judge,
    measure_margin,
    search_position,
)
from games.players.first_sight import are_equal_moves, find_first_sight_moves
from games.players.judge import Thought
from games.players.puzzles import (
    FOLLOWING_DEALS,
    MIN_LOSS_SHARE,
    can_always_follow,
    find_alike_action,
    make_seed,
)
from games.players.tree import compare_moves

MAX_REVEALING_STEPS: Final = 2
"""Maximum number of revealing moves to try as the first step of the best turn, in addition to obvious ones.
"""


def list_first_steps(match: Match, seat: int, best: str) -> tuple[Thought, list[Thought]]:
    """Return the best move, and the moves that lose almost nothing if they are made before it."""
    first, *rest = _compare_first_steps(match, seat, match.rules.read(best))
    least = first.value - match.game.computer_settings.min_puzzle_margin * MIN_LOSS_SHARE
    return first, [other for other in rest if other.value > least]


def find_obvious_step(match: Match, seat: int, steps: Collection[Thought]) -> str | None:
    """Return the token of the best obvious one of these first steps, or ``None`` if none is obvious.

    Steps are obvious if a greedy player or `easy` finds them.
    """
    first_sight_moves = find_first_sight_moves(match, seat)
    obvious = [step for step in steps if step.action in first_sight_moves]
    return max(obvious, key=lambda one: one.value).action.token if obvious else None


def is_best_after_steps(match: Match, seat: int, first: Thought, steps: Collection[Thought]) -> bool:
    """Return whether the best move of a turn is still the best after other first steps of the turn.

    :param first: the best move.
    :param steps: the other first steps (:func:`list_first_steps`).
    """
    rules, action, best, last = match.rules, first.action, first.action.token, match
    for step in sorted(steps, key=lambda one: -one.value):
        if not _is_revealing(match, seat, step.action):
            if rules.is_legal(last.state, seat, step.action):
                after = last.act(seat, step.action.token)
                last = (
                    last if find_alike_action(match.game, rules, after.state, seat, action) is None else after
                )
        elif step.value >= first.value or not is_best_confirmed(
            match.game, match.act(seat, step.action.token), seat, best, "after a step", SEARCH_WALKS
        ):
            return False
    if last is match:
        return True
    thoughts = search_position(match.game, last, seat, "all steps", SEARCH_WALKS)
    least = get_min_margin(match.game)
    return measure_margin(last, seat, best, thoughts, least, ignores_earlier_moves=False) is not None


def _compare_first_steps(match: Match, seat: int, best: ActionLike) -> tuple[Thought, ...]:
    """Compare the best move directly with moves that it can follow, and return the values of all these moves.

    The best move comes first. Of the others, only the most promising and the obvious ones are compared.
    """
    rules, judge = match.rules, make_hard_judge(match.game, match.rules.version)
    view, dice = rules.recall(match.state, seat), Chance(make_seed(match, "first steps"), match.ply)
    others = list_earlier_moves(match, seat, best)
    first_sight_moves = find_first_sight_moves(match, seat)
    revealing = [other for other in others if _is_revealing(match, seat, other)]
    tried = [
        *choose_rivals(match, seat, [other for other in others if other not in revealing], dice),
        *choose_rivals(match, seat, revealing, dice)[:MAX_REVEALING_STEPS],
        *[other for other in others if other in first_sight_moves],
    ]
    return compare_moves(
        judge, view, seat, dict.fromkeys((best, *tried)), dice, COMPARISON_WALKS if tried else 0
    )


def list_earlier_moves(match: Match, seat: int, best: ActionLike) -> tuple[ActionLike, ...]:
    """Return the moves that the best move can follow in the same turn, except moves equal to it."""
    rules, view = match.rules, match.rules.recall(match.state, seat)
    return tuple(
        other
        for other in rules.legal_actions(match.state, seat)
        if not are_equal_moves(match, other, best)
        and can_always_follow(match.game, rules.version, view, seat, other, best)
    )


def _is_revealing(match: Match, seat: int, action: ActionLike) -> bool:
    """Return whether a move reveals hidden information to its seat or involves chance."""
    rules, view, seen = match.rules, match.rules.recall(match.state, seat), set[ViewLike]()
    for deal in range(FOLLOWING_DEALS):
        dice = Chance(b"reveals", deal)
        seen.add(rules.view(rules.apply(rules.sample(view, dice), seat, action, dice)[0], seat))
        if len(seen) > 1:
            return True
    return False
