"""Lists the bot's features. Apart from a feature itself, only this module imports code from its folder."""

from __future__ import annotations

from collections.abc import Mapping

from bot.features.challenges.feature import dock as challenges
from bot.features.channel_seat.feature import dock as channel_seat
from bot.features.contract import Dock, Offline
from bot.features.daily.feature import dock as daily
from bot.features.follow.feature import dock as follow
from bot.features.forum.feature import dock as forum
from bot.features.lessons.feature import dock as lessons
from bot.features.notes.feature import dock as notes
from bot.features.predictions.feature import dock as predictions
from bot.features.premoves.feature import dock as premoves
from bot.features.puzzles.feature import dock as puzzles
from bot.features.ratings import offline
from bot.features.ratings.feature import dock as ratings
from bot.features.records.feature import dock as records
from bot.features.review.feature import dock as review
from bot.features.server_board.feature import dock as server_board
from bot.features.shadow_seat.feature import dock as shadow_seat
from bot.features.tournaments.feature import dock as tournaments
from bot.features.what_if.feature import dock as what_if

FEATURES: tuple[Dock, ...] = (
    lessons,
    premoves,
    notes,
    review,
    ratings,
    daily,
    puzzles,
    what_if,
    records,
    server_board,
    forum,
    challenges,
    follow,
    predictions,
    tournaments,
    shadow_seat,
    channel_seat,
)
"""All features, in the order in which their buttons appear and their work resumes after a restart.

The forum must resume before challenges, because it completes challenges whose posts were interrupted.
"""
OFFLINE: Mapping[str, Offline] = {"rate": offline.run_rating}
"""Commands that run as ``python -m bot NAME``."""
