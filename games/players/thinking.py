"""Chooses the actions of a computer player, as strong as its level."""

from __future__ import annotations

from collections.abc import Callable

from games.core.protocol import Game, LevelWeakness
from games.core.rng import Chance
from games.core.shapes import ActionLike, ViewLike
from games.players.judge import Judge, Thought, rank_moves
from games.players.levels import (
    SEARCHING_LEVELS,
    WEAKNESS_BY_LEVEL,
    find_max_iterations,
    find_search_settings,
)
from games.players.playouts import search_moves
from games.players.tree import CountLeft
from games.players.weakness import apply_weakness


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
