"""The features that have docked on, a line each. Nothing else outside their rooms names them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.config import Config
from bot.docking import Dock
from bot.standing import offline
from bot.standing.dock import dock as standing
from games.core.words import Words

FEATURES: tuple[Dock, ...] = (standing,)
OFFLINE: Mapping[str, Callable[[Config, Words], int]] = {"rate": offline.run}
"""What a feature does by ``python -m bot NAME``, with the exit status that it returns."""
