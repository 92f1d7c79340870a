"""Computer players for all games. They see only a seat's view, and sample the information that it hides.

``easy`` and ``normal`` judge each move by its immediate result, with errors like a person's
(:mod:`games.players.weakness`). ``hard`` and ``expert`` search with their own settings
(``ComputerSettings.hard``, ``ComputerSettings.expert``): a tree (:mod:`games.players.tree`) or, in games with
large hidden hands, playouts (:mod:`games.players.playouts`).

The game's ``estimate`` evaluates positions, because this package can't read states. Nothing here reads a
clock, so the caller decides when to stop.
"""

from __future__ import annotations

from games.players.judge import Thought
from games.players.levels import (
    BASIC_LEVELS,
    COMPUTER_LEVELS,
    EXPERT_LEVEL,
    MAX_ITERATIONS_BY_LEVEL,
    SEARCHING_LEVELS,
    find_max_iterations,
    find_search_settings,
    list_levels,
)
from games.players.thinking import think

__all__ = [
    "BASIC_LEVELS",
    "COMPUTER_LEVELS",
    "EXPERT_LEVEL",
    "MAX_ITERATIONS_BY_LEVEL",
    "SEARCHING_LEVELS",
    "Thought",
    "find_max_iterations",
    "find_search_settings",
    "list_levels",
    "think",
]
