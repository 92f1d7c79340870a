"""Finds the tournament that a command names, and lists those a user can choose from."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.features.tournaments.errors import UnclearTournamentName
from bot.features.tournaments.rights import may_manage_tournament
from bot.features.tournaments.service import Tournament, TournamentService
from bot.storage.tournament_rows import TournamentRow
from bot.ui import replies
from bot.ui.services import Interaction


class TournamentFinder:
    """Finds the tournaments of a server that the user of a command may see."""

    def __init__(self, service: TournamentService) -> None:
        self._service = service

    async def find_tournament(self, interaction: Interaction, name: str) -> Tournament:
        """Return the visible tournament with this ID or title.

        :raises UnclearTournamentName: the user can't see exactly one such tournament.
        """
        rows = await self.list_visible_tournaments(interaction)
        search_text = name.strip().casefold()
        fits = [row for row in rows if search_text == str(row.id)]
        fits = fits or [row for row in rows if search_text == row.title.casefold()]
        if len(fits) != 1:
            raise UnclearTournamentName(name)
        return await self._service.get_tournament(fits[0].id)

    async def list_visible_tournaments(self, interaction: Interaction) -> Sequence[TournamentRow]:
        """Return the server's tournaments that the user may manage or whose channel they can see."""
        rows = await self._service.store.list_tournaments_in_server(_find_server_id(interaction))
        return [
            row
            for row in rows
            if may_manage_tournament(interaction, row) or _can_see_channel(interaction, row)
        ]

    async def suggest_tournaments(self, interaction: Interaction) -> list[tuple[str, str]]:
        """Return the tournaments to suggest, each as a label and its ID, first those of this channel."""
        w, here = replies.get_words(interaction), _list_channel_ids(interaction)
        rows = list(await self.list_visible_tournaments(interaction))
        rows.sort(key=lambda row: row.channel_id not in here)
        choices = []
        for row in rows:
            channel = None if interaction.guild is None else _find_channel(interaction.guild, row)
            name = row.title if channel is None else f"{row.title} · #{channel.name}"
            choices.append((w("{name} (over)", name=name) if row.has_ended else name, str(row.id)))
        return choices


def _find_server_id(interaction: Interaction) -> int:
    return interaction.guild_id or 0


def _list_channel_ids(interaction: Interaction) -> tuple[int, ...]:
    channel = interaction.channel
    around = (channel.parent_id,) if isinstance(channel, discord.Thread) else ()
    return (interaction.channel_id or 0, *around)


def _find_channel(
    guild: discord.Guild, row: TournamentRow
) -> discord.abc.GuildChannel | discord.Thread | None:
    return guild.get_channel_or_thread(row.channel_id)


def _can_see_channel(interaction: Interaction, row: TournamentRow) -> bool:
    if row.channel_id in _list_channel_ids(interaction):
        return True
    channel = None if interaction.guild is None else _find_channel(interaction.guild, row)
    if channel is None or not isinstance(interaction.user, discord.Member):
        return False
    if isinstance(channel, discord.Thread) and channel.is_private():
        return False
    return channel.permissions_for(interaction.user).view_channel
