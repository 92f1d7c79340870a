"""The *Options…* form of a lobby: the game's options, the clock and the start of the match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from discord import ui

from bot.model.clocks import CLOCK_PRESETS
from bot.model.table import (
    START_WHEN_ANSWERED,
    START_WHEN_FULL,
    START_WHEN_PRESSED,
    Clock,
    StartTrigger,
    Table,
)
from bot.tables.checks import check_host
from bot.ui import forms, replies
from bot.ui.forms import MAX_FIELDS
from bot.ui.ids import make_custom_id, read_table_id
from bot.ui.presses import PressHandler
from bot.ui.services import Interaction
from bot.ui.staleness import refresh_if_refused
from bot.ui.table import clocks
from games.core.protocol import GameOption
from games.core.words import N_, Msg, Words

CLOCK_FIELD, BEGINS_FIELD, OPTION_FIELD = "clock", "begins", "rule"
_OTHER_FIELD_COUNT = 2
"""Number of fields that are not options of the game."""
TEXT_BY_START_TRIGGER: Mapping[StartTrigger, Msg] = {
    START_WHEN_FULL: Msg(N_("when every seat is taken")),
    START_WHEN_ANSWERED: Msg(N_("when everybody I asked has joined")),
    START_WHEN_PRESSED: Msg(N_("when I press Start")),
}


async def open_options(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Handle the *Options…* button of a lobby: send a form with the current values."""
    table_id = read_table_id(parts)
    await replies.check_requirement(interaction)
    with refresh_if_refused(interaction, table_id):
        table = await interaction.client.services.tables.lobby.get_lobby(table_id)
        check_host(table, interaction.user.id)
    w = replies.get_words(interaction)
    form = forms.make_form(make_custom_id("m", "os", table.id), w("Options"), list_fields(table, w))
    await forms.send_form(interaction, form)


def list_fields(table: Table, w: Words) -> list[ui.Label[Any]]:
    """Return a field for each option, one for the clock and one for the start of the match."""
    fields = []
    for option in _list_shown_options(table):
        offered = [
            (value, w.msg(label)) for value, label in zip(option.values, option.value_labels, strict=True)
        ]
        chosen = table.options[option.name]
        fields.append(
            forms.make_select_field(f"{OPTION_FIELD}:{option.name}", w.msg(option.label), offered, chosen)
        )
    spans = [(_encode_clock(clock), clocks.write_clock(clock, w)) for clock in (None, *CLOCK_PRESETS)]
    fields.append(forms.make_select_field(CLOCK_FIELD, w("Clock"), spans, _encode_clock(table.clock)))
    if table.rematch_of is None:
        moments = [(begins, w.msg(text)) for begins, text in TEXT_BY_START_TRIGGER.items()]
        fields.append(
            forms.make_select_field(BEGINS_FIELD, w("The match begins"), moments, table.start_trigger)
        )
    return fields


def _list_shown_options(table: Table) -> Sequence[GameOption]:
    return table.game.options[: MAX_FIELDS - _OTHER_FIELD_COUNT]


def _encode_clock(clock: Clock | None) -> str:
    return clocks.NO_CLOCK if clock is None else clock.text


async def store_options(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Store the submitted options, clock and start setting if any has changed."""
    table_id, lobby = read_table_id(parts), interaction.client.services.tables.lobby
    user = interaction.user.id
    with refresh_if_refused(interaction, table_id):
        table = await lobby.get_lobby(table_id)
        check_host(table, user)
        switches = {f"{OPTION_FIELD}:{option.name}": option for option in _list_shown_options(table)}
        known: dict[str, Sequence[str] | None] = {
            **{key: option.values for key, option in switches.items()},
            CLOCK_FIELD: [_encode_clock(clock) for clock in (None, *CLOCK_PRESETS)],
            BEGINS_FIELD: list(TEXT_BY_START_TRIGGER),
        }
        fields = forms.read_fields(interaction, known)
        options = {option.name: fields[key] for key, option in switches.items() if key in fields}
        clock = clocks.read_clock(fields[CLOCK_FIELD]) if CLOCK_FIELD in fields else table.clock
        begins = next(
            (each for each in TEXT_BY_START_TRIGGER if each == fields.get(BEGINS_FIELD)), table.start_trigger
        )
        if ({**table.options, **options}, clock, begins) != (table.options, table.clock, table.start_trigger):
            await lobby.change_settings(table_id, user, options, clock, begins)
    await replies.confirm(interaction, replies.get_words(interaction)("Changed for everybody at this table."))


PRESS_HANDLERS = (
    PressHandler("oq", open_options, acknowledge=None),
    PressHandler("os", store_options, handles_form=True, acknowledge="silent"),
)
