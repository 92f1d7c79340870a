"""Checks who may manage a tournament, and finds the tournament that a button names."""

from __future__ import annotations

from bot.features.tournaments.errors import NoSuchTournament, NotTournamentHost
from bot.features.tournaments.service import Tournament, TournamentService
from bot.storage.tournament_rows import TournamentRow
from bot.ui.ids import read_table_id
from bot.ui.services import Interaction


def may_manage_tournament(interaction: Interaction, row: TournamentRow) -> bool:
    """Return whether the user may manage a tournament, because they host it or have Manage Server."""
    return interaction.user.id == row.host_id or interaction.permissions.manage_guild


def require_tournament_host(interaction: Interaction, tournament: Tournament) -> None:
    """Require that the user is the tournament's host or has Manage Server.

    :raises NotTournamentHost: the user is neither.
    """
    if not may_manage_tournament(interaction, tournament.row):
        raise NotTournamentHost(tournament.row.host_id)


async def find_tournament_of_press(
    interaction: Interaction, service: TournamentService, parts: list[str]
) -> Tournament:
    """Return the tournament that a custom_id names, if it belongs to this server.

    :raises NoSuchTournament: this server has no such tournament.
    """
    tournament = await service.get_tournament(read_table_id(parts))
    if tournament.row.guild_id != interaction.guild_id:
        raise NoSuchTournament
    return tournament


async def find_managed_tournament(
    interaction: Interaction, service: TournamentService, parts: list[str]
) -> Tournament:
    """Return the tournament that a button or form names.

    :raises NotTournamentHost: the user may not manage the tournament.
    """
    tournament = await find_tournament_of_press(interaction, service, parts)
    require_tournament_host(interaction, tournament)
    return tournament
