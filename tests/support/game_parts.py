"""Lists of the games that include each optional part, so that tests can skip the others.

The published games must include all parts, which ``tests/games/test_game_parts.py`` checks.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Final

from games.core.puzzle import read_puzzles
from games.registry import GAMES

ROOT: Final = Path(__file__).resolve().parents[2]
PUBLISHED_GAMES: Final = ("das_riff", "coral_reef", "australis", "reef")

UNPUBLISHED_GAME_COUNT: Final = len(GAMES) - len(PUBLISHED_GAMES)
"""Number of unpublished games. It is added to limits on lists of games."""

GAMES_WITH_LESSON: Final = [key for key, game in GAMES.items() if game.lesson_steps]
GAMES_WITH_PUZZLES: Final = [key for key in GAMES if read_puzzles(key)]
GAMES_WITH_GOAL: Final = [key for key, game in GAMES.items() if game.goal is not None]
GAMES_WITH_RECORDS: Final = [key for key, game in GAMES.items() if game.records]
GAMES_WITH_ESTIMATE: Final = [
    key for key, game in GAMES.items() if game.computer_settings.estimate is not None
]
GAMES_WITH_WEAKNESSES: Final = [key for key, game in GAMES.items() if game.computer_settings.weaknesses]
GAMES_WITH_RATINGS: Final = [key for key, game in GAMES.items() if game.computer_settings.ratings]
GAMES_WITH_POSTER: Final = [key for key, game in GAMES.items() if game.poster.pieces]
GAMES_WITH_AIMS: Final = [key for key, game in GAMES.items() if game.aims]
GAMES_WITH_MOVES: Final = [key for key, game in GAMES.items() if game.moves_path]
GAMES_WITH_OWN_PARTS: Final = [key for key, game in GAMES.items() if game.own_parts_path]
GAMES_WITH_PLACES: Final = [key for key, game in GAMES.items() if game.places_path]
GAMES_WITH_SCOREBOARD: Final = [key for key, game in GAMES.items() if game.scoreboard_path]
GAMES_WITH_NAME_PLATES: Final = [
    key
    for key in GAMES
    if any("NamePlate(" in path.read_text("utf-8") for path in (ROOT / "games" / key).glob("draw*.py"))
]
GAMES_WITH_ICONS: Final = [key for key in GAMES if find_spec(f"games.{key}.emoji")]
GAMES_WITH_NOTABLE_EVENTS: Final = [key for key, game in GAMES.items() if game.is_notable is not None]
GAMES_WITH_TESTS: Final = [key for key in GAMES if (ROOT / "tests" / "games" / key).is_dir()]
