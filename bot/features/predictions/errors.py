"""Refusals about tips."""

from __future__ import annotations

from bot.errors.base import TableError
from games.core.words import N_


class PlayersDontTip(TableError):
    """Players, past or present, can't tip because they influence the result and have seen a hand."""

    text = N_("You've played in this match, so you can't tip who wins.")


class NothingToTip(TableError):
    """No match is running at the table."""

    text = N_("You can tip while a match is going on.")


class TipsLocked(TableError):
    """Tips are no longer accepted."""

    text = N_("Tips are locked. They're shown at the end.")
