"""The features that have docked on, a line each. Nothing else outside their rooms names them."""

from __future__ import annotations

from collections.abc import Mapping

from bot.ahead import dock as dock_ahead
from bot.channel_seat.docking import dock as dock_channel_seat
from bot.daily.docking import dock as dock_daily
from bot.docking import Dock, Offline
from bot.files.docking import dock as dock_files
from bot.follow.docking import dock as dock_follow
from bot.puzzles.docking import dock as dock_puzzles
from bot.review.feature import dock as dock_review
from bot.shadow.docking import dock as dock_shadow
from bot.standing import offline
from bot.standing.dock import dock as dock_standing
from bot.tide.docking import dock as dock_tide
from bot.tips.docking import dock as dock_tips
from bot.tournament.dock import dock as dock_tournament
from bot.whatif.docking import dock as dock_whatif

FEATURES: tuple[Dock, ...] = (
    dock_ahead,
    dock_review,
    dock_standing,
    dock_daily,
    dock_puzzles,
    dock_whatif,
    dock_files,
    dock_tide,
    dock_follow,
    dock_tips,
    dock_tournament,
    dock_shadow,
    dock_channel_seat,
)
OFFLINE: Mapping[str, Offline] = {"rate": offline.run}
"""What a feature does by ``python -m bot NAME``, with the exit status that it returns."""
