"""The host's forms: change the title or time, correct a result, remove a player, choose another host."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from discord import ui

from bot.features.tournaments.corrections import ResultCorrections
from bot.features.tournaments.errors import CannotHost, NotNow
from bot.features.tournaments.rights import check_host, find_pressed_tournament
from bot.features.tournaments.service import Tournament, TournamentService
from bot.features.tournaments.settings import TournamentSettings
from bot.platform.limits import clip
from bot.storage.tournament_events import TournamentEvents
from bot.ui import forms, replies
from bot.ui.components import Item, button
from bot.ui.escaping import escape_name
from bot.ui.ids import OutdatedId, custom_id
from bot.ui.people import get_person
from bot.ui.presses import Press
from bot.ui.services import Interaction
from games.core.words import Words
from games.tournament.events import NO_TABLE
from games.tournament.state import OPEN, OVER

TITLE_LENGTH, TIME_LENGTH, RESULT_LENGTH, REASON_LENGTH = 60, 40, 40, 200
NUMBER_LENGTH = 3
TITLE, START, EVENT = "title", "when", "event"
ROUND, TABLE, RESULT, REASON = "round", "table", "result", "reason"
PERSON = "person"


class HostForms:
    """Opens the host's forms and applies what the host submits."""

    def __init__(
        self,
        service: TournamentService,
        events: TournamentEvents,
        settings: TournamentSettings,
        corrections: ResultCorrections,
        wake: Callable[[int], None],
    ) -> None:
        """Create the host forms.

        :param wake: starts a check of a changed tournament, given its ID.
        """
        self._service, self._events, self._wake = service, events, wake
        self._settings, self._corrections = settings, corrections

    @property
    def presses(self) -> tuple[Press, ...]:
        """Handlers of the host's forms and of the buttons that open them."""
        return (
            Press("tmi", self.open_change, table=None, acknowledge=None),
            Press("tmis", self.change, table=None, form=True, acknowledge="new"),
            Press("tmk", self.open_correction, table=None, acknowledge=None),
            Press("tmks", self.correct, table=None, form=True, acknowledge="new"),
            Press("tmw", self.open_removal, table=None, acknowledge=None),
            Press("tmws", self.remove, table=None, form=True, acknowledge="new"),
            Press("tmn", self.open_handover, table=None, acknowledge=None),
            Press("tmns", self.hand_over, table=None, form=True, acknowledge="new"),
        )

    async def open_change(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Open the form for title, time and event, filled in with the current title and event."""
        tournament = await self._find_managed(interaction, parts)
        w = replies.get_words(interaction)
        when = w("3h, 19:30, 2027-05-30 19:30; none: you begin it. Empty: as before")
        fields: list[ui.Label[Any]] = [
            forms.make_text_field(TITLE, w("What it's called"), tournament.row.title, TITLE_LENGTH),
            forms.make_text_field(START, w("When it begins automatically"), "", TIME_LENGTH, when),
            forms.make_tick_field(
                EVENT,
                w("Show it among the server's events"),
                chosen=await self._has_event(tournament),
                why=w("It needs a time."),
            ),
        ]
        await self._send_form(interaction, "tmis", tournament, w("Title or time"), fields)

    async def change(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Apply the submitted changes of title, time and event."""
        tournament = await self._find_managed(interaction, parts)
        given = forms.read_fields(
            interaction, {TITLE: None, START: None, EVENT: (forms.TICKED, forms.UNTICKED)}
        )
        event: bool | None = None
        if EVENT in given:
            ticked = given[EVENT] == forms.TICKED
            event = ticked if ticked != await self._has_event(tournament) else None
        title = clip(given[TITLE], TITLE_LENGTH) if TITLE in given else None
        await self._settings.change(interaction, tournament, title, given.get(START), event)

    async def open_correction(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Open the form for a corrected result, filled in with the number of the last round."""
        tournament = await self._find_managed(interaction, parts)
        w = replies.get_words(interaction)
        last = str(len(tournament.course.rounds) or "")
        why = w("Everybody in the channel reads it.")
        result = w("The places in the order of the names, such as 1 2; 1 1 is a draw")
        fields: list[ui.Label[Any]] = [
            forms.make_text_field(ROUND, w("Which round"), last, NUMBER_LENGTH),
            forms.make_text_field(TABLE, w("Which table, by its number"), "", NUMBER_LENGTH, required=True),
            forms.make_text_field(RESULT, w("Result"), "", RESULT_LENGTH, result, required=True),
            forms.make_text_field(REASON, w("Why?"), "", REASON_LENGTH, why, required=True),
        ]
        await self._send_form(interaction, "tmks", tournament, w("Correct a result"), fields)

    async def correct(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Correct a result and announce in the channel who did it and why.

        :raises NotNow: the table doesn't exist, its match is running, the typed result can't be read, or
            later rounds depend on the old one.
        :raises OwnMatch: the user played in that match.
        :raises OutdatedId: the form has no result or no reason.
        """
        tournament = await self._find_managed(interaction, parts)
        given = forms.read_fields(interaction, {ROUND: None, TABLE: None, RESULT: None, REASON: None})
        round_ = _read_count(given[ROUND]) if ROUND in given else len(tournament.course.rounds)
        table = _read_count(given.get(TABLE, ""))
        if RESULT not in given or REASON not in given:
            raise OutdatedId
        await self._corrections.correct(
            interaction, tournament, table, given[RESULT], clip(given[REASON], REASON_LENGTH), round_
        )

    async def open_removal(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Open the form that asks which player to remove."""
        tournament = await self._find_managed(interaction, parts)
        w = replies.get_words(interaction)
        why = w("They may come back in a Swiss tournament.")
        fields: list[ui.Label[Any]] = [forms.make_member_field(PERSON, w("Which player?"), why)]
        await self._send_form(interaction, "tmws", tournament, w("Remove a player"), fields)

    async def remove(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Withdraw the chosen player from the tournament."""
        tournament = await self._find_managed(interaction, parts)
        who = forms.read_member(interaction, PERSON)
        await self._service.leave(tournament.id, who.user_id, get_person(interaction))
        self._wake(tournament.id)
        w = replies.get_words(interaction)
        name, title = escape_name(who.name), escape_name(tournament.row.title)
        await replies.show(interaction, w("{name} is withdrawn from {title}.", name=name, title=title))

    async def open_handover(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Open the form that asks who should be the new host."""
        tournament = await self._find_managed(interaction, parts)
        w = replies.get_words(interaction)
        fields: list[ui.Label[Any]] = [forms.make_member_field(PERSON, w("Who hosts it from now on?"))]
        await self._send_form(interaction, "tmns", tournament, w("Hand it over"), fields)

    async def hand_over(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Hand the tournament over to another host.

        :raises CannotHost: the chosen user is a bot, isn't in the server, or hosts the tournament already.
        """
        tournament = await self._find_managed(interaction, parts)
        who = forms.read_member(interaction, PERSON)
        if who.is_bot or not who.is_member or who.user_id == tournament.row.host_id:
            raise CannotHost
        await self._service.hand_over(tournament.id, who.user_id, get_person(interaction))
        self._wake(tournament.id)
        w = replies.get_words(interaction)
        name, title = escape_name(who.name), escape_name(tournament.row.title)
        await replies.show(interaction, w("{name} hosts {title} now.", name=name, title=title))

    async def _find_managed(self, interaction: Interaction, parts: list[str]) -> Tournament:
        """Return the tournament that a button or form names.

        :raises NotTournamentHost: the user may not manage the tournament.
        """
        tournament = await find_pressed_tournament(interaction, self._service, parts)
        check_host(interaction, tournament)
        return tournament

    async def _has_event(self, tournament: Tournament) -> bool:
        row = await self._events.find(tournament.id)
        return row is not None and not row.refused

    async def _send_form(
        self,
        interaction: Interaction,
        verb: str,
        tournament: Tournament,
        title: str,
        fields: list[ui.Label[Any]],
    ) -> None:
        await forms.send_form(
            interaction, forms.make_form(custom_id("m", verb, tournament.id), title, fields)
        )


def list_form_buttons(tournament: Tournament, w: Words) -> list[Item]:
    """Return the buttons of the forms that can be used in the tournament's current state."""
    status, items = tournament.course.status, []
    if status == OPEN:
        items.append(button(custom_id("b", "tmi", tournament.id), w("Title or time…"), emoji="✏️", row=1))
    if tournament.course.rounds:
        items.append(button(custom_id("b", "tmk", tournament.id), w("Correct a result…"), emoji="✅", row=1))
    if status != OVER:
        items.append(button(custom_id("b", "tmw", tournament.id), w("Remove a player…"), emoji="🚪", row=1))
        items.append(button(custom_id("b", "tmn", tournament.id), w("Hand it over…"), emoji="🤝", row=1))
    return items


def _read_count(text: str) -> int:
    """Return the number that the host typed.

    :raises NotNow: the text isn't a positive number of at most three digits.
    """
    if not (text.isascii() and text.isdigit() and len(text) <= NUMBER_LENGTH and int(text)):
        raise NotNow(NO_TABLE)
    return int(text)
