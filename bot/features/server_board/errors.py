"""Refusals about the server board, its role and its forum."""

from __future__ import annotations

from bot.errors.base import TableError
from games.core.words import N_


class NotSeen(TableError):
    """The table is in another server, or in a channel that the user can't read."""

    text = N_("You can't see that table's channel, so you can't join there.")


class NoRole(TableError):
    """The server no longer has this role for open seats."""

    text = N_("This server has no such role any more.")


class MayNotSet(TableError):
    """The user can't manage channels."""

    text = N_("You need the permission **Manage Channels** for that.")


class WrongChannelKind(TableError):
    """The board can't be in channels of this kind."""

    text = N_("The tide board needs a text channel. Use this command in one.")


class StrongRole(TableError):
    """The role has permissions that nobody should be able to give themselves."""

    text = N_("That role allows more than everybody may do. Choose one without permissions.")


class RoleTooHigh(TableError):
    """Discord doesn't let the bot assign the role."""

    text = N_("I can't give that role. Allow me **Manage Roles**, and move my role above it in the list.")


class NoForum(TableError):
    """The forum is gone, or the bot can't post there."""

    text = N_("I can't post in the forum any more. Somebody who manages it can fix that.")
