"""Handles the host's forms: change the title or time, correct a result, remove a player, hand over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from discord import ui

from bot.features.tournaments.corrections import ResultCorrections
from bot.features.tournaments.errors import TournamentActionRefused, UnsuitableHost
from bot.features.tournaments.rights import find_managed_tournament
from bot.features.tournaments.service import Tournament, TournamentService
from bot.features.tournaments.settings import TournamentSettings
from bot.platform.limits import clip
from bot.storage.tournament_events import TournamentEvents
from bot.ui import forms, replies
from bot.ui.components import Item, make_button
from bot.ui.escaping import escape_name
from bot.ui.ids import OutdatedId, make_custom_id
from bot.ui.people import get_person
from bot.ui.presses import PressHandler, make_tableless_handler
from bot.ui.services import Interaction
from games.core.words import Words
from games.tournament.events import NO_SUCH_TABLE
from games.tournament.state import OPEN_STATUS, OVER_STATUS

MAX_TITLE_LENGTH, MAX_TIME_LENGTH, MAX_RESULT_LENGTH, MAX_REASON_LENGTH = 60, 40, 40, 200
MAX_NUMBER_LENGTH = 3
TITLE_FIELD, START_FIELD, EVENT_FIELD = "title", "when", "event"
ROUND_FIELD, TABLE_FIELD, RESULT_FIELD, REASON_FIELD = "round", "table", "result", "reason"
PERSON_FIELD = "person"


class HostForms:
    """Opens the host's forms and applies the submitted values."""

    def __init__(
        self,
        service: TournamentService,
        events: TournamentEvents,
        settings: TournamentSettings,
        corrections: ResultCorrections,
        wake: Callable[[int], None],
    ) -> None:
        """Create the host forms. ``wake`` starts a check of a changed tournament."""
        self._service, self._events, self._wake = service, events, wake
        self._settings, self._corrections = settings, corrections

    @property
    def press_handlers(self) -> tuple[PressHandler, ...]:
        return (
            make_tableless_handler("tmi", self.open_change_form, acknowledge=None),
            make_tableless_handler("tmis", self.apply_changes, handles_form=True, acknowledge="new"),
            make_tableless_handler("tmk", self.open_correction_form, acknowledge=None),
            make_tableless_handler("tmks", self.correct_result, handles_form=True, acknowledge="new"),
            make_tableless_handler("tmw", self.open_removal_form, acknowledge=None),
            make_tableless_handler("tmws", self.remove_player, handles_form=True, acknowledge="new"),
            make_tableless_handler("tmn", self.open_handover_form, acknowledge=None),
            make_tableless_handler("tmns", self.hand_over_tournament, handles_form=True, acknowledge="new"),
        )

    async def open_change_form(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Open the form for title, time and event, filled in with the current title and event."""
        tournament = await find_managed_tournament(interaction, self._service, parts)
        w = replies.get_words(interaction)
        when = w("3h, 19:30, 2027-05-30 19:30; none: you begin it. Empty: as before")
        fields: list[ui.Label[Any]] = [
            forms.make_text_field(TITLE_FIELD, w("What it's called"), tournament.row.title, MAX_TITLE_LENGTH),
            forms.make_text_field(START_FIELD, w("When it begins automatically"), "", MAX_TIME_LENGTH, when),
            forms.make_checkbox_field(
                EVENT_FIELD,
                w("Show it among the server's events"),
                is_checked=await self._has_scheduled_event(tournament),
                description=w("It needs a time."),
            ),
        ]
        await self._send_form(interaction, "tmis", tournament, w("Title or time"), fields)

    async def apply_changes(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Apply the submitted changes of title, time and event."""
        tournament = await find_managed_tournament(interaction, self._service, parts)
        given = forms.read_fields(
            interaction,
            {TITLE_FIELD: None, START_FIELD: None, EVENT_FIELD: (forms.TICKED_VALUE, forms.UNTICKED_VALUE)},
        )
        event: bool | None = None
        if EVENT_FIELD in given:
            ticked = given[EVENT_FIELD] == forms.TICKED_VALUE
            event = ticked if ticked != await self._has_scheduled_event(tournament) else None
        title = clip(given[TITLE_FIELD], MAX_TITLE_LENGTH) if TITLE_FIELD in given else None
        await self._settings.change_settings(interaction, tournament, title, given.get(START_FIELD), event)

    async def open_correction_form(
        self, interaction: Interaction, parts: list[str], values: list[str]
    ) -> None:
        """Open the form for a corrected result, filled in with the number of the last round."""
        tournament = await find_managed_tournament(interaction, self._service, parts)
        w = replies.get_words(interaction)
        last = str(len(tournament.state.rounds) or "")
        why = w("Everybody in the channel reads it.")
        result = w("The places in the order of the names, such as 1 2; 1 1 is a draw")
        fields: list[ui.Label[Any]] = [
            forms.make_text_field(ROUND_FIELD, w("Which round"), last, MAX_NUMBER_LENGTH),
            forms.make_text_field(
                TABLE_FIELD, w("Which table, by its number"), "", MAX_NUMBER_LENGTH, required=True
            ),
            forms.make_text_field(RESULT_FIELD, w("Result"), "", MAX_RESULT_LENGTH, result, required=True),
            forms.make_text_field(REASON_FIELD, w("Why?"), "", MAX_REASON_LENGTH, why, required=True),
        ]
        await self._send_form(interaction, "tmks", tournament, w("Correct a result"), fields)

    async def correct_result(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Correct a result and announce in the channel who did it and why.

        :raises TournamentActionRefused: the table doesn't exist, its match is running, the typed result can't
            be read, or later rounds depend on the old one.
        :raises OwnMatchCorrection: the user played in that match.
        :raises OutdatedId: the form has no result or no reason.
        """
        tournament = await find_managed_tournament(interaction, self._service, parts)
        given = forms.read_fields(
            interaction, {ROUND_FIELD: None, TABLE_FIELD: None, RESULT_FIELD: None, REASON_FIELD: None}
        )
        round_number = (
            _parse_positive_number(given[ROUND_FIELD])
            if ROUND_FIELD in given
            else len(tournament.state.rounds)
        )
        table = _parse_positive_number(given.get(TABLE_FIELD, ""))
        if RESULT_FIELD not in given or REASON_FIELD not in given:
            raise OutdatedId
        await self._corrections.correct_result(
            interaction,
            tournament,
            table,
            given[RESULT_FIELD],
            clip(given[REASON_FIELD], MAX_REASON_LENGTH),
            round_number,
        )

    async def open_removal_form(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Open the form that asks which player to remove."""
        tournament = await find_managed_tournament(interaction, self._service, parts)
        w = replies.get_words(interaction)
        why = w("They may come back in a Swiss tournament.")
        fields: list[ui.Label[Any]] = [forms.make_member_field(PERSON_FIELD, w("Which player?"), why)]
        await self._send_form(interaction, "tmws", tournament, w("Remove a player"), fields)

    async def remove_player(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Withdraw the chosen player from the tournament."""
        tournament = await find_managed_tournament(interaction, self._service, parts)
        who = forms.read_member(interaction, PERSON_FIELD)
        await self._service.withdraw_entrant(tournament.id, who.user_id, get_person(interaction))
        self._wake(tournament.id)
        w = replies.get_words(interaction)
        name, title = escape_name(who.name), escape_name(tournament.row.title)
        await replies.show(interaction, w("{name} is withdrawn from {title}.", name=name, title=title))

    async def open_handover_form(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Open the form that asks who should be the new host."""
        tournament = await find_managed_tournament(interaction, self._service, parts)
        w = replies.get_words(interaction)
        fields: list[ui.Label[Any]] = [forms.make_member_field(PERSON_FIELD, w("Who hosts it from now on?"))]
        await self._send_form(interaction, "tmns", tournament, w("Hand it over"), fields)

    async def hand_over_tournament(
        self, interaction: Interaction, parts: list[str], values: list[str]
    ) -> None:
        """Hand the tournament over to another host.

        :raises UnsuitableHost: the chosen user is a bot, isn't in the server, or hosts the tournament
            already.
        """
        tournament = await find_managed_tournament(interaction, self._service, parts)
        who = forms.read_member(interaction, PERSON_FIELD)
        if who.is_bot or not who.is_member or who.user_id == tournament.row.host_id:
            raise UnsuitableHost
        await self._service.hand_over_tournament(tournament.id, who.user_id, get_person(interaction))
        self._wake(tournament.id)
        w = replies.get_words(interaction)
        name, title = escape_name(who.name), escape_name(tournament.row.title)
        await replies.show(interaction, w("{name} hosts {title} now.", name=name, title=title))

    async def _has_scheduled_event(self, tournament: Tournament) -> bool:
        row = await self._events.find_event(tournament.id)
        return row is not None and not row.is_refused

    async def _send_form(
        self,
        interaction: Interaction,
        verb: str,
        tournament: Tournament,
        title: str,
        fields: list[ui.Label[Any]],
    ) -> None:
        await forms.send_form(
            interaction, forms.make_form(make_custom_id("m", verb, tournament.id), title, fields)
        )


def list_form_buttons(tournament: Tournament, w: Words) -> list[Item]:
    """Return the buttons of the forms that can be used in the tournament's current state."""
    status, items = tournament.state.status, []
    if status == OPEN_STATUS:
        items.append(
            make_button(make_custom_id("b", "tmi", tournament.id), w("Title or time…"), emoji="✏️", row=1)
        )
    if tournament.state.rounds:
        items.append(
            make_button(make_custom_id("b", "tmk", tournament.id), w("Correct a result…"), emoji="✅", row=1)
        )
    if status != OVER_STATUS:
        items.append(
            make_button(make_custom_id("b", "tmw", tournament.id), w("Remove a player…"), emoji="🚪", row=1)
        )
        items.append(
            make_button(make_custom_id("b", "tmn", tournament.id), w("Hand it over…"), emoji="🤝", row=1)
        )
    return items


def _parse_positive_number(text: str) -> int:
    """Return the number that the host typed.

    :raises TournamentActionRefused: the text isn't a positive number of at most three digits.
    """
    if not (text.isascii() and text.isdigit() and len(text) <= MAX_NUMBER_LENGTH and int(text)):
        raise TournamentActionRefused(NO_SUCH_TABLE)
    return int(text)
