"""Handles the buttons with which a host begins, pauses, resumes and ends a tournament."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from discord import ButtonStyle

from bot.features.tournaments.errors import TournamentActionRefused
from bot.features.tournaments.manage_forms import list_form_buttons
from bot.features.tournaments.rights import find_managed_tournament
from bot.features.tournaments.service import Tournament, TournamentService
from bot.features.tournaments.settings import write_missing_event_permission
from bot.features.tournaments.texts import write_fewer_rounds_reason, write_start_line, write_status
from bot.storage.tournament_events import TournamentEvents
from bot.ui import replies
from bot.ui.components import Item, make_button, make_view
from bot.ui.escaping import escape_name
from bot.ui.ids import make_custom_id
from bot.ui.people import get_person
from bot.ui.presses import PressHandler, make_tableless_handler
from bot.ui.services import Interaction
from games.core.words import Words
from games.tournament.events import (
    BEGAN_EVENT,
    ENDED_EVENT,
    RESUMED_EVENT,
    STOPPED_EVENT,
    TOURNAMENT_IS_OVER,
    TournamentEvent,
)
from games.tournament.state import OPEN_STATUS, OVER_STATUS, PAUSED_STATUS


class HostControls:
    """Handles the buttons for the host of a tournament."""

    def __init__(
        self,
        service: TournamentService,
        events: TournamentEvents,
        wake: Callable[[int], None],
        withdraw_departed_entrants: Callable[[Tournament], Awaitable[object]],
    ) -> None:
        """Create the host controls.

        :param wake: starts a check of a changed tournament, given its ID.
        :param withdraw_departed_entrants: withdraws the entrants who have left the server.
        """
        self._withdraw_left = withdraw_departed_entrants
        self._service, self._events, self._wake = service, events, wake

    @property
    def press_handlers(self) -> tuple[PressHandler, ...]:
        return (
            make_tableless_handler("tmm", self.open_controls, acknowledge="new"),
            make_tableless_handler("tmb", self.begin_tournament),
            make_tableless_handler("tmp", self.pause_tournament),
            make_tableless_handler("tmg", self.resume_tournament),
            make_tableless_handler("tme", self.ask_to_confirm_end),
            make_tableless_handler("tmx", self.end_tournament),
        )

    async def open_controls(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show the host's buttons for controlling the tournament and for opening forms."""
        await self._show_controls(
            interaction, await find_managed_tournament(interaction, self._service, parts)
        )

    async def begin_tournament(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Begin the tournament, after withdrawing entrants who have left the server."""
        await self._withdraw_left(await find_managed_tournament(interaction, self._service, parts))
        await self._record_and_show(interaction, parts, BEGAN_EVENT)

    async def pause_tournament(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Pause the tournament, so that no further round is paired."""
        await self._record_and_show(interaction, parts, STOPPED_EVENT)

    async def resume_tournament(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Resume a paused tournament."""
        await self._record_and_show(interaction, parts, RESUMED_EVENT)

    async def ask_to_confirm_end(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Ask the host to confirm that the tournament should end.

        :raises TournamentActionRefused: the tournament is over.
        """
        tournament = await find_managed_tournament(interaction, self._service, parts)
        if tournament.state.status == OVER_STATUS:
            raise TournamentActionRefused(TOURNAMENT_IS_OVER)
        w = replies.get_words(interaction)
        items = [
            make_button(make_custom_id("b", "tmx", tournament.id), w("End it"), style=ButtonStyle.danger),
            make_button(make_custom_id("b", "tmm", tournament.id), w("Keep it going")),
        ]
        question = w(
            "End {title} now? Results so far stand, and matches that are going on don't count.",
            title=f"**{escape_name(tournament.row.title)}**",
        )
        await replies.show(interaction, question, view=make_view(items))

    async def end_tournament(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """End the tournament, keeping the results so far."""
        await self._record_and_show(interaction, parts, ENDED_EVENT)

    async def _record_and_show(self, interaction: Interaction, parts: list[str], kind: str) -> None:
        tournament = await find_managed_tournament(interaction, self._service, parts)
        tournament = await self._service.record_event(
            tournament.id, lambda _: TournamentEvent(kind), get_person(interaction)
        )
        self._wake(tournament.id)
        await self._show_controls(interaction, tournament)

    async def _show_controls(self, interaction: Interaction, tournament: Tournament) -> None:
        w = replies.get_words(interaction)
        lines = [f"🛠️ **{escape_name(tournament.row.title)}**", write_status(tournament, w)]
        if tournament.state.starts_at:
            lines[1:] = [write_start_line(tournament, w) or lines[1]]
        lines.append(write_fewer_rounds_reason(tournament, w))
        event = await self._events.find_event(tournament.id)
        over = tournament.state.status == OVER_STATUS
        if event is not None and event.is_refused and not over:
            lines.append(write_missing_event_permission(w))
        if over and tournament.state.rounds:
            lines.append(w("-# You can still correct a result of the last round."))
        text = "\n".join(line for line in lines if line)
        await replies.show(interaction, text, view=make_view(_list_buttons(tournament, w)))


def _list_buttons(tournament: Tournament, w: Words) -> list[Item]:
    status, items = tournament.state.status, []
    if status == OPEN_STATUS:
        items.append(
            make_button(make_custom_id("b", "tmb", tournament.id), w("Begin"), style=ButtonStyle.success)
        )
    elif status == PAUSED_STATUS:
        items.append(
            make_button(make_custom_id("b", "tmg", tournament.id), w("Continue"), style=ButtonStyle.success)
        )
    elif status != OVER_STATUS:
        items.append(make_button(make_custom_id("b", "tmp", tournament.id), w("Pause")))
    if status != OVER_STATUS:
        items.append(
            make_button(make_custom_id("b", "tme", tournament.id), w("End…"), style=ButtonStyle.danger)
        )
    items.append(make_button(make_custom_id("b", "tmc", tournament.id), w("Changes"), emoji="📜"))
    return [*items, *list_form_buttons(tournament, w)]
