"""Explains to users why a table's messages couldn't be posted."""

from __future__ import annotations

from enum import Enum, auto
from typing import Any, NamedTuple

import discord

from bot.platform import permissions
from bot.platform.deadlines import NO_RESPONSE_ERRORS
from games.core.words import Words


class ObstacleCause(Enum):
    """Reason why a message couldn't be posted."""

    CHANNEL = auto()
    """The channel doesn't exist or isn't visible."""
    PERMISSION = auto()
    """The bot is missing a permission in the channel."""
    NOT_IN_THREAD = auto()
    """The channel is a private thread that the bot isn't in."""
    THREAD_LOCKED = auto()
    """The channel is a thread in which only moderators can write."""
    DISCORD = auto()
    """Discord is failing or can't be reached."""
    REFUSED = auto()
    """Discord refuses the message. Another attempt would fail as well."""
    DATABASE = auto()
    """The database failed."""
    COMPUTER = auto()
    """A computer is thinking. The board will be posted with its move."""
    INTERNAL_ERROR = auto()
    """An unexpected error occurred in the bot."""


class Obstacle(NamedTuple):
    """An obstacle that prevented a post: the cause, missing permissions, and whether the bot will retry."""

    cause: ObstacleCause
    missing_permissions: tuple[str, ...] = ()
    will_be_retried: bool = False

    def describe(self, w: Words) -> str:
        """Return a text that explains the cause, and what to do or expect."""
        match self.cause:
            case ObstacleCause.CHANNEL:
                return w("I can't see the table's channel any more.")
            case ObstacleCause.PERMISSION:
                return w(
                    "I need the permission {names} here.",
                    names=permissions.name_permissions(list(self.missing_permissions), w),
                )
            case ObstacleCause.NOT_IN_THREAD:
                return w(
                    "I'm not in this private thread, so I can't post here. "
                    "Mention me to add me, then use `/table`, *Show again*."
                )
            case ObstacleCause.THREAD_LOCKED:
                return w(
                    "This thread is locked, so I can't post here. Unlock it, or allow me {name}, "
                    "then use `/table`, *Show again*.",
                    name=f"**{w.msg(permissions.MANAGE_THREADS_PERMISSION)}**",
                )
            case ObstacleCause.REFUSED:
                return w("Discord won't let me post in the table's channel. Check my permissions there.")
            case ObstacleCause.COMPUTER:
                return w("A computer is thinking. I'll post the table again with its move.")
            case ObstacleCause.INTERNAL_ERROR:
                return w("Something went wrong on my side. Nothing you did before is affected; try again.")
            case ObstacleCause.DISCORD:
                why = w("Discord isn't taking my messages right now.")
            case ObstacleCause.DATABASE:
                why = w("I can't use my database right now.")
        prospect = w("I'll try again in a few minutes.") if self.will_be_retried else w("Try again later.")
        return f"{why}\n{prospect}"


async def find_obstacle(interaction: discord.Interaction[Any]) -> Obstacle | None:
    """Return an obstacle that prevents posts in the interaction's channel, if one is known."""
    if interaction.guild_id is None:
        # Outside servers there are no tables, so the bot doesn't need to post.
        return None
    channel, granted = interaction.channel, interaction.app_permissions
    thread = channel if isinstance(channel, discord.Thread) else None
    missing = permissions.list_missing_permissions(granted, in_thread=thread is not None)
    if missing:
        return Obstacle(ObstacleCause.PERMISSION, tuple(missing))
    if thread is None or granted.manage_threads:
        return None
    if thread.is_private() and not await _is_member(interaction.client, thread):
        return Obstacle(ObstacleCause.NOT_IN_THREAD)
    return Obstacle(ObstacleCause.THREAD_LOCKED) if thread.locked else None


async def _is_member(client: discord.Client, thread: discord.Thread) -> bool:
    """Return whether the bot is a member of a private thread, using the client's cache if possible."""
    if thread.me is not None:
        return True
    try:
        channel = await client.fetch_channel(thread.id)
    except (discord.NotFound, discord.Forbidden):
        return False
    except (discord.HTTPException, *NO_RESPONSE_ERRORS):
        # Without an answer, don't report an obstacle that may not exist.
        return True
    return isinstance(channel, discord.Thread) and channel.me is not None
