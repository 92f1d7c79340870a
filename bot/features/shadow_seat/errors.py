"""Errors about the shadow seat."""

from __future__ import annotations

from bot.errors.base import TableError
from games.core.words import N_


class ShadowSeatNotForPlayers(TableError):
    """Current and former players can't use the shadow seat."""

    text = N_("You've played in this match: *Play along* is for those who watch.")


class ShadowSeatClosed(TableError):
    """The host hasn't opened the shadow seat, or has closed it again."""

    text = N_("The host hasn't opened *Play along* for this match.")
