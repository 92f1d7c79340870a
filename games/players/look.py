"""Judging each move by what it brings at once."""

from __future__ import annotations

from collections.abc import Callable

from games.core.rng import Chance
from games.core.shapes import ActionLike, ViewLike
from games.players.judge import Judge, Thought


def look(
    judge: Judge, view: ViewLike, seat: int, rng: Chance, should_stop: Callable[[], bool], deals: int
) -> tuple[Thought, ...]:
    """Return every candidate with its mean value over so many deals, the best first.

    Empty when there was no time for a single deal.
    """
    rules = judge.rules
    totals: dict[ActionLike, float] = {}
    done = 0
    while done < deals and not should_stop():
        state = rules.sample(view, rng)
        for action in judge.actions(state, seat):
            after = judge.settle(rules.apply(state, seat, action, rng)[0], rng)
            totals[action] = totals.get(action, 0.0) + judge.value(after, seat)
        done += 1
    thoughts = [Thought(action, total / done, done) for action, total in totals.items()]
    return tuple(sorted(thoughts, key=lambda thought: -thought.value))
