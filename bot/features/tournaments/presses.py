"""The buttons of a tournament that everybody can use, such as *Join* and *Standings*."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from bot.features.tournaments.changes import write_changes
from bot.features.tournaments.errors import NotInTournament
from bot.features.tournaments.help import write_help
from bot.features.tournaments.picture import MAX_ROWS, draw_standings
from bot.features.tournaments.rights import find_tournament_of_press
from bot.features.tournaments.service import Tournament, TournamentService
from bot.features.tournaments.texts import describe_standings, make_standings, write_standings
from bot.ui import replies
from bot.ui.components import Item, make_button, make_view
from bot.ui.ids import OutdatedId, make_custom_id, read_page
from bot.ui.people import get_person
from bot.ui.pictures import Pictures
from bot.ui.presses import PressHandler, make_tableless_handler
from bot.ui.services import Interaction
from games.core.protocol import Game
from games.tournament.scoring import rank_entries
from games.tournament.state import OPEN_STATUS, OVER_STATUS


class PanelButtons:
    """Handles the buttons of a tournament's panel."""

    def __init__(
        self,
        service: TournamentService,
        games: Mapping[str, Game],
        pictures: Pictures,
        wake: Callable[[int], None],
    ) -> None:
        """Create the panel buttons. ``wake`` starts a check of a changed tournament."""
        self._service, self._games, self._pictures, self._wake = service, games, pictures, wake

    @property
    def press_handlers(self) -> tuple[PressHandler, ...]:
        return (
            make_tableless_handler("tmj", self.join_tournament, acknowledge="new"),
            make_tableless_handler("tml", self.leave_tournament, acknowledge="new"),
            make_tableless_handler("tms", self.show_standings, is_expensive=True, acknowledge="new"),
            make_tableless_handler("tmt", self.show_other_standings, is_expensive=True),
            make_tableless_handler("tmh", self.explain_rules, acknowledge="new"),
            make_tableless_handler("tmf", self.show_commitment, acknowledge="new"),
            make_tableless_handler("tmc", self.show_changes, acknowledge="new"),
        )

    async def join_tournament(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Enter the user into the tournament."""
        tournament = await find_tournament_of_press(interaction, self._service, parts)
        tournament = await self._service.add_entrant(tournament.id, get_person(interaction), interaction.id)
        self._wake(tournament.id)
        w = replies.get_words(interaction)
        if tournament.state.status == OPEN_STATUS:
            await replies.show(interaction, w("You're in. Your tables will call you when a round begins."))
        else:
            await replies.show(interaction, w("You're in from the next round on."))

    async def leave_tournament(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Withdraw the user from the tournament.

        :raises NotInTournament: the user isn't in the tournament.
        :raises TournamentActionRefused: the tournament is over.
        """
        tournament = await find_tournament_of_press(interaction, self._service, parts)
        who = get_person(interaction)
        begun = tournament.state.status != OPEN_STATUS
        if (
            tournament.state.status != OVER_STATUS
            and tournament.find_entry_number(who.user_id) not in tournament.state.active_entries
        ):
            raise NotInTournament
        await self._service.withdraw_entrant(tournament.id, who.user_id, who)
        self._wake(tournament.id)
        w = replies.get_words(interaction)
        if begun:
            await replies.show(
                interaction, w("You're withdrawn. A match you're in goes on: finish it, or leave its table.")
            )
        else:
            await replies.show(interaction, w("You're not in it any more."))

    async def show_standings(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show the first page of the standings."""
        await self._show_standings_page(
            interaction, await find_tournament_of_press(interaction, self._service, parts), 0
        )

    async def show_other_standings(
        self, interaction: Interaction, parts: list[str], values: list[str]
    ) -> None:
        """Show another page of the standings."""
        await self._show_standings_page(
            interaction,
            await find_tournament_of_press(interaction, self._service, parts),
            read_page(parts, 1),
        )

    async def _show_standings_page(self, interaction: Interaction, tournament: Tournament, page: int) -> None:
        w = replies.get_words(interaction)
        last = max(len(rank_entries(tournament.state)) - 1, 0) // MAX_ROWS
        page = min(page, last)
        shown = make_standings(tournament, self._games[tournament.row.game], page, w)
        alt_text = describe_standings(shown, w)
        files = await self._pictures.draw_upload(lambda: draw_standings(shown, w), "tournament", alt_text)
        items: list[Item] = []
        if page:
            items.append(
                make_button(make_custom_id("b", "tmt", tournament.id, page - 1), w("Back"), emoji="◀️")
            )
        if page < last:
            items.append(
                make_button(make_custom_id("b", "tmt", tournament.id, page + 1), w("Next"), emoji="▶️")
            )
        items.append(make_button(make_custom_id("b", "tmc", tournament.id), w("Changes"), emoji="📜"))
        await replies.show(interaction, write_standings(tournament, w), view=make_view(items), files=files)

    async def explain_rules(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show the text that explains the tournament's rules."""
        tournament = await find_tournament_of_press(interaction, self._service, parts)
        game = self._games[tournament.row.game].title
        await replies.show(interaction, write_help(tournament, game, replies.get_words(interaction)))

    async def show_changes(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show the list of changes to the tournament."""
        tournament = await find_tournament_of_press(interaction, self._service, parts)
        await replies.show(interaction, write_changes(tournament, replies.get_words(interaction)))

    async def show_commitment(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show the hash of the secret from which all tables of a duplicate round are dealt.

        :raises OutdatedId: the button doesn't carry a hash.
        """
        await find_tournament_of_press(interaction, self._service, parts)
        if not re.fullmatch(r"[0-9a-f]{64}", parts[2]):
            raise OutdatedId
        w = replies.get_words(interaction)
        lines = [
            w("All tables of this round are dealt from one secret. This is its SHA-256 value:"),
            f"`{parts[2]}`",
            w("You'll find the secret under Fairness at each table when the round is over."),
        ]
        await replies.show(interaction, "\n".join(lines))
