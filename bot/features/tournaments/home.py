"""The home page's lines about the user's tournaments."""

from __future__ import annotations

from bot.features.tournaments.listing import TournamentList
from bot.features.tournaments.service import TournamentService
from bot.platform.limits import clip
from bot.ui.escaping import escape_name
from bot.ui.offers import HomeEntry
from bot.ui.services import Interaction
from games.core.words import Words
from games.tournament.state import OPEN_STATUS

MAX_NAMED_TOURNAMENTS = 2
MAX_TITLE_LENGTH = 40


class OwnTournamentsSource:
    """Writes the home page's lines about the tournaments that the user takes part in."""

    def __init__(self, service: TournamentService, listing: TournamentList) -> None:
        self._service, self._listing = service, listing

    async def make_home_entry(self, interaction: Interaction, w: Words) -> HomeEntry | None:
        """Return lines about this server's tournaments in which the user takes part, if any."""
        rows = await self._service.store.list_entered_tournament_ids(
            interaction.user.id, interaction.guild_id or 0
        )
        lines = []
        for number in rows[:MAX_NAMED_TOURNAMENTS]:
            tournament = await self._service.get_tournament(number)
            entry = tournament.find_entry_number(interaction.user.id)
            if entry is None or entry not in tournament.state.active_entries:
                continue
            name = escape_name(clip(tournament.row.title, MAX_TITLE_LENGTH))
            title = f"[{name}]({await self._listing.find_panel_url(tournament)})"
            if tournament.state.status == OPEN_STATUS:
                lines.append(w("🏆 {title}: not begun", title=title))
            else:
                lines.append(w("🏆 {title}: round {n}", title=title, n=len(tournament.state.rounds)))
        return HomeEntry("\n".join(lines)) if lines else None
