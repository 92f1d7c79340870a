"""Errors about the forum of a server."""

from __future__ import annotations

from bot.errors.base import TableError
from games.core.words import N_


class ForumUnavailable(TableError):
    """The forum was deleted, the bot can't post there, or the game is no longer hosted."""

    text = N_("I can't post in the forum any more. Somebody who manages it can fix that.")
