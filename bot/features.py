"""The features that have docked on, a line each. Nothing else outside their rooms names them."""

from __future__ import annotations

from bot.daily.docking import dock as daily
from bot.docking import Dock
from bot.puzzles.docking import dock as puzzles
from bot.whatif.docking import dock as whatif

FEATURES: tuple[Dock, ...] = (daily, puzzles, whatif)
