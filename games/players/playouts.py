"""Flat Monte Carlo search: evaluates each action by the mean result of playouts after it.

A tree search wouldn't work in games with large hidden hands. Opponents would choose as if they saw the cards
of each sampled deal, and no position would be reached twice. In playouts, every seat follows a habit that
looks only at its own hand (``SearchSettings.choose_by_habit``), until the deal ends or
``SearchSettings.playout_turns`` turns have passed.

Each deal is picked from several samples, weighted by how likely its hands are
(``SearchSettings.rate_likelihood``). Every action is tried on the same deals in the same order. The next
action to try is the one with the highest upper confidence bound, scaled to the range of results, because the
stakes of a deal depend on the score.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from itertools import accumulate
from math import exp
from typing import Final

from games.core.rng import Chance
from games.core.shapes import ViewLike
from games.players.judge import Judge, Thought, classify_certainty, rank_moves
from games.players.tree import (
    DEAL_COUNT,
    CountLeft,
    SearchBranch,
    SearchWalk,
    choose_branch,
    draw_walk_key,
    is_choice_decided,
    search_tree,
)

MAX_DEALS: Final = 256
"""Maximum number of deals. Actions with more visits use the same deals again, with other random numbers."""
SAMPLES_PER_DEAL: Final = 8
"""Number of samples from which a deal is picked in games with ``SearchSettings.rate_likelihood``."""
FIRST_PLAYOUT_PLY: Final = 1 << 32
"""First ply number used to seed playouts. Lower numbers are used to seed deals."""
CHANCE_RESOLUTION: Final = 1 << 32
"""Number of values that the random number for picking a deal can have."""


def search_flat(
    judge: Judge,
    view: ViewLike,
    seat: int,
    rng: Chance,
    should_stop: Callable[[], bool],
    iterations: int,
    count_left: CountLeft | None = None,
) -> tuple[Thought, ...]:
    """Return every candidate with its value, the most visited first, or nothing if there was no time.

    :param judge: a judge with ``choose_by_habit``.
    :param iterations: total number of playouts.
    :param count_left: if given, the search ends as soon as the first candidate can no longer change.
    """
    ranked_moves = rank_moves(judge, view, seat, rng, should_stop, DEAL_COUNT)
    if not ranked_moves or classify_certainty(ranked_moves[0].value) > 0:
        return ranked_moves
    searched = ranked_moves[: judge.max_root_actions]
    root = [SearchBranch(one.action, one.value, one.visits) for one in searched]
    worst, best = searched[-1].value, searched[0].value
    key, deals, looks = draw_walk_key(rng), list[object](), ranked_moves[0].visits
    for done in range(iterations):
        if should_stop() or is_choice_decided(root, done, iterations, count_left):
            break
        branch = choose_branch(root, judge.exploration_weight * (best - worst))
        number = branch.visits - looks
        if number == len(deals) < MAX_DEALS:
            deals.append(sample_likely_state(judge, view, seat, Chance(key, number)))
        walk = SearchWalk(judge, deals[number % MAX_DEALS], seat, Chance(key, FIRST_PLAYOUT_PLY + number))
        walk.apply_branch(seat, branch)
        walk.play_out()
        came = walk.add_result()
        worst, best = min(worst, came), max(best, came)
    thoughts = sorted([branch.make_thought(0) for branch in root], key=lambda one: (-one.visits, -one.value))
    return (*thoughts, *ranked_moves[len(searched) :])


def search_moves(
    judge: Judge,
    view: ViewLike,
    seat: int,
    rng: Chance,
    should_stop: Callable[[], bool],
    iterations: int,
    count_left: CountLeft | None = None,
) -> tuple[Thought, ...]:
    """Return every candidate with its value, the most visited first.

    The search is flat in games with ``choose_by_habit``. In other games it is a tree search.
    """
    ahead = search_tree if judge.choose_by_habit is None else search_flat
    return ahead(judge, view, seat, rng, should_stop, iterations, count_left)


def sample_likely_state(judge: Judge, view: ViewLike, seat: int, rng: Chance) -> object:
    """Return a state that fits the view, drawn from samples weighted by how likely their hidden hands are."""
    first, likely = judge.rules.sample(view, rng), judge.rate_likelihood
    odds = None if likely is None else likely(first, seat)
    if likely is None or odds is None:
        return first
    states = [first, *[judge.rules.sample(view, rng) for _ in range(SAMPLES_PER_DEAL - 1)]]
    weights = list(accumulate([exp(likely(state, seat) or 0.0) for state in states]))
    drawn = rng.draw_below(CHANCE_RESOLUTION) / CHANCE_RESOLUTION * weights[-1]
    return states[min(bisect_right(weights, drawn), SAMPLES_PER_DEAL - 1)]
