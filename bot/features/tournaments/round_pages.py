"""Shows the pages that list all tables of a round, if these don't fit into one message."""

from __future__ import annotations

from bot.features.tournaments.errors import TournamentActionRefused
from bot.features.tournaments.rights import find_tournament_of_press
from bot.features.tournaments.service import Tournament, TournamentService
from bot.features.tournaments.texts import write_round_pages
from bot.features.tournaments.threads import find_threads
from bot.ui import replies
from bot.ui.components import Item, make_button, make_view
from bot.ui.ids import make_custom_id, read_page
from bot.ui.presses import PressHandler, make_tableless_handler
from bot.ui.services import Interaction
from games.core.words import Words
from games.tournament.events import NO_SUCH_TABLE


class RoundPages:
    """Handles the buttons that show the pages of a round."""

    def __init__(self, service: TournamentService) -> None:
        self._service = service

    @property
    def press_handlers(self) -> tuple[PressHandler, ...]:
        return (
            make_tableless_handler("tmr", self.open_round, acknowledge="new"),
            make_tableless_handler("tmu", self.show_round_page),
        )

    async def open_round(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show the first page of a round."""
        await self._show_page(
            interaction, await find_tournament_of_press(interaction, self._service, parts), parts
        )

    async def show_round_page(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show another page of a round."""
        await self._show_page(
            interaction, await find_tournament_of_press(interaction, self._service, parts), parts
        )

    async def _show_page(self, interaction: Interaction, tournament: Tournament, parts: list[str]) -> None:
        w, at = replies.get_words(interaction), read_page(parts, 1)
        if at >= len(tournament.state.rounds):
            raise TournamentActionRefused(NO_SUCH_TABLE)
        threads = await find_threads(self._service.store, tournament, at)
        pages = write_round_pages(tournament, at, threads, w)
        page = min(read_page(parts, 2), len(pages) - 1)
        items: list[Item] = []
        if page:
            items.append(
                make_button(make_custom_id("b", "tmu", tournament.id, at, page - 1), w("Back"), emoji="◀️")
            )
        if page + 1 < len(pages):
            items.append(
                make_button(make_custom_id("b", "tmu", tournament.id, at, page + 1), w("Next"), emoji="▶️")
            )
        await replies.show(interaction, pages[page], view=make_view(items) if items else None)


def make_tables_button(tournament: Tournament, round_index: int, w: Words) -> Item:
    """Return the button that shows all tables of a round."""
    return make_button(make_custom_id("b", "tmr", tournament.id, round_index), w("All tables"), emoji="📋")
