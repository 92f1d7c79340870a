"""All games that the bot hosts. Add a new game here."""

from __future__ import annotations

from games.australis import GAME as AUSTRALIS
from games.coral_reef import GAME as CORAL_REEF
from games.core.protocol import Game
from games.das_riff import GAME as DAS_RIFF
from games.reef import GAME as REEF

GAMES: dict[str, Game] = {game.key: game for game in (DAS_RIFF, CORAL_REEF, AUSTRALIS, REEF)}
