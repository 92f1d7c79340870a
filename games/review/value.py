"""What a position is worth to every seat: its part of the win. The parts of all seats add up to one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from games.core.protocol import Game
from games.core.rng import Chance
from games.core.shapes import ActionLike, ViewLike
from games.players.judge import Judge, win_shares

Shares = tuple[float, ...]
"""The part of the win of each seat."""

KEY: Final = b"review"
"""Of all chance that reviews draw; the ply tells the draws of one step from those of another."""
START_DEALS: Final = 6_000
"""Many: what is wrong with their mean is wrong in the same way in every match."""
_starts: dict[tuple[object, int, tuple[tuple[str, str], ...]], Shares] = {}


class ShareJudge(Judge):
    """Tells what a position is worth to all seats together."""

    __slots__ = ()

    def shares(self, state: object, seats: int) -> Shares:
        """Return what a settled state is worth to every seat."""
        outcome = self.rules.outcome(state)
        if outcome is not None:
            return win_shares(outcome)
        if self.estimate is None:
            return (1 / seats,) * seats
        found = [self.estimate(state, seat) for seat in range(seats)]
        total = sum(found)
        return tuple([one / total for one in found]) if total else (1 / seats,) * seats


def weigh(
    judge: ShareJudge, view: ViewLike, seat: int, action: ActionLike | None, seats: int, ply: int, deals: int
) -> tuple[Shares, Shares]:
    """Return what a position is worth as ``seat`` sees it, before an action and after it.

    What is hidden is dealt so many times, and the chance of the step with it: what comes after is the mean
    of all that could have come. Without an action both are the same.
    """
    rules = judge.rules
    before, after = [0.0] * seats, [0.0] * seats
    for deal in range(deals):
        dice = Chance(KEY + deal.to_bytes(4, "big"), ply)
        state = rules.sample(view, dice)
        _add(before, judge.shares(judge.settle(state, dice), seats))
        if action is not None:
            then = rules.apply(state, seat, action, dice)[0]
            _add(after, judge.shares(judge.settle(then, dice), seats))
    worth_before = tuple([total / deals for total in before])
    return worth_before, worth_before if action is None else tuple([total / deals for total in after])


def weigh_each(judge: ShareJudge, views: Sequence[ViewLike], ply: int, deals: int) -> Shares:
    """Return what a position is worth to every seat as each of them sees it, made to add up to one.

    A part may lie a little outside 0 to 1 then. Told by the seat in turn alone, the worth of hidden hands
    would go up and down with every turn.
    """
    found = []
    for seat, view in enumerate(views):
        total = 0.0
        for deal in range(deals):
            dice = Chance(KEY + deal.to_bytes(4, "big"), ply)
            state = judge.settle(judge.rules.sample(view, dice), dice)
            total += judge.shares(state, len(views))[seat]
        found.append(total / deals)
    # What all together lack of one is shared out evenly. By a factor, luck would not come to nought.
    over = (1 - sum(found)) / len(found)
    return tuple([one + over for one in found])


def weigh_start(game: Game, version: int, seats: int, options: Mapping[str, str]) -> Shares:
    """Return what a match is worth to each seat before its deal: the mean over so many others."""
    # It takes longer than the rest of some reviews, and is the same in all of a game's.
    about = (game.rules[version], seats, tuple(sorted(options.items())))
    if about not in _starts:
        _starts[about] = _weigh_start(game, version, seats, options)
    return _starts[about]


def _weigh_start(game: Game, version: int, seats: int, options: Mapping[str, str]) -> Shares:
    judge = ShareJudge(game, version)
    total = [0.0] * seats
    for deal in range(START_DEALS):
        dice = Chance(KEY + deal.to_bytes(4, "big"), 0)
        state = judge.rules.setup(seats, options, dice)[0]
        _add(total, judge.shares(judge.settle(state, dice), seats))
    return tuple([one / START_DEALS for one in total])


def _add(total: list[float], shares: Shares) -> None:
    for seat, share in enumerate(shares):
        total[seat] += share
