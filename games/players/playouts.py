"""Flat Monte-Carlo search: what an action is worth is told by how matches go on after it, out of habit.

A tree lets the others choose as if they saw all that was dealt for a walk. Where most is hidden that makes
them too clever by half, and no walk comes twice to what it has learned. Here each goes on by what it likes
by its own hand alone (``Search.habit``), up to the end of the deal or of so many turns (``Search.playout``).

Of several deals one is taken, the likelier a hand is held rather than dealt the sooner (``Search.likely``).
All actions are played on from the same deals, the n-th time from the n-th deal. Which is played on next is
told by upper confidence, on the scale of what is at stake: near the end of a match one deal decides more.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from itertools import accumulate
from math import exp
from typing import Final

from games.core.rng import Chance
from games.core.shapes import ViewLike
from games.players.judge import Judge, Thought, find_certainty, rank_moves
from games.players.tree import DEALS, Branch, Walk, draw_walk_key, most_promising, search_tree

MAX_DEALS: Final = 256
"""So many deals are kept; those who are played on oftener begin with the first again, and go on otherwise."""
CANDIDATE_DEALS: Final = 8
"""So many deals, where a game tells likely ones."""
PLAYOUT_CHANCE: Final = 1 << 32
"""Chance after a deal is counted from here."""
STEPS: Final = 1 << 32


def search_flat(
    judge: Judge, view: ViewLike, seat: int, rng: Chance, should_stop: Callable[[], bool], iterations: int
) -> tuple[Thought, ...]:
    """Return every candidate with its figures, the most visited first; empty without any time.

    :param judge: one with a ``habit``.
    :param iterations: how often an action is played on, all of them together.
    """
    seen = rank_moves(judge, view, seat, rng, should_stop, DEALS)
    if not seen or find_certainty(seen[0].value) > 0:
        return seen
    searched = seen[: judge.breadth]
    root = [Branch(one.action, one.value, one.visits) for one in searched]
    worst, best = searched[-1].value, searched[0].value
    key, deals, looks = draw_walk_key(rng), list[object](), seen[0].visits
    for _ in range(iterations):
        if should_stop():
            break
        branch = most_promising(root, judge.curiosity * (best - worst))
        number = branch.visits - looks
        if number == len(deals) < MAX_DEALS:
            deals.append(deal_likely(judge, view, seat, Chance(key, number)))
        walk = Walk(judge, deals[number % MAX_DEALS], seat, Chance(key, PLAYOUT_CHANCE + number))
        walk.step(seat, branch)
        walk.play_on()
        came = walk.credit()
        worst, best = min(worst, came), max(best, came)
    found = sorted([branch.thought(0) for branch in root], key=lambda one: (-one.visits, -one.value))
    return (*found, *seen[len(searched) :])


def search_moves(
    judge: Judge, view: ViewLike, seat: int, rng: Chance, should_stop: Callable[[], bool], iterations: int
) -> tuple[Thought, ...]:
    """Return every candidate with its figures, the most visited first, by whichever search a judge has."""
    ahead = search_tree if judge.habit is None else search_flat
    return ahead(judge, view, seat, rng, should_stop, iterations)


def deal_likely(judge: Judge, view: ViewLike, seat: int, dice: Chance) -> object:
    """Return a state with this view: of several one by how likely what ``seat`` does not see is held."""
    first, likely = judge.rules.sample(view, dice), judge.likely
    odds = None if likely is None else likely(first, seat)
    if likely is None or odds is None:
        return first
    states = [first, *[judge.rules.sample(view, dice) for _ in range(CANDIDATE_DEALS - 1)]]
    weights = list(accumulate([exp(likely(state, seat) or 0.0) for state in states]))
    drawn = dice.below(STEPS) / STEPS * weights[-1]
    return states[min(bisect_right(weights, drawn), CANDIDATE_DEALS - 1)]
