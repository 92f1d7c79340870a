"""Computer players, the same for every game: they see a view, deal what it hides, and look ahead.

``easy`` and ``normal`` judge each move by what it brings at once, and err as people do
(:mod:`games.players.lapses`); ``hard`` and ``expert`` search what follows, each by what a game has for it
(``Game.hard``, ``Game.expert``): as a tree (:mod:`games.players.tree`) or, where hands tell too little, by
playing on out of habit (:mod:`games.players.playouts`). What a position is worth is the game's own
``estimate``. What is dealt is opaque here. Nothing here knows a clock: the caller says when to stop.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from games.core.protocol import Game, Lapses, Search
from games.core.rng import Chance
from games.core.shapes import ActionLike, ViewLike
from games.players.judge import Judge, Thought
from games.players.lapses import err
from games.players.look import look
from games.players.playouts import look_ahead

__all__ = ["BUDGETS", "EVERYWHERE", "LEVELS", "Thought", "levels", "most_of", "think"]

HARD: Final = "hard"
EVERYWHERE: Final = ("easy", "normal", HARD)
"""The levels that every game has."""
EXPERT: Final = "expert"
LEVELS: Final = (*EVERYWHERE, EXPERT)
BUDGETS: Final = {"easy": 1, "normal": 6, HARD: 6000, EXPERT: 6000}
"""The most iterations of each level: deals that each move is judged on; of those that search, paths."""
SEARCHING: Final = (HARD, EXPERT)

LAPSES: Final = {"easy": Lapses(overlooks=50), "normal": Lapses(overlooks=20)}
"""How a level errs in a game that says nothing about it (``Game.lapses``)."""


def search_of(game: Game, level: str) -> Search[object, ActionLike]:
    """Return how a level of a game searches."""
    return {HARD: game.hard, EXPERT: game.expert}.get(level) or Search()


def most_of(game: Game, level: str) -> int:
    """Return the most iterations of a level of a game, whatever time there is."""
    most, own = BUDGETS[level], search_of(game, level).most
    return most if own is None else min(most, own)


def levels(game: Game) -> tuple[str, ...]:
    """Return the levels of a game, the weakest first."""
    return LEVELS if game.expert is not None else EVERYWHERE


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
    judge = Judge(game, version, search_of(game, level))
    most = most_of(game, level) if iterations is None else iterations
    actions = judge.actions(judge.rules.sample(view, rng), seat)
    if not actions:
        raise ValueError(f"seat {seat} has nothing to do")
    if level in SEARCHING and len(actions) > 1:
        return look_ahead(judge, view, seat, rng, should_stop, most) or unseen(actions)
    thoughts = look(judge, view, seat, rng, should_stop, most) or unseen(actions)
    return err(thoughts, rng, game.lapses.get(level) or LAPSES.get(level, Lapses()))


def unseen(actions: tuple[ActionLike, ...]) -> tuple[Thought, ...]:
    """Return actions that there was no time to look at, the likeliest first as the rules list them."""
    return tuple(Thought(action, 0.5, 0) for action in actions)
