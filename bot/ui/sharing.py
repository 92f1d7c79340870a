"""Posts a picture to the channel on request, without mentioning anyone."""

from __future__ import annotations

import discord

from bot.kit.rate_limits import RateLimit
from bot.platform import obstacles, permissions
from bot.platform.limits import MAX_MESSAGE_LENGTH, clip
from bot.ui import replies
from bot.ui.action_limits import ActionLimit
from bot.ui.escaping import escape_name
from bot.ui.places import get_place
from bot.ui.services import Interaction
from games.core.words import N_, Words

PICTURE_LIMIT = ActionLimit(
    "standing",
    (RateLimit(3, 600),),
    N_("You've posted several of these here. You can post another {when}."),
)


async def get_public_words(interaction: Interaction) -> Words:
    """Return the translations in the language of public texts in this channel."""
    return await interaction.client.services.tables.channels.find_words_at(get_place(interaction))


async def post_publicly(interaction: Interaction, text: str, files: list[discord.File]) -> None:
    """Post a text with pictures and confirm it privately, or explain why it can't be posted.

    :raises ActionTooOften: the person has posted too often here.
    """
    w, channel = replies.get_words(interaction), interaction.channel
    obstacle = await obstacles.find_obstacle(interaction)
    if obstacle is not None:
        await replies.refuse(interaction, obstacle.describe(w))
        return
    if not interaction.app_permissions.attach_files:
        names = permissions.name_permissions([permissions.PICTURE_PERMISSION], w)
        await replies.refuse(interaction, w("I need the permission {names} here.", names=names))
        return
    if not isinstance(channel, discord.abc.Messageable):
        await replies.refuse(interaction, w("I can't post here."))
        return
    pressed = interaction.message.id if interaction.message is not None else interaction.id
    with interaction.client.services.action_limits.limit_posts(
        PICTURE_LIMIT, interaction.user.id, get_channel_id(interaction)
    ):
        # A double press sends the same nonce, so Discord posts the message only once.
        await channel.send(
            clip(text, MAX_MESSAGE_LENGTH),
            files=files,
            nonce=f"st{pressed}",
            allowed_mentions=discord.AllowedMentions.none(),
        )
    await replies.show(interaction, w("Posted."), keep_files=True)


def get_channel_id(interaction: Interaction) -> int:
    """Return the ID of the interaction's channel, or 0 without a channel."""
    return interaction.channel_id or 0


def write_shown_by_line(interaction: Interaction, w: Words) -> str:
    """Return a line naming the person who shows something to the channel."""
    return w("-# Shown by {name}", name=escape_name(interaction.user.display_name))
