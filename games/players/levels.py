"""The levels of computer players, with their search settings and weaknesses."""

from __future__ import annotations

from typing import Final

from games.core.protocol import Game, LevelWeakness, SearchSettings
from games.core.shapes import ActionLike

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
