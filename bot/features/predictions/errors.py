"""What is refused of tips."""

from __future__ import annotations

from bot.errors.base import TableError
from games.core.words import N_


class PlayersDontTip(TableError):
    """Who plays, or has, decides who wins and has seen a hand."""

    text = N_("You've played in this match, so you can't tip who wins.")


class NothingToTip(TableError):
    """A match has not begun, or has ended."""

    text = N_("You can tip while a match is going on.")


class TipsLocked(TableError):
    """Nobody may tip any more."""

    text = N_("Tips are locked. They're shown at the end.")
