"""Determinised Monte-Carlo tree search: each iteration deals the hidden parts anew and walks one path.

The tree is that of the actions alone, so what follows the same actions shares its figures whatever was
dealt, and chance needs no nodes of its own: it falls anew in each walk. Every seat goes for its own value
(max^n). An action is first judged by the position right after it, which counts as one visit; the walk
ends at an action that has no more than that, one step deeper than it has been looked at before.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log, sqrt
from typing import Any, Final

from games.core.rng import Chance
from games.players.judge import Judge, Thought
from games.players.look import look

DEALS: Final = 12
"""So many deals are looked at before the search, so that it does not set out by a single one."""
CURIOSITY: Final = 0.015
"""How much a seldom visited action is preferred to a good one."""


class Branch:
    """An action in the tree: its figures for the seat that chooses it, and what is chosen after it."""

    __slots__ = ("below", "total", "visits")

    def __init__(self, value: float, visits: int = 1) -> None:
        self.visits = visits
        self.total = value * visits
        self.below: dict[int, dict[Any, Branch]] = {}
        """By the seat that goes on: with other deals that may be another one."""


def search(
    judge: Judge, view: Any, seat: int, rng: Chance, should_stop: Callable[[], bool], iterations: int
) -> tuple[Thought, ...]:
    """Return every candidate with its figures, the most visited first; empty without any time."""
    root = Branch(0.5)
    root.below[seat] = {
        thought.action: Branch(thought.value, thought.visits)
        for thought in look(judge, view, seat, rng, should_stop, DEALS)
    }
    kept = [judge.rules.sample(view, rng) for _ in range(judge.deals)]
    for path in range(iterations):
        if should_stop():
            break
        deal = kept[path % len(kept)] if kept else judge.rules.sample(view, rng)
        _walk(judge, root, deal, seat, rng)
    found = [
        Thought(action, branch.total / branch.visits, branch.visits)
        for action, branch in root.below.get(seat, {}).items()
    ]
    return tuple(sorted(found, key=lambda thought: (-thought.visits, -thought.value)))


def _walk(judge: Judge, root: Branch, state: Any, seat: int, rng: Chance) -> None:
    """Walk one path from ``state`` and credit what lies at its end to everything on it."""
    rules = judge.rules
    path: list[tuple[int, Branch]] = []
    branch, leaf, deal = root, False, judge.horizon(state)
    to_act: tuple[int, ...] = (seat,)
    while to_act and not leaf:
        seat = to_act[0]
        action, branch = _choice(judge, branch, state, seat, rng)
        path.append((seat, branch))
        state = rules.apply(state, seat, action, rng)[0]
        to_act = rules.to_act(state)
        leaf = branch.visits == 1 or judge.horizon(state) != deal
    state = judge.settled(state, rng)
    values = {mover: judge.value(state, mover) for mover, _ in path}
    for mover, passed in path:
        passed.visits += 1
        passed.total += values[mover]


def _choice(judge: Judge, branch: Branch, state: Any, seat: int, rng: Chance) -> tuple[Any, Branch]:
    """Choose by upper confidence among what this deal allows, judging what is new at first.

    What is new is judged in a deal that the seat could have in mind, for it cannot see this one.
    """
    rules = judge.rules
    known = branch.below.setdefault(seat, {})
    open_now: list[tuple[Any, Branch]] = []
    visits, mind = 0, None
    for action in judge.actions(state, seat):
        below = known.get(action)
        if below is None:
            mind = mind or rules.sample(rules.view(state, seat), rng)
            after = judge.settled(rules.apply(mind, seat, action, rng)[0], rng)
            below = known[action] = Branch(judge.value(after, seat))
        visits += below.visits
        open_now.append((action, below))
    spread = CURIOSITY * sqrt(log(visits + 1))
    return max(open_now, key=lambda pair: pair[1].total / pair[1].visits + spread / sqrt(pair[1].visits))
