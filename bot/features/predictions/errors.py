"""Errors about predictions."""

from __future__ import annotations

from bot.errors.base import TableError
from games.core.words import N_


class PredictingNotForPlayers(TableError):
    """Current and former players can't predict, because they influence the result and have seen a hand."""

    text = N_("You've played in this match, so you can't predict who wins.")


class NothingToPredict(TableError):
    """No match is running at the table."""

    text = N_("You can predict while a match is running.")


class PredictionsLocked(TableError):
    """It is too late to predict, or to change a prediction."""

    text = N_("Predictions are locked. They're shown at the end.")
