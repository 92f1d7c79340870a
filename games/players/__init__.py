"""Computer players, the same for every game. They see a view, deal what it hides, and look ahead.

``easy`` and ``normal`` judge each move by its immediate result, with errors like a person's
(:mod:`games.players.weakness`). ``hard`` and ``expert`` search with the settings of ``Players.hard`` and
``Players.expert``: a tree (:mod:`games.players.tree`) or, in games with large hidden hands, playouts by habit
(:mod:`games.players.playouts`). The game's ``estimate`` values positions; states are opaque here. Nothing
reads a clock: the caller says when to stop.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.core.protocol import Game, Search, Weakness
from games.core.rng import Chance
from games.core.shapes import ActionLike, ViewLike
from games.players.judge import Judge, Thought, rank_moves
from games.players.playouts import search_moves
from games.players.weakness import apply_weakness

__all__ = [
    "BASIC_LEVELS",
    "LEVELS",
    "MAX_ITERATIONS",
    "Thought",
    "find_max_iterations",
    "list_levels",
    "think",
]

HARD: Final = "hard"
BASIC_LEVELS: Final = ("easy", "normal", HARD)
"""The levels that every game has."""
EXPERT: Final = "expert"
LEVELS: Final = (*BASIC_LEVELS, EXPERT)
MAX_ITERATIONS: Final = {"easy": 1, "normal": 6, HARD: 6000, EXPERT: 6000}
"""The most iterations of each level: deals that each move is judged on; of those that search, paths."""
SEARCHING: Final = (HARD, EXPERT)

WEAKNESSES: Final = {"easy": Weakness(overlooks=50), "normal": Weakness(overlooks=20)}
"""How a level errs in a game that says nothing about it (``Players.weaknesses``)."""


def find_search(game: Game, level: str) -> Search[object, ActionLike]:
    """Return how a level of a game searches."""
    return {HARD: game.players.hard, EXPERT: game.players.expert}.get(level) or Search()


def find_max_iterations(game: Game, level: str) -> int:
    """Return the most iterations of a level of a game, whatever time there is."""
    most, own = MAX_ITERATIONS[level], find_search(game, level).most
    return most if own is None else min(most, own)


def list_levels(game: Game) -> tuple[str, ...]:
    """Return the levels of a game, the weakest first."""
    return LEVELS if game.players.expert is not None else BASIC_LEVELS


def think(
    game: Game,
    version: int,
    view: ViewLike,
    seat: int,
    level: str,
    rng: Chance,
    should_stop: Callable[[], bool],
    iterations: int | None = None,
) -> tuple[Thought, ...]:
    """Return the actions of ``seat`` worth looking at, the one to play first.

    The same ``view``, chance and number of iterations give the same answer, unless ``should_stop`` cuts
    it short. Even then there is an answer, and each of its actions is legal.

    :param view: what ``seat`` sees; it is among ``view.to_act``.
    :param level: one of :data:`LEVELS`.
    :param should_stop: polled between iterations.
    :param iterations: as of :func:`most_of`, whose number is used when it is ``None``.
    :raises ValueError: the seat has nothing to do in this view.
    """
    judge = Judge(game, version, find_search(game, level))
    most = find_max_iterations(game, level) if iterations is None else iterations
    actions = judge.actions(judge.rules.sample(view, rng), seat)
    if not actions:
        raise ValueError(f"seat {seat} has nothing to do")
    if level in SEARCHING and len(actions) > 1:
        return search_moves(judge, view, seat, rng, should_stop, most) or make_unseen(actions)
    thoughts = rank_moves(judge, view, seat, rng, should_stop, most) or make_unseen(actions)
    return apply_weakness(
        thoughts, rng, game.players.weaknesses.get(level) or WEAKNESSES.get(level, Weakness())
    )


def make_unseen(actions: tuple[ActionLike, ...]) -> tuple[Thought, ...]:
    """Return actions that there was no time to look at, the likeliest first as the rules list them."""
    return tuple(Thought(action, 0.5, 0) for action in actions)
