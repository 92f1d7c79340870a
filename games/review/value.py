"""Estimates the win chances of all seats in a position, so that they add up to 1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from games.core.protocol import Game
from games.core.rng import Chance
from games.core.shapes import ViewLike
from games.players.judge import Judge, compute_win_shares

Shares = tuple[float, ...]
"""Win chance of each seat. If several seats share the win, each gets an equal fraction."""

REVIEW_KEY: Final = b"review"
"""Key for all random numbers of reviews. They also depend on the ply."""
START_DEALS: Final = 6_000
"""Number of deals for the win chances before the deal, large because all reviews use them."""
_start_shares: dict[tuple[object, int, tuple[tuple[str, str], ...]], Shares] = {}


class ShareJudge(Judge):
    """Estimates the win chances of all seats together."""

    __slots__ = ()

    def evaluate_shares(self, state: object, seat_count: int) -> Shares:
        """Return each seat's win chance in a state that :meth:`Judge.make_evaluable_state` returned."""
        outcome = self.rules.outcome(state)
        if outcome is not None:
            return compute_win_shares(outcome)
        if self.estimate is None:
            return (1 / seat_count,) * seat_count
        estimates = [self.estimate(state, seat) for seat in range(seat_count)]
        total = sum(estimates)
        return tuple([one / total for one in estimates]) if total else (1 / seat_count,) * seat_count


def estimate_shares(judge: ShareJudge, views: Sequence[ViewLike], ply: int, deal_count: int) -> Shares:
    """Return each seat's win chance, estimated from its own view and adjusted so that all add up to 1.

    The adjustment may move a win chance slightly below 0 or above 1. If the view of the seat to move were
    used for all seats, the curve would swing with every turn.
    """
    shares = []
    for seat, view in enumerate(views):
        total = 0.0
        for deal in range(deal_count):
            dice = Chance(REVIEW_KEY + deal.to_bytes(4, "big"), ply)
            state = judge.make_evaluable_state(judge.rules.sample(view, dice), dice)
            total += judge.evaluate_shares(state, len(views))[seat]
        shares.append(total / deal_count)
    # Adding the same number to all win chances keeps their differences, which scaling would change.
    over = (1 - sum(shares)) / len(shares)
    return tuple([one + over for one in shares])


def estimate_start_shares(game: Game, version: int, seat_count: int, options: Mapping[str, str]) -> Shares:
    """Return each seat's win chance before the deal: the mean over many deals."""
    # Computing the win chances takes longer than the rest of a short review, so they are cached.
    about = (game.rules[version], seat_count, tuple(sorted(options.items())))
    if about not in _start_shares:
        _start_shares[about] = _estimate_start_shares(game, version, seat_count, options)
    return _start_shares[about]


def _estimate_start_shares(game: Game, version: int, seat_count: int, options: Mapping[str, str]) -> Shares:
    judge = ShareJudge(game, version)
    total = [0.0] * seat_count
    for deal in range(START_DEALS):
        dice = Chance(REVIEW_KEY + deal.to_bytes(4, "big"), 0)
        state = judge.rules.setup(seat_count, options, dice)[0]
        _add_shares(total, judge.evaluate_shares(judge.make_evaluable_state(state, dice), seat_count))
    return tuple([one / START_DEALS for one in total])


def _add_shares(totals: list[float], shares: Shares) -> None:
    for seat, share in enumerate(shares):
        totals[seat] += share
