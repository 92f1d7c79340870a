"""Why a table's messages could not be posted, in words for whoever has asked for them."""

from __future__ import annotations

from enum import Enum, auto
from typing import Any, NamedTuple

import discord

from bot.platform import permissions
from bot.platform.deadlines import CUT
from games.core.words import Words


class Cause(Enum):
    """What was in the way."""

    CHANNEL = auto()
    """It is gone, or cannot be seen."""
    PERMISSION = auto()
    OUTSIDE = auto()
    """It is a private thread, and nobody has added the host."""
    LOCKED = auto()
    """It is a thread in which only those may write who manage threads."""
    DISCORD = auto()
    """It is at fault or cannot be reached."""
    REFUSED = auto()
    """Discord refuses, and would refuse another try as well."""
    DATABASE = auto()
    COMPUTER = auto()
    """One is thinking: what it does is told with the board."""
    OURSELVES = auto()


class Obstacle(NamedTuple):
    """What was in the way, which permissions are lacking, and whether it will be tried again unasked."""

    kind: Cause
    lacking: tuple[str, ...] = ()
    again: bool = False

    def text(self, w: Words) -> str:
        """Say why, and what is to be expected."""
        match self.kind:
            case Cause.CHANNEL:
                return w("I can't see the table's channel any more.")
            case Cause.PERMISSION:
                return w(
                    "I need the permission {names} here.", names=permissions.named(list(self.lacking), w)
                )
            case Cause.OUTSIDE:
                return w(
                    "I'm not in this private thread, so I can't post here. "
                    "Mention me to add me, then use `/table show`."
                )
            case Cause.LOCKED:
                return w(
                    "This thread is locked, so I can't post here. Unlock it, or allow me {name}, "
                    "then use `/table show`.",
                    name=f"**{w.msg(permissions.MANAGE_THREADS)}**",
                )
            case Cause.REFUSED:
                return w("Discord won't let me post in the table's channel. Check my permissions there.")
            case Cause.COMPUTER:
                return w("A computer is thinking. I'll post the table again with its move.")
            case Cause.OURSELVES:
                return w("Something went wrong on my side. Nothing you did before is affected; try again.")
            case Cause.DISCORD:
                why = w("Discord isn't taking my messages right now.")
            case Cause.DATABASE:
                why = w("I can't use my database right now.")
        prospect = w("I'll try again in a few minutes.") if self.again else w("Try again later.")
        return f"{why}\n{prospect}"


async def here(interaction: discord.Interaction[Any]) -> Obstacle | None:
    """Return what keeps the host from posting where somebody presses or types, if that can be told now."""
    if interaction.guild_id is None:
        # In a direct message nothing is posted: the table is elsewhere.
        return None
    channel, granted = interaction.channel, interaction.app_permissions
    thread = channel if isinstance(channel, discord.Thread) else None
    missing = permissions.missing(granted, thread=thread is not None)
    if missing:
        return Obstacle(Cause.PERMISSION, tuple(missing))
    if thread is None or granted.manage_threads:
        return None
    if thread.is_private() and not await _joined(interaction.client, thread):
        return Obstacle(Cause.OUTSIDE)
    return Obstacle(Cause.LOCKED) if thread.locked else None


async def _joined(client: discord.Client, thread: discord.Thread) -> bool:
    """Tell whether the host is in a private thread. Discord says so of threads that it tells of by itself."""
    if thread.me is not None:
        return True
    try:
        found = await client.fetch_channel(thread.id)
    except (discord.NotFound, discord.Forbidden):
        return False
    except (discord.HTTPException, *CUT):
        # What was asked for is done, and nobody knows better.
        return True
    return isinstance(found, discord.Thread) and found.me is not None
