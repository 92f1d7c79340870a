"""Puts the board of a server into a channel, or removes it, for the command ``/reefs board``."""

from __future__ import annotations

import discord

from bot.cogs.groups import require_manager
from bot.features.server_board.errors import WrongChannelKind
from bot.features.server_board.keeper import CHANNEL_DELETED, MESSAGE_DELETED, ServerBoardKeeper
from bot.platform import obstacles
from bot.storage.server_boards import BoardRow
from bot.ui import replies
from bot.ui.links import make_message_url
from bot.ui.places import get_public_locale
from bot.ui.services import Interaction
from games.core.words import Words


class BoardPlacer:
    """Puts a server's tide board into a channel or removes it, and tells the user the result."""

    def __init__(self, keeper: ServerBoardKeeper) -> None:
        self.keeper = keeper

    async def place_board(self, interaction: Interaction) -> None:
        """Put the server's board into this channel, or explain why the bot can't post here.

        :raises TableError: the user may not place the board, or the channel isn't suitable.
        """
        guild_id, channel = require_manager(interaction), interaction.channel
        w = replies.get_words(interaction)
        if not isinstance(channel, discord.TextChannel):
            raise WrongChannelKind
        obstacle = await obstacles.find_obstacle(interaction)
        if obstacle is not None:
            await replies.refuse(interaction, obstacle.describe(w))
            return
        before = await self.keeper.place_board(guild_id, channel.id, get_public_locale(interaction))
        row = await self.keeper.find_board(guild_id)
        where = make_message_url(guild_id, channel.id, None if row is None else row.message_id)
        await replies.show(interaction, _describe_placement(before, channel.id, f"<{where}>", w))

    async def end_board(self, interaction: Interaction) -> None:
        """Remove the server's board.

        :raises TableError: the user may not remove it.
        """
        ended = await self.keeper.end_board(require_manager(interaction))
        w = replies.get_words(interaction)
        await replies.show(
            interaction,
            w("The tide board is gone.") if ended else w("This server has no tide board."),
        )


def _describe_placement(before: BoardRow | None, channel_id: int, link: str, w: Words) -> str:
    """Return the reply to the command: the board's channel and, if the earlier board ended, the reason."""
    if before is None:
        return w("The tide board is here: {link}. Pin it, and it's easy to find.", link=link)
    match before.end_reason:
        case "" if before.channel_id == channel_id:
            return w("The tide board is here already: {link}.", link=link)
        case "":
            return w("The tide board has moved here: {link}.", link=link)
        case value if value == MESSAGE_DELETED:
            return w(
                "The tide board is here again: {link}. It had ended because it was deleted twice.", link=link
            )
        case value if value == CHANNEL_DELETED:
            return w("The tide board is here now: {link}. The channel it was in is gone.", link=link)
        case _:
            return w("The tide board is here: {link}. Pin it, and it's easy to find.", link=link)
