"""Marks for moves, by how much they lost against the best move."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from games.core.protocol import Game
from games.core.rng import Chance
from games.core.shapes import ActionLike, ViewLike
from games.players.judge import Judge

DEAL_COUNT: Final = 12
BEST_MARK, GOOD_MARK, FAIR_MARK, COSTLY_MARK = "best", "good", "fair", "costly"
MOVE_MARKS: Final = (BEST_MARK, GOOD_MARK, FAIR_MARK, COSTLY_MARK)
_MAX_LOSSES: Final = ((0.015, BEST_MARK), (0.05, GOOD_MARK), (0.1, FAIR_MARK))
"""Maximum loss of win chance for each mark."""


def measure_move_loss(
    game: Game, version: int, view: ViewLike, seat: int, token: str, rng: Chance, deals: int = DEAL_COUNT
) -> float | None:
    """Return the win chance that a move lost against the best move, or ``None`` if there was no choice.

    Hidden cards are dealt at random from the seat's view. All moves are tried on the same deals with the same
    random numbers, so the loss of a move equal to the best one is exactly 0.
    """
    judge = Judge(game, version)
    rules = judge.rules
    played = rules.read(token)
    totals: dict[ActionLike, float] = {}
    for _ in range(deals):
        state = rules.sample(view, rng)
        key = rng.below(1 << 63).to_bytes(8, "big")
        actions = judge.actions(state, seat)
        for action in actions if played in actions else (*actions, played):
            dice = Chance(key, 0)
            after = judge.make_evaluable(rules.apply(state, seat, action, dice)[0], dice)
            totals[action] = totals.get(action, 0.0) + judge.value(after, seat)
    return None if len(totals) < 2 else (max(totals.values()) - totals[played]) / deals


def mark_loss(loss: float) -> str:
    """Return the mark, one of :data:`MOVE_MARKS`, for a loss of win chance."""
    return next((name for most, name in _MAX_LOSSES if loss <= most), COSTLY_MARK)


def mark_stretches(losses: Iterable[float], most: int) -> tuple[str, ...]:
    """Split a match into at most ``most`` parts of equal length. Return the mark of the costliest move in
    each.
    """
    known = list(losses)
    count = min(most, len(known))
    return tuple(
        mark_loss(max(known[number * len(known) // count : (number + 1) * len(known) // count]))
        for number in range(count)
    )
