"""Which tournament a command means, and which ones a person gets to choose from."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.features.tournaments.errors import NoSuchTournament, NoTournament, SeveralHere
from bot.features.tournaments.rights import check_host, may_run
from bot.features.tournaments.service import Arrangements, Tournament
from bot.storage.tournament_rows import TournamentRow
from bot.ui import replies
from bot.ui.services import Interaction


class Choosing:
    """Finds the tournaments of a server for whoever uses a command."""

    def __init__(self, arrangements: Arrangements) -> None:
        self._arrangements = arrangements

    async def find(self, interaction: Interaction, name: str) -> Tournament:
        """Return the tournament that somebody chose or typed.

        :raises NoSuchTournament: they can see none called that.
        """
        rows = await self.list_visible(interaction)
        wanted = name.strip().casefold()
        fits = [row for row in rows if wanted == str(row.id)]
        fits = fits or [row for row in rows if wanted == row.title.casefold()]
        if len(fits) != 1:
            raise NoSuchTournament(name)
        return await self._arrangements.get(fits[0].id)

    async def find_run(self, interaction: Interaction, name: str) -> Tournament:
        """Return the tournament of that name, or the only one of the channel that the person runs.

        :raises NotTournamentHost: somebody else runs it.
        :raises SeveralHere: they run several here and named none.
        """
        if name:
            found = await self.find(interaction, name)
        else:
            found = await self._arrangements.get(await self._find_only(interaction))
        check_host(interaction, found)
        return found

    async def _find_only(self, interaction: Interaction) -> int:
        here = _places(interaction)
        rows = await self._arrangements.store.list_in_server(_server(interaction))
        rows = tuple(row for row in rows if row.channel_id in here)
        if not rows:
            raise NoTournament
        mine = [row for row in rows if row.host_id == interaction.user.id]
        runs = [row for row in rows if may_run(interaction, row)]
        for ended in (False, True):
            for chosen in (mine, runs):
                fits = [row for row in chosen if row.ended is ended]
                if len(fits) > 1:
                    raise SeveralHere
                if fits:
                    return fits[0].id
        return rows[0].id

    async def list_visible(self, interaction: Interaction) -> Sequence[TournamentRow]:
        """Return the tournaments whose channel a person can see, and those they run."""
        rows = await self._arrangements.store.list_in_server(_server(interaction))
        return [row for row in rows if may_run(interaction, row) or _sees(interaction, row)]

    async def suggest(
        self, interaction: Interaction, *, runs: bool = False, going: bool = False
    ) -> list[tuple[str, str]]:
        """Return the tournaments that a command can mean, those of this channel first.

        :param runs: only those that the person runs.
        :param going: only those that haven't ended.
        """
        w, here = replies.reader(interaction), _places(interaction)
        rows = [
            row
            for row in await self.list_visible(interaction)
            if not (runs and not may_run(interaction, row)) and not (going and row.ended)
        ]
        rows.sort(key=lambda row: row.channel_id not in here)
        found = []
        for row in rows:
            channel = None if interaction.guild is None else _channel(interaction.guild, row)
            name = row.title if channel is None else f"{row.title} · #{channel.name}"
            found.append((w("{name} (over)", name=name) if row.ended else name, str(row.id)))
        return found


def _server(interaction: Interaction) -> int:
    return interaction.guild_id or 0


def _places(interaction: Interaction) -> tuple[int, ...]:
    """Return the channel of a command; in a thread also the channel around it."""
    channel = interaction.channel
    around = (channel.parent_id,) if isinstance(channel, discord.Thread) else ()
    return (interaction.channel_id or 0, *around)


def _channel(guild: discord.Guild, row: TournamentRow) -> discord.abc.GuildChannel | discord.Thread | None:
    return guild.get_channel_or_thread(row.channel_id)


def _sees(interaction: Interaction, row: TournamentRow) -> bool:
    if row.channel_id in _places(interaction):
        return True
    channel = None if interaction.guild is None else _channel(interaction.guild, row)
    if channel is None or not isinstance(interaction.user, discord.Member):
        return False
    if isinstance(channel, discord.Thread) and channel.is_private():
        return False
    return channel.permissions_for(interaction.user).view_channel
