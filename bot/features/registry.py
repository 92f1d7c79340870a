"""The features that have docked on, a line each. Nothing else outside their rooms names them."""

from __future__ import annotations

from collections.abc import Mapping

from bot.features.channel_seat.feature import dock as dock_channel_seat
from bot.features.contract import Dock, Offline
from bot.features.daily.feature import dock as dock_daily
from bot.features.follow.feature import dock as dock_follow
from bot.features.predictions.feature import dock as dock_tips
from bot.features.premoves.feature import dock as dock_ahead
from bot.features.puzzles.feature import dock as dock_puzzles
from bot.features.ratings import offline
from bot.features.ratings.feature import dock as dock_standing
from bot.features.records.feature import dock as dock_files
from bot.features.review.feature import dock as dock_review
from bot.features.server_board.feature import dock as dock_tide
from bot.features.shadow_seat.feature import dock as dock_shadow
from bot.features.tournaments.feature import dock as dock_tournament
from bot.features.what_if.feature import dock as dock_whatif

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
