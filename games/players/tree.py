"""Determinised Monte-Carlo tree search.

Each iteration deals what is hidden, walks down the tree of actions by upper confidence, and credits what the
position at the end of the walk is worth to everything on it. Chance needs no nodes of its own: it falls anew
in each walk. Every seat goes for its own value (max^n). All actions of the root are tried on the same deals,
the n-th visit of each on the n-th deal, so that luck does not decide between them.

A walk ends one step deeper than the tree has grown. Where an estimate in mid-plan tells little, a game asks
for a playout (``Players.playout``): every seat goes on by what looks best at once, and a walk is judged that
many turns after the root, however deep the tree. Playouts are dear, so only what looks best is searched then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import isqrt, log, sqrt
from typing import Final

from games.core.rng import Chance
from games.core.shapes import ActionLike, ViewLike
from games.players.judge import Judge, Thought, find_certainty, rank_moves

DEALS: Final = 12
"""So many deals are looked at before the search, so that it does not set out by a single one."""
KEY_BYTES: Final = 32


class Branch:
    """An action in the tree: its figures for the seat that chooses it, and what is chosen after it.

    ``prior`` is what the position right after it looked like; it counts as so many ``visits`` at first.
    """

    __slots__ = ("action", "below", "prior", "total", "visits")

    def __init__(self, action: ActionLike, prior: float, visits: int) -> None:
        self.action = action
        self.prior = prior
        self.visits = visits
        self.total = prior * visits
        self.below: dict[int, dict[ActionLike, Branch]] = {}
        """By the seat that goes on: with other deals that may be another one."""

    def thought(self, looks: int) -> Thought:
        """Return what has been found out, by so many looks besides the visits."""
        value = self.total / self.visits if self.visits else self.prior
        return Thought(self.action, value, self.visits + looks)


class Walk:
    """One path from a deal: where it has come to, and whether it goes on."""

    __slots__ = ("_deal", "_judge", "_last", "_turns", "dice", "path", "state")

    def __init__(self, judge: Judge, state: object, seat: int, dice: Chance) -> None:
        self._judge = judge
        self._deal = judge.horizon(state)
        self._last, self._turns = seat, 0
        self.dice = dice
        self.path: list[tuple[int, Branch]] = []
        self.state = state

    def step(self, seat: int, branch: Branch) -> None:
        """Do what a branch of the tree stands for."""
        self.path.append((seat, branch))
        self.state = self._judge.rules.apply(self.state, seat, branch.action, self.dice)[0]

    def mover(self) -> int | None:
        """Return who goes on; ``None`` at the end of the match, of the deal, or of what is looked at."""
        judge = self._judge
        to_act = judge.rules.to_act(self.state)
        if not to_act or judge.horizon(self.state) != self._deal:
            return None
        if to_act[0] != self._last:
            self._last = to_act[0]
            self._turns += 1
        return None if judge.playout and self._turns >= judge.playout else self._last

    def play_on(self) -> None:
        """Let every seat do what looks best at once, or its habit, up to the end of what is looked at."""
        judge, dice = self._judge, self.dice
        while (mover := self.mover()) is not None:
            best, before = -1.0, self.state
            if judge.habit is not None:
                done = judge.habit(before, mover, judge.actions(before, mover))
                self.state = judge.rules.apply(before, mover, done, dice)[0]
                continue
            for action in judge.actions(before, mover):
                after = judge.rules.apply(before, mover, action, dice)[0]
                value = judge.value(after, mover)
                if value > best:
                    best, self.state = value, after

    def credit(self) -> float:
        """Credit what was reached to everything on the path, and return what it is to whoever went first."""
        state = self._judge.settle(self.state, self.dice)
        values = [self._judge.value(state, mover) for mover, _ in self.path]
        for (_, branch), value in zip(self.path, values, strict=True):
            branch.visits += 1
            branch.total += value
        return values[0]


def search_tree(
    judge: Judge, view: ViewLike, seat: int, rng: Chance, should_stop: Callable[[], bool], iterations: int
) -> tuple[Thought, ...]:
    """Return every candidate with its figures, the most visited first; empty without any time."""
    seen = rank_moves(judge, view, seat, rng, should_stop, DEALS)
    if not seen or (find_certainty(seen[0].value) > 0 and not judge.playout):
        return seen
    searched = seen[: judge.breadth] if judge.playout else seen
    looks = seen[0].visits if judge.playout else 0
    root = [Branch(one.action, one.value, one.visits - looks) for one in searched]
    key = draw_walk_key(rng)
    for _ in range(iterations):
        if should_stop():
            break
        _walk(judge, view, seat, most_promising(root, judge.curiosity), key)
    found = sorted([branch.thought(looks) for branch in root], key=lambda one: (-one.visits, -one.value))
    if end := find_certainty(
        found[0].value
    ):  # then visits tell nothing: all that ends alike was visited alike
        found.sort(key=lambda one: (find_certainty(one.value) != end, -one.value))
    return (*found, *seen[len(searched) :])


def compare(
    judge: Judge, view: ViewLike, seat: int, actions: Iterable[ActionLike], rng: Chance, walks: int
) -> tuple[Thought, ...]:
    """Return some actions with their figures, each after so many walks on the same deals.

    Nothing that was found before counts: what looked best by luck alone has no more of it here.
    """
    key = draw_walk_key(rng)
    branches = [Branch(action, 0.0, 0) for action in actions]
    for branch in branches:
        for _ in range(walks):
            _walk(judge, view, seat, branch, key)
    return tuple([branch.thought(0) for branch in branches])


def draw_walk_key(rng: Chance) -> bytes:
    """Draw what keys the chance of walks."""
    return bytes([rng.below(256) for _ in range(KEY_BYTES)])


def _walk(judge: Judge, view: ViewLike, seat: int, branch: Branch, key: bytes) -> None:
    """Walk down from an action of the root, and credit what is reached; out of habit there is no tree."""
    dice = Chance(key, branch.visits)
    walk = Walk(judge, judge.rules.sample(view, dice), seat, dice)
    walk.step(seat, branch)
    while judge.habit is None and branch.visits > _count_prior(judge) and (mover := walk.mover()) is not None:
        branch = _reply(judge, branch, walk.state, mover, dice)
        walk.step(mover, branch)
    if judge.playout:
        walk.play_on()
    walk.credit()


def _reply(judge: Judge, branch: Branch, state: object, seat: int, dice: Chance) -> Branch:
    """Choose what follows; with playouts among the likeliest first, and among the more the oftener."""
    known = branch.below.setdefault(seat, {})
    possible = []
    for action in judge.actions(state, seat):
        reply = known.get(action)
        if reply is None:
            after = judge.settle(judge.rules.apply(state, seat, action, dice)[0], dice)
            reply = known[action] = Branch(action, judge.value(after, seat), _count_prior(judge))
        possible.append(reply)
    if judge.playout:
        possible.sort(key=lambda reply: -reply.prior)
        possible = possible[: 1 + isqrt(sum([reply.visits for reply in possible]))]
    return most_promising(possible, judge.curiosity)


def most_promising(branches: Iterable[Branch], curiosity: float) -> Branch:
    """Choose by upper confidence; what has not been visited comes first, in the order given."""
    tried = list(branches)
    spread = curiosity * sqrt(log(sum([branch.visits for branch in tried]) + 1))
    best, most = tried[0], -1.0
    for branch in tried:
        if not branch.visits:
            return branch
        worth = branch.total / branch.visits + spread / sqrt(branch.visits)
        if worth > most:
            best, most = branch, worth
    return best


def _count_prior(judge: Judge) -> int:
    """Return how much a look counts for: a visit where walks end with one, nothing beside a playout."""
    return 0 if judge.playout else 1
