"""Who may do what in a tournament."""

from __future__ import annotations

from bot.tournament.errors import NoTournament, NotTournamentHost
from bot.tournament.service import Arrangements, Tournament
from bot.ui.ids import table_of
from bot.ui.services import Interaction


def check_host(interaction: Interaction, found: Tournament) -> None:
    """Let the host of a tournament pass, and people with Manage Server.

    :raises NotTournamentHost: it is neither.
    """
    if interaction.user.id != found.row.host_id and not interaction.permissions.manage_guild:
        raise NotTournamentHost(found.row.host_id)


async def find_here(interaction: Interaction, arrangements: Arrangements, parts: list[str]) -> Tournament:
    """Return the tournament that a custom_id names, where it is one of this server.

    :raises NoTournament: it isn't.
    """
    found = await arrangements.get(table_of(parts))
    if found.row.guild_id != interaction.guild_id:
        raise NoTournament
    return found
