"""The features that have docked on, a line each. Nothing else outside their rooms names them."""

from __future__ import annotations

from bot import ahead
from bot.docking import Dock

FEATURES: tuple[Dock, ...] = (ahead.dock,)
