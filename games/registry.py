"""The one list of games."""

from __future__ import annotations

from games.australis import GAME as AUSTRALIS
from games.core.protocol import Game
from games.das_riff import GAME as DAS_RIFF

GAMES: dict[str, Game] = {game.key: game for game in (DAS_RIFF, AUSTRALIS)}
