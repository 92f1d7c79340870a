"""Permissions that the bot needs in a channel, and their names in Discord's settings."""

from __future__ import annotations

import discord

from games.core.words import N_, Msg, Words

NEEDED_PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
    create_public_threads=True,
)
"""Permissions that the invite link asks for."""

NAME_BY_PERMISSION: dict[str, Msg] = {
    "view_channel": Msg(N_("View Channel")),
    "send_messages": Msg(N_("Send Messages")),
    "send_messages_in_threads": Msg(N_("Send Messages in Threads")),
    "embed_links": Msg(N_("Embed Links")),
    "attach_files": Msg(N_("Attach Files")),
    "read_message_history": Msg(N_("Read Message History")),
    "create_public_threads": Msg(N_("Create Public Threads")),
}
"""Names of permissions in Discord's settings, by discord.py's attribute names."""
MANAGE_THREADS_PERMISSION = Msg(N_("Manage Threads"))
"""Needed to post in locked threads and in private threads. The invite link doesn't ask for it."""
POSTING_PERMISSIONS = ("view_channel", "send_messages")
PICTURE_PERMISSION = "attach_files"
HISTORY_PERMISSION = "read_message_history"
"""Needed to find earlier messages."""


def list_missing_permissions(
    granted_permissions: discord.Permissions, *, in_thread: bool, names: tuple[str, ...] = POSTING_PERMISSIONS
) -> list[str]:
    """Return the attribute names of those permissions in ``names`` that are missing.

    In a thread, the permission to send messages in threads replaces the permission to send messages.
    """
    needed_names = [
        "send_messages_in_threads" if in_thread and name == "send_messages" else name for name in names
    ]
    return [name for name in needed_names if not getattr(granted_permissions, name)]


def name_permissions(permissions: list[str], w: Words) -> str:
    """Return the permissions' names in bold, as a list in a sentence ("A, B and C")."""
    return w.join_list([f"**{w.msg(NAME_BY_PERMISSION[name])}**" for name in permissions])


def can_read(person: discord.Member, channel: discord.abc.GuildChannel | discord.Thread) -> bool:
    """Return whether a member of a server can read a channel.

    Private threads count only for those who may manage threads, because the members aren't known.
    """
    granted = channel.permissions_for(person)
    if isinstance(channel, discord.Thread) and channel.is_private():
        return granted.manage_threads
    return granted.view_channel
