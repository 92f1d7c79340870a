"""What this room refuses."""

from __future__ import annotations

from bot.errors.base import TableError
from games.core.words import N_


class NotSeen(TableError):
    """The table is in another server, or in a channel that the person cannot read."""

    text = N_("You can't see that table's channel, so you can't join there.")


class NoRole(TableError):
    """The server has no role for those who look for players, or another one by now."""

    text = N_("This server has no such role any more.")


class MayNotSet(TableError):
    """The person does not look after the server."""

    text = N_("You need the permission **Manage Channels** for that.")


class NotHere(TableError):
    """The board cannot be in a channel of this kind."""

    text = N_("The tide board needs a text channel. Use this command in one.")


class StrongRole(TableError):
    """A role that people could give themselves would let them do more than before."""

    text = N_("That role allows more than everybody may do. Choose one without permissions.")


class RoleTooHigh(TableError):
    """Discord does not let the bot give the role."""

    text = N_("I can't give that role. Allow me **Manage Roles**, and move my role above it in the list.")


class NoForum(TableError):
    """The forum is gone, or nothing can be posted there."""

    text = N_("I can't post in the forum any more. Somebody who manages it can fix that.")
