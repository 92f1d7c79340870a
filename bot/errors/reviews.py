"""What keeps a review from being made, or shown."""

from __future__ import annotations

from bot.errors.base import TableError
from games.core.words import N_


class NotJudged(Exception):
    """No worker could judge a step of a match. It is logged, and tried again later."""


class SameDeal(TableError):
    """The match is over, and others go on that were dealt from the same secret."""

    text = N_("Other tables still play the same deal. You can see this once all of them have ended.")
