"""Lists the bot's features. Apart from a feature itself, only this module imports code from its folder."""

from __future__ import annotations

from collections.abc import Mapping

from bot.features.challenges.feature import create_feature as challenges
from bot.features.channel_seat.feature import create_feature as channel_seat
from bot.features.contract import FeatureFactory, OfflineCommand
from bot.features.daily.feature import create_feature as daily
from bot.features.follow.feature import create_feature as follow
from bot.features.forum.feature import create_feature as forum
from bot.features.imports.feature import create_feature as imports
from bot.features.lessons.feature import create_feature as lessons
from bot.features.notes.feature import create_feature as notes
from bot.features.predictions.feature import create_feature as predictions
from bot.features.premoves.feature import create_feature as premoves
from bot.features.puzzles.feature import create_feature as puzzles
from bot.features.ratings import offline
from bot.features.ratings.feature import create_feature as ratings
from bot.features.review.feature import create_feature as review
from bot.features.server_board.feature import create_feature as server_board
from bot.features.shadow_seat.feature import create_feature as shadow_seat
from bot.features.tournaments.feature import create_feature as tournaments
from bot.features.what_if.feature import create_feature as what_if

FEATURES: tuple[FeatureFactory, ...] = (
    lessons,
    premoves,
    notes,
    review,
    ratings,
    daily,
    puzzles,
    what_if,
    imports,
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
OFFLINE_COMMAND_BY_NAME: Mapping[str, OfflineCommand] = {"rate": offline.run_rating}
"""Run as ``python -m bot NAME``."""
