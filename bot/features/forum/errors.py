"""Errors about the forum of a server."""

from __future__ import annotations

from bot.errors.base import TableError
from games.core.words import N_


class NoForum(TableError):
    """The forum was deleted, or the bot can't post there."""

    text = N_("I can't post in the forum any more. Somebody who manages it can fix that.")
