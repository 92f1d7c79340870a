"""Compares moves with the best alternative, from the view of the seat that acted."""

from __future__ import annotations

from typing import Final

from games.core.rng import Chance
from games.core.shapes import ActionLike, ViewLike
from games.core.values import value_class
from games.players.playouts import search_moves
from games.players.tree import compare_moves
from games.review.value import REVIEW_KEY, ShareJudge

MIN_INACCURACY_LOSS: Final = 0.05
MIN_MISTAKE_LOSS: Final = 0.10
MIN_BLUNDER_LOSS: Final = 0.15
"""Minimum loss of win chance for each judgement."""
MIN_LOSS: Final = 0.03
"""Minimum loss that counts, because at this effort a smaller loss may be due to chance.

A move that seems to lose as much is measured again: with more walks in games with ``choose_by_habit``,
otherwise by continuing play (:mod:`games.review.lines`).
"""


@value_class
class ReviewEffort:
    """The amount of computation for a step."""

    deals: int
    """Number of deals on which each position is evaluated."""
    search_walks: int
    """Number of walks in each search for the best move."""
    comparison_walks: int
    """Number of walks in each comparison of two moves."""


@value_class
class BestChoice:
    """The best move of a position, and the win chance that the move played lost against it."""

    best: str
    """Token of the best move, or of the move played if no better move was found."""
    value: float
    """Win chance after the best move."""
    loss: float
    """Win chance lost by the move played instead."""

    def limit_loss(self, max_loss: float, played_token: str) -> BestChoice:
        """Return this choice with a loss of at most ``max_loss``.

        If the loss is then too small to count, the move played becomes the best one.
        """
        if max_loss >= self.loss:
            return self
        if max_loss < MIN_LOSS:
            return BestChoice(played_token, self.value - self.loss, 0.0)
        return BestChoice(self.best, self.value, max_loss)


def compare_with_best(
    judge: ShareJudge, view: ViewLike, seat: int, played: ActionLike, ply: int, effort: ReviewEffort
) -> BestChoice | None:
    """Compare a move with the best one, or return ``None`` if there was no choice.

    A search finds the best alternative. Both moves are then compared on new deals, because a search
    overestimates the move that it finds best.
    """
    dice = Chance(REVIEW_KEY, ply)
    possible = judge.list_actions(judge.rules.sample(view, dice), seat)
    if len({*possible, played}) < 2:
        return None
    thoughts = search_moves(judge, view, seat, dice, _never_stop, effort.search_walks)
    best = thoughts[0].action
    if best == played:
        return BestChoice(played.token, thoughts[0].value, 0.0)
    loss, value = _measure_loss(judge, view, seat, (best, played), dice, effort.comparison_walks)
    if loss >= MIN_LOSS and judge.choose_by_habit is not None:
        loss, value = _measure_loss(judge, view, seat, (best, played), dice, 3 * effort.comparison_walks)
    if loss < MIN_LOSS:
        return BestChoice(played.token, value - loss, 0.0)
    return BestChoice(best.token, value, loss)


def _measure_loss(
    judge: ShareJudge,
    view: ViewLike,
    seat: int,
    actions: tuple[ActionLike, ActionLike],
    rng: Chance,
    walks: int,
) -> tuple[float, float]:
    """Return the win chance lost by the second of two actions, and the win chance after the first."""
    best, played = compare_moves(judge, view, seat, actions, rng, walks)
    return best.value - played.value, best.value


def _never_stop() -> bool:
    return False
