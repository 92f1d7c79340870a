"""Errors about the server board."""

from __future__ import annotations

from bot.errors.base import TableError
from games.core.words import N_


class TableHidden(TableError):
    """The table is in another server, or in a channel that the user can't read."""

    text = N_("You can't see that table's channel, so you can't join there.")


class WrongChannelKind(TableError):
    """The board can't be posted in a channel of this kind."""

    text = N_("The tide board needs a text channel. Use this command in one.")
