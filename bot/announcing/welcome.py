"""Posts a welcome message in a server that has just added the bot."""

from __future__ import annotations

import logging
from collections.abc import Mapping

import discord

from bot.announcing.posting import make_allowed_mentions
from bot.errors.storage import StorageError
from bot.platform import permissions
from bot.platform.deadlines import NO_RESPONSE_ERRORS
from bot.platform.mentions import CommandMentions
from bot.storage.settings import Settings
from bot.ui.pictures import Pictures
from bot.ui.table import welcome
from games.core.protocol import Game
from games.core.words import load_words

log = logging.getLogger(__name__)

WELCOMED_KEY = "welcomed"
"""Name of the setting that records that a server was welcomed."""


class Welcome:
    """Posts the welcome message in the system channel, once for each server."""

    def __init__(
        self, settings: Settings, pictures: Pictures, mentions: CommandMentions, games: Mapping[str, Game]
    ) -> None:
        self._settings = settings
        self._pictures = pictures
        self._mentions = mentions
        self._games = games
        self._greeting: set[int] = set()

    async def welcome_server(self, guild: discord.Guild) -> None:
        """Post the welcome message, if the bot can post and hasn't welcomed the server before."""
        channel = guild.system_channel
        if guild.id in self._greeting or channel is None:
            return
        granted = channel.permissions_for(guild.me)
        if permissions.list_missing_permissions(
            granted, in_thread=False, names=permissions.POSTING_PERMISSIONS
        ):
            return
        self._greeting.add(guild.id)
        try:
            if await self._settings.get(guild.id, WELCOMED_KEY) is not None:
                return
            # Record the welcome before posting it. If the bot crashes in between, a missing welcome message
            # is better than a second one.
            await self._settings.set(guild.id, WELCOMED_KEY, "yes")
            await self._post_welcome(guild, channel, has_picture=granted.attach_files)
        except StorageError as error:
            log.warning("welcome not posted", extra={"fields": {"reason": str(error)}})
        except (discord.HTTPException, *NO_RESPONSE_ERRORS) as error:
            log.warning("welcome not posted error=%r", error)
        finally:
            self._greeting.discard(guild.id)

    async def _post_welcome(
        self, guild: discord.Guild, channel: discord.TextChannel, *, has_picture: bool
    ) -> None:
        w, games = load_words(str(guild.preferred_locale)), self._games.values()
        files = await self._pictures.draw_posters(list(games), w) if has_picture else []
        await channel.send(
            self._mentions.link_commands(welcome.write_welcome(w)),
            view=welcome.make_welcome_buttons(games),
            files=files,
            allowed_mentions=make_allowed_mentions(),
        )
