"""The features that have docked on, a line each. Nothing else outside their rooms names them."""

from __future__ import annotations

from collections.abc import Mapping

from bot import ahead
from bot.docking import Dock, Offline
from bot.standing import offline
from bot.standing.dock import dock as dock_standing

FEATURES: tuple[Dock, ...] = (
    ahead.dock,
    dock_standing,
)
OFFLINE: Mapping[str, Offline] = {"rate": offline.run}
"""What a feature does by ``python -m bot NAME``, with the exit status that it returns."""
