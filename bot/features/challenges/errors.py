"""Errors about a server's role for open seats."""

from __future__ import annotations

from bot.errors.base import TableError
from games.core.words import N_


class ChallengeRoleMissing(TableError):
    """The server's role for open seats was deleted, replaced or never set."""

    text = N_("This server no longer uses that role.")


class UnsuitableRole(TableError):
    """The role has more permissions than @everyone, or can't be assigned to people."""

    text = N_("That role gives extra permissions. Choose one without any.")


class RoleTooHigh(TableError):
    """The bot can't assign the role without the permission *Manage Roles* and a role above it."""

    text = N_("I can't give that role. Allow me **Manage Roles**, and move my role above it in the list.")
