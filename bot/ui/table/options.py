"""*Options…* of a lobby: its rules, its clock and what the match waits for, in one form for the host."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from discord import ui

from bot.model.clocks import PRESETS
from bot.model.table import ASKED, FULL, PRESSED, Begins, Clock, Table
from bot.tables.checks import check_host
from bot.ui import forms, replies
from bot.ui.forms import FIELDS
from bot.ui.ids import custom_id, table_of
from bot.ui.mending import refresh_if_refused
from bot.ui.presses import Press
from bot.ui.services import Interaction
from bot.ui.table import clocks
from games.core.protocol import Option
from games.core.words import N_, Msg, Words

CLOCK, BEGINS, RULE = "clock", "begins", "rule"
_OTHERS = 2
"""So many fields stand beside those of the rules."""
BEGINS_TEXTS: Mapping[Begins, Msg] = {
    FULL: Msg(N_("when every seat is taken")),
    ASKED: Msg(N_("when everybody I asked has joined")),
    PRESSED: Msg(N_("when I press Start")),
}


async def open_options(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Open the form with what is in force."""
    table_id = table_of(parts)
    await replies.pass_gate(interaction)
    with refresh_if_refused(interaction, table_id):
        table = await interaction.client.services.tables.lobby.get(table_id)
        check_host(table, interaction.user.id)
    w = replies.reader(interaction)
    form = forms.make_form(custom_id("m", "os", table.id), w("Options"), list_fields(table, w))
    await forms.ask(interaction, form)


def list_fields(table: Table, w: Words) -> list[ui.Label[Any]]:
    """Return a field for each switch, one for the clock and one for the beginning."""
    fields = []
    for option in _list_switches(table):
        offered = [
            (value, w.msg(label)) for value, label in zip(option.values, option.value_labels, strict=True)
        ]
        chosen = table.options[option.name]
        fields.append(forms.list_field(f"{RULE}:{option.name}", w.msg(option.label), offered, chosen))
    spans = [(_name_clock(clock), clocks.clock_text(clock, w)) for clock in (None, *PRESETS)]
    fields.append(forms.list_field(CLOCK, w("Clock"), spans, _name_clock(table.clock)))
    if table.follows is None:
        moments = [(begins, w.msg(text)) for begins, text in BEGINS_TEXTS.items()]
        fields.append(forms.list_field(BEGINS, w("The match begins"), moments, table.begins))
    return fields


def _list_switches(table: Table) -> Sequence[Option]:
    return table.game.options[: FIELDS - _OTHERS]


def _name_clock(clock: Clock | None) -> str:
    return clocks.NONE if clock is None else clock.text


async def take_options(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Set what the form says, where it is something else than before."""
    await replies.begin(interaction, silent=True)
    table_id, lobby = table_of(parts), interaction.client.services.tables.lobby
    user = interaction.user.id
    with refresh_if_refused(interaction, table_id):
        table = await lobby.get(table_id)
        check_host(table, user)
        switches = {f"{RULE}:{option.name}": option for option in _list_switches(table)}
        known: dict[str, Sequence[str] | None] = {
            **{key: option.values for key, option in switches.items()},
            CLOCK: [_name_clock(clock) for clock in (None, *PRESETS)],
            BEGINS: list(BEGINS_TEXTS),
        }
        found = forms.filled(interaction, known)
        options = {option.name: found[key] for key, option in switches.items() if key in found}
        clock = clocks.clock_of(found[CLOCK]) if CLOCK in found else table.clock
        begins = next((each for each in BEGINS_TEXTS if each == found.get(BEGINS)), table.begins)
        if ({**table.options, **options}, clock, begins) != (table.options, table.clock, table.begins):
            await lobby.set_terms(table_id, user, options, clock, begins)
    await replies.done(interaction, replies.reader(interaction)("Changed for everybody at this table."))


PRESSES = (
    Press("oq", open_options),
    Press("os", take_options, form=True),
)
