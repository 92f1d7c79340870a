"""Monte Carlo tree search for games with hidden information.

Each iteration, called a walk, samples the hidden information and follows the actions with the highest upper
confidence bounds, until it reaches an action that no walk has tried. The value of the position there is added
to every action on the path. Every seat maximizes its own value (max^n).

Chance isn't part of the tree, but drawn again in each walk. All root actions are tried on the same deals, so
that luck doesn't decide between them.

A game uses playouts if its estimate is unreliable in the middle of a plan. In a playout, every seat makes
the move with the best immediate value, until ``ComputerSettings.playout_turns`` turns after the root. The
position reached is then evaluated. Playouts are slow, so only the most promising actions are searched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import isqrt, log, sqrt
from typing import Final

from games.core.rng import Chance
from games.core.shapes import ActionLike, ViewLike
from games.players.judge import CERTAIN_MARGIN, Judge, Thought, classify_certainty, rank_moves

DEAL_COUNT: Final = 12
"""Number of deals for the first evaluation of all actions, before the search."""
WALK_KEY_BYTES: Final = 32
CHECK_INTERVAL: Final = 16
"""Number of iterations between two checks of whether the chosen action can still change."""

CountLeft = Callable[[int], int]
"""Returns the maximum number of further iterations, given the number done so far."""


class SearchBranch:
    """An action in the tree, with its statistics for the seat that chooses it.

    ``prior`` is the value right after the action. It initially counts as the result of ``visits`` walks.
    """

    __slots__ = ("action", "children", "prior", "total", "visits")

    def __init__(self, action: ActionLike, prior: float, visits: int) -> None:
        self.action = action
        self.prior = prior
        self.visits = visits
        self.total = prior * visits
        self.children: dict[int, dict[ActionLike, SearchBranch]] = {}
        """Children by seat to act. The seat can differ between deals."""

    def make_thought(self, earlier_visits: int) -> Thought:
        """Return the branch as a thought. Its visits include ``earlier_visits`` earlier evaluations."""
        value = self.total / self.visits if self.visits else self.prior
        return Thought(self.action, value, self.visits + earlier_visits)


class SearchWalk:
    """A path of actions from a sampled deal, and the state that it has reached."""

    __slots__ = ("_deal", "_judge", "_last", "_turns", "dice", "path", "state")

    def __init__(self, judge: Judge, state: object, seat: int, rng: Chance) -> None:
        self._judge = judge
        self._deal = judge.identify_deal(state)
        self._last, self._turns = seat, 0
        self.dice = rng
        self.path: list[tuple[int, SearchBranch]] = []
        self.state = state

    def apply_branch(self, seat: int, branch: SearchBranch) -> None:
        """Apply a branch's action and add it to the path."""
        self.path.append((seat, branch))
        self.state = self._judge.rules.apply(self.state, seat, branch.action, self.dice)[0]

    def advance_turn(self) -> int | None:
        """Return the next seat to act, and count a turn if the seat has changed.

        Return ``None`` at the end of the match, the deal or the playout.
        """
        judge = self._judge
        to_act = judge.rules.to_act(self.state)
        if not to_act or judge.identify_deal(self.state) != self._deal:
            return None
        if to_act[0] != self._last:
            self._last = to_act[0]
            self._turns += 1
        return None if judge.playout_turns and self._turns >= judge.playout_turns else self._last

    def play_out(self) -> None:
        """Play to the end of the playout.

        Seats follow ``judge.choose_by_habit`` if it is set. Otherwise, they make the move with the best
        immediate value.
        """
        judge, dice = self._judge, self.dice
        while (mover := self.advance_turn()) is not None:
            best, before = -1.0, self.state
            if judge.choose_by_habit is not None:
                habitual_action = judge.choose_by_habit(before, mover, judge.list_actions(before, mover))
                self.state = judge.rules.apply(before, mover, habitual_action, dice)[0]
                continue
            for action in judge.list_actions(before, mover):
                after = judge.rules.apply(before, mover, action, dice)[0]
                value = judge.evaluate(after, mover)
                if value > best:
                    best, self.state = value, after

    def add_result(self) -> float:
        """Evaluate the state reached for each branch of the path; return the value for the root's seat."""
        state = self._judge.make_evaluable_state(self.state, self.dice)
        values = [self._judge.evaluate(state, mover) for mover, _ in self.path]
        for (_, branch), value in zip(self.path, values, strict=True):
            branch.visits += 1
            branch.total += value
        return values[0]


def search_tree(
    judge: Judge,
    view: ViewLike,
    seat: int,
    rng: Chance,
    should_stop: Callable[[], bool],
    iterations: int,
    count_left: CountLeft | None = None,
) -> tuple[Thought, ...]:
    """Return every candidate with its value, the most visited first, or nothing if there was no time.

    :param count_left: if given, the search ends as soon as the first candidate can no longer change.
    """
    ranked_moves = rank_moves(judge, view, seat, rng, should_stop, DEAL_COUNT)
    if not ranked_moves or (classify_certainty(ranked_moves[0].value) > 0 and not judge.playout_turns):
        return ranked_moves
    searched = ranked_moves[: judge.max_root_actions] if judge.playout_turns else ranked_moves
    looks = ranked_moves[0].visits if judge.playout_turns else 0
    root = [SearchBranch(one.action, one.value, one.visits - looks) for one in searched]
    key = draw_walk_key(rng)
    for done in range(iterations):
        if should_stop() or is_choice_decided(root, done, iterations, count_left):
            break
        _make_walk(judge, view, seat, choose_branch(root, judge.exploration_weight), key)
    thoughts = sorted(
        [branch.make_thought(looks) for branch in root], key=lambda one: (-one.visits, -one.value)
    )
    # Visit counts don't distinguish actions whose result is already certain, so sort those actions by value.
    if end := classify_certainty(thoughts[0].value):
        thoughts.sort(key=lambda one: (classify_certainty(one.value) != end, -one.value))
    return (*thoughts, *ranked_moves[len(searched) :])


def is_choice_decided(
    root: list[SearchBranch], done_count: int, iterations: int, count_left: CountLeft | None
) -> bool:
    """Return whether the remaining iterations can't change which action is chosen.

    That is the case if the second most visited action couldn't catch up even with all remaining visits. If
    the result of the most visited action is certain, nothing is decided, because such actions are sorted by
    value. Without ``count_left``, and between checks (:data:`CHECK_INTERVAL`), return ``False``.
    """
    if count_left is None or done_count % CHECK_INTERVAL:
        return False
    left = min(iterations - done_count, count_left(done_count))
    best, second = root[0], 0
    for branch in root[1:]:
        if branch.visits > best.visits:
            best, second = branch, best.visits
        else:
            second = max(second, branch.visits)
    visits = best.visits + left
    return (
        best.visits > second + left
        and best.total >= CERTAIN_MARGIN * visits
        and best.total + left <= (1 - CERTAIN_MARGIN) * visits
    )


def compare_moves(
    judge: Judge, view: ViewLike, seat: int, actions: Iterable[ActionLike], rng: Chance, walks: int
) -> tuple[Thought, ...]:
    """Evaluate each action by ``walks`` new walks on the same deals; return them in the given order.

    Results of earlier walks are ignored, so an action that was only lucky loses its advantage.
    """
    key = draw_walk_key(rng)
    branches = [SearchBranch(action, 0.0, 0) for action in actions]
    for branch in branches:
        for _ in range(walks):
            _make_walk(judge, view, seat, branch, key)
    return tuple([branch.make_thought(0) for branch in branches])


def draw_walk_key(rng: Chance) -> bytes:
    """Draw a key for the random numbers of walks."""
    return bytes([rng.draw_below(256) for _ in range(WALK_KEY_BYTES)])


def _make_walk(judge: Judge, view: ViewLike, seat: int, branch: SearchBranch, key: bytes) -> None:
    """Make one walk from a root action, and add its result to the tree.

    If ``judge.choose_by_habit`` is set, the playout begins right after the root action.
    """
    dice = Chance(key, branch.visits)
    walk = SearchWalk(judge, judge.rules.sample(view, dice), seat, dice)
    walk.apply_branch(seat, branch)
    while (
        judge.choose_by_habit is None
        and branch.visits > _get_prior_visits(judge)
        and (mover := walk.advance_turn()) is not None
    ):
        branch = _choose_reply(judge, branch, walk.state, mover, dice)
        walk.apply_branch(mover, branch)
    if judge.playout_turns:
        walk.play_out()
    walk.add_result()


def _choose_reply(judge: Judge, branch: SearchBranch, state: object, seat: int, rng: Chance) -> SearchBranch:
    """Choose the next action in the tree.

    In a search with playouts, the number of actions considered grows with the number of visits.
    """
    known = branch.children.setdefault(seat, {})
    possible = []
    for action in judge.list_actions(state, seat):
        reply = known.get(action)
        if reply is None:
            after = judge.make_evaluable_state(judge.rules.apply(state, seat, action, rng)[0], rng)
            reply = known[action] = SearchBranch(
                action, judge.evaluate(after, seat), _get_prior_visits(judge)
            )
        possible.append(reply)
    if judge.playout_turns:
        possible.sort(key=lambda reply: -reply.prior)
        possible = possible[: 1 + isqrt(sum([reply.visits for reply in possible]))]
    return choose_branch(possible, judge.exploration_weight)


def choose_branch(branches: Iterable[SearchBranch], exploration_weight: float) -> SearchBranch:
    """Return the branch with the highest upper confidence bound. Unvisited ones come first."""
    tried = list(branches)
    spread = exploration_weight * sqrt(log(sum([branch.visits for branch in tried]) + 1))
    best, most = tried[0], -1.0
    for branch in tried:
        if not branch.visits:
            return branch
        worth = branch.total / branch.visits + spread / sqrt(branch.visits)
        if worth > most:
            best, most = branch, worth
    return best


def _get_prior_visits(judge: Judge) -> int:
    """Return the number of visits that a prior counts as: 1 in a tree search, 0 with playouts."""
    return 0 if judge.playout_turns else 1
