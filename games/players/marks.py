"""How good the moves of a match were: the loss of each against the best that could be seen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from games.core.protocol import Game
from games.core.rng import Chance
from games.core.shapes import ViewLike
from games.players.judge import Judge
from games.players.look import look

DEALS: Final = 12
BEST, GOOD, FAIR, COSTLY = "best", "good", "fair", "costly"
MARKS: Final = (BEST, GOOD, FAIR, COSTLY)
_LOSSES: Final = ((0.015, BEST), (0.05, GOOD), (0.1, FAIR))
"""Up to which loss of a win chance a move is called so."""


def find_loss(
    game: Game, version: int, view: ViewLike, seat: int, token: str, rng: Chance, deals: int = DEALS
) -> float | None:
    """Return how much less a move was worth than the best one, as a part of a win chance.

    Judged from what the seat could see, each move on the same deals of what it could not. ``None`` where
    there was nothing to choose.
    """
    judge = Judge(game, version)
    played = judge.rules.read(token)
    narrowed = judge.actions

    def list_actions(state: object, who: int) -> tuple[object, ...]:
        actions = narrowed(state, who)
        return actions if played in actions else (*actions, played)

    judge.actions = list_actions  # type: ignore[assignment]
    seen = look(judge, view, seat, rng, lambda: False, deals)
    if len(seen) < 2:
        return None
    return seen[0].value - next(thought.value for thought in seen if thought.action == played)


def mark(loss: float) -> str:
    """Name a loss."""
    return next((name for most, name in _LOSSES if loss <= most), COSTLY)


def sum_up(losses: Iterable[float], most: int) -> tuple[str, ...]:
    """Return marks of at most ``most`` stretches of a match, each by its costliest move."""
    known = list(losses)
    count = min(most, len(known))
    return tuple(
        mark(max(known[number * len(known) // count : (number + 1) * len(known) // count]))
        for number in range(count)
    )
