"""Who may do what in a tournament."""

from __future__ import annotations

from bot.features.tournaments.errors import NoTournament, NotTournamentHost
from bot.features.tournaments.service import Arrangements, Tournament
from bot.storage.tournament_rows import TournamentRow
from bot.ui.ids import read_table
from bot.ui.services import Interaction


def may_run(interaction: Interaction, row: TournamentRow) -> bool:
    """Return whether a person hosts a tournament or has Manage Server."""
    return interaction.user.id == row.host_id or interaction.permissions.manage_guild


def check_host(interaction: Interaction, found: Tournament) -> None:
    """Let the host of a tournament pass, and people with Manage Server.

    :raises NotTournamentHost: it is neither.
    """
    if not may_run(interaction, found.row):
        raise NotTournamentHost(found.row.host_id)


async def find_here(interaction: Interaction, arrangements: Arrangements, parts: list[str]) -> Tournament:
    """Return the tournament that a custom_id names, where it is one of this server.

    :raises NoTournament: it isn't.
    """
    found = await arrangements.get(read_table(parts))
    if found.row.guild_id != interaction.guild_id:
        raise NoTournament
    return found
