"""What a move was worth beside the best that there was, as its own seat could judge it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.core.rng import Chance
from games.core.shapes import ActionLike, ViewLike
from games.players.playouts import search_moves
from games.players.tree import compare
from games.review.value import KEY, ShareJudge

INACCURACY: Final = 0.05
MISTAKE: Final = 0.10
BLUNDER: Final = 0.15
"""So much of the win lost is judged so."""
RECHECK_LOSS: Final = 0.03
"""What seems to lose so much is compared once more, and more thoroughly."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is looked at: deals for what a position is worth, walks of a search, and of a comparison."""

    deals: int
    walks: int
    duels: int


@dataclass(frozen=True, slots=True)
class Choice:
    """A move beside the best one. ``value`` is what that is worth to the seat, ``loss`` what was lost.

    ``best`` is a token; that of the move itself where nothing better was found.
    """

    best: str
    value: float
    loss: float


def compare_with_best(
    judge: ShareJudge, view: ViewLike, seat: int, played: ActionLike, ply: int, effort: Effort
) -> Choice | None:
    """Judge a move; ``None`` where there was nothing to choose from.

    A search names the best alternative. Both are then compared by themselves, on deals that neither was
    chosen by: of many moves the one that looks best in a search had luck there.
    """
    dice = Chance(KEY, ply)
    possible = judge.actions(judge.rules.sample(view, dice), seat)
    if len({*possible, played}) < 2:
        return None
    found = search_moves(judge, view, seat, dice, _never, effort.walks)
    best = found[0].action
    if best == played:
        return Choice(played.token, found[0].value, 0.0)
    loss, value = _measure_loss(judge, view, seat, (best, played), dice, effort.duels)
    if loss >= RECHECK_LOSS:
        loss, value = _measure_loss(judge, view, seat, (best, played), dice, 3 * effort.duels)
    if loss <= 0:
        return Choice(played.token, value - loss, 0.0)
    return Choice(best.token, value, loss)


def _measure_loss(
    judge: ShareJudge,
    view: ViewLike,
    seat: int,
    actions: tuple[ActionLike, ActionLike],
    dice: Chance,
    walks: int,
) -> tuple[float, float]:
    """Return how much better the first of two actions is, and what it is worth."""
    best, played = compare(judge, view, seat, actions, dice, walks)
    return best.value - played.value, best.value


def _never() -> bool:
    return False
