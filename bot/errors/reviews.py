"""Errors of reviews."""

from __future__ import annotations

from bot.errors.base import TableError
from games.core.words import N_


class EvaluationFailed(Exception):
    """No worker could evaluate a step of the match. The failure is already logged. A retry may succeed."""


class DealStillPlayed(TableError):
    """The match is over, but other tables still play its deal."""

    text = N_("Other tables still play the same deal. You can see this once all of them have ended.")


class ReviewNotReady(TableError):
    """The review is still being computed, but the press must be answered now."""

    text = N_("The review isn't ready yet. Try again in a minute.")
