"""Marks moves by the win chance that they lost against the best move."""

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

    Information hidden from the seat is sampled. All moves are tried on the same samples with the same random
    numbers, so a move equal to the best one loses exactly 0.
    """
    judge = Judge(game, version)
    rules = judge.rules
    played = rules.read(token)
    totals: dict[ActionLike, float] = {}
    for _ in range(deals):
        state = rules.sample(view, rng)
        key = rng.draw_below(1 << 63).to_bytes(8, "big")
        actions = judge.list_actions(state, seat)
        for action in actions if played in actions else (*actions, played):
            dice = Chance(key, 0)
            after = judge.make_evaluable_state(rules.apply(state, seat, action, dice)[0], dice)
            totals[action] = totals.get(action, 0.0) + judge.evaluate(after, seat)
    return None if len(totals) < 2 else (max(totals.values()) - totals[played]) / deals


def choose_mark(loss: float) -> str:
    """Return the mark, one of :data:`MOVE_MARKS`, for a loss of win chance."""
    return next((name for most, name in _MAX_LOSSES if loss <= most), COSTLY_MARK)


def choose_section_marks(losses: Iterable[float], max_count: int) -> tuple[str, ...]:
    """Return the mark of the costliest move in each section of a match.

    :param losses: the win chance lost by each move.
    :param max_count: maximum number of sections. They have about the same length.
    """
    known = list(losses)
    count = min(max_count, len(known))
    return tuple(
        choose_mark(max(known[number * len(known) // count : (number + 1) * len(known) // count]))
        for number in range(count)
    )
