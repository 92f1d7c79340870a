"""Renames threads that are named after a person, before the person's data and name are erased."""

from __future__ import annotations

import asyncio
import logging

import discord

from bot.model.names import replace_names
from bot.platform.deadlines import NO_RESPONSE_ERRORS
from bot.platform.limits import clip
from bot.storage.traces import NameTraces

log = logging.getLogger(__name__)

MAX_THREAD_NAME_LENGTH = 100
RENAME_TIMEOUT_SECONDS = 60.0
"""Maximum seconds for renaming all threads, because somebody is waiting for the answer."""


async def rename_threads(client: discord.Client, traces: NameTraces, replacement: str) -> list[int]:
    """Replace a person's names in the titles of this bot's threads.

    :returns: the IDs of the threads that could not be renamed.
    """
    not_renamed: list[int] = []
    loop = asyncio.get_running_loop()
    until = loop.time() + RENAME_TIMEOUT_SECONDS
    for channel_id in traces.channel_ids:
        try:
            async with asyncio.timeout_at(until):
                await _rename_thread(client, channel_id, traces, replacement)
        except (discord.HTTPException, discord.InvalidData, *NO_RESPONSE_ERRORS) as error:
            log.info("thread not renamed", extra={"fields": {"reason": type(error).__name__}})
            channel = client.get_channel(channel_id)
            if channel is None or isinstance(channel, discord.Thread):
                not_renamed.append(channel_id)
    return not_renamed


async def _rename_thread(
    client: discord.Client, channel_id: int, traces: NameTraces, replacement: str
) -> None:
    try:
        # The client doesn't cache archived threads, so ask Discord.
        channel = client.get_channel(channel_id) or await client.fetch_channel(channel_id)
    except (discord.NotFound, discord.Forbidden):
        return
    if not isinstance(channel, discord.Thread) or client.user is None:
        return
    name = clip(replace_names(channel.name, traces.names, replacement), MAX_THREAD_NAME_LENGTH)
    if channel.owner_id != client.user.id or name == channel.name:
        return
    slept = channel.archived
    if slept:
        await channel.edit(archived=False)
    await channel.edit(name=name)
    if slept:
        await channel.edit(archived=True)
