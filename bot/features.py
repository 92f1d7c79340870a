"""The features that have docked on, a line each. Nothing else outside their rooms names them."""

from __future__ import annotations

from bot.docking import Dock
from bot.review.feature import dock as dock_review

FEATURES: tuple[Dock, ...] = (dock_review,)
