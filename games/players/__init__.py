"""Computer players for all games. They see only a seat's view, and sample the information that it hides.

``easy`` and ``normal`` judge each move by its immediate result, with errors like a person's
(:mod:`games.players.weakness`). ``hard`` and ``expert`` search with their own settings
(``ComputerSettings.hard``, ``ComputerSettings.expert``): a tree (:mod:`games.players.tree`) or, in games with
large hidden hands, playouts (:mod:`games.players.playouts`).

The game's ``estimate`` evaluates positions, because this package can't read states. Nothing here reads a
clock, so the caller decides when to stop.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.core.protocol import Game, LevelWeakness, SearchSettings
from games.core.rng import Chance
from games.core.shapes import ActionLike, ViewLike
from games.players.judge import Judge, Thought, rank_moves
from games.players.playouts import search_moves
from games.players.tree import CountLeft
from games.players.weakness import apply_weakness

__all__ = [
    "BASIC_LEVELS",
    "COMPUTER_LEVELS",
    "MAX_ITERATIONS_BY_LEVEL",
    "Thought",
    "find_max_iterations",
    "list_levels",
    "think",
]

HARD_LEVEL: Final = "hard"
BASIC_LEVELS: Final = ("easy", "normal", HARD_LEVEL)
"""The levels that every game has."""
EXPERT_LEVEL: Final = "expert"
COMPUTER_LEVELS: Final = (*BASIC_LEVELS, EXPERT_LEVEL)
MAX_ITERATIONS_BY_LEVEL: Final = {"easy": 1, "normal": 6, HARD_LEVEL: 6000, EXPERT_LEVEL: 6000}
"""Maximum number of iterations by level. An iteration is a deal on which each move is tried or, for levels
that search, a walk (:mod:`games.players.tree`).
"""
SEARCHING_LEVELS: Final = (HARD_LEVEL, EXPERT_LEVEL)

WEAKNESS_BY_LEVEL: Final = {
    "easy": LevelWeakness(overlooked_percentage=50),
    "normal": LevelWeakness(overlooked_percentage=20),
}
"""Weaknesses of levels in games that don't define ``ComputerSettings.weaknesses``."""


def find_search_settings(game: Game, level: str) -> SearchSettings[object, ActionLike]:
    """Return a level's search settings, or the defaults if the game sets none."""
    return {HARD_LEVEL: game.computer_settings.hard, EXPERT_LEVEL: game.computer_settings.expert}.get(
        level
    ) or SearchSettings()


def find_max_iterations(game: Game, level: str) -> int:
    """Return the maximum number of iterations for a level, however much time there is."""
    most, own = MAX_ITERATIONS_BY_LEVEL[level], find_search_settings(game, level).max_iterations
    return most if own is None else min(most, own)


def list_levels(game: Game) -> tuple[str, ...]:
    """Return the levels of a game, the weakest first."""
    return COMPUTER_LEVELS if game.computer_settings.expert is not None else BASIC_LEVELS


def think(
    game: Game,
    version: int,
    view: ViewLike,
    seat: int,
    level: str,
    rng: Chance,
    should_stop: Callable[[], bool],
    iterations: int | None = None,
    count_left: CountLeft | None = None,
) -> tuple[Thought, ...]:
    """Return the actions worth considering for ``seat``, with the one to play first.

    The result depends only on the view, the random numbers and the number of iterations, unless
    ``should_stop`` ends the search early. There is always a result, and all its actions are legal.

    :param view: what ``seat`` sees. The seat must be in ``view.to_act``.
    :param level: one of :data:`COMPUTER_LEVELS`.
    :param should_stop: called between iterations to find out whether to stop.
    :param iterations: number of iterations, by default :func:`find_max_iterations`.
    :param count_left: returns how many more iterations there can be, given the number done. With it, a search
        ends as soon as its first action can no longer change, so the order of the other actions may be less
        exact.
    :raises ValueError: if the seat has no legal action.
    """
    judge = Judge(game, version, find_search_settings(game, level))
    most = find_max_iterations(game, level) if iterations is None else iterations
    actions = judge.list_actions(judge.rules.sample(view, rng), seat)
    if not actions:
        raise ValueError(f"seat {seat} has nothing to do")
    if level in SEARCHING_LEVELS and len(actions) > 1:
        return search_moves(
            judge, view, seat, rng, should_stop, most, count_left
        ) or make_unevaluated_thoughts(actions)
    thoughts = rank_moves(judge, view, seat, rng, should_stop, most) or make_unevaluated_thoughts(actions)
    return apply_weakness(
        thoughts,
        rng,
        game.computer_settings.weaknesses.get(level) or WEAKNESS_BY_LEVEL.get(level, LevelWeakness()),
    )


def make_unevaluated_thoughts(actions: tuple[ActionLike, ...]) -> tuple[Thought, ...]:
    """Return thoughts with the value 0.5 for actions that weren't evaluated because time ran out."""
    return tuple(Thought(action, 0.5, 0) for action in actions)
