"""Forms, which Discord calls modals: several values asked for in one press.

A form is sent as the answer to a press or command. What is filled in comes back as a press of its own,
through the same door as all others: its custom_id is ``m:verb:…``, and its handler reads the values by
:func:`filled`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from bot.platform import deadlines
from bot.platform.limits import OPTION_TEXT, clip
from bot.ui import measured, replies
from bot.ui.answers import Target, get_answer
from bot.ui.ids import OutdatedId
from bot.ui.services import Interaction

FIELDS = 5
TITLE = 45
TICKED, UNTICKED = "on", "off"

Options = Sequence[tuple[str, str]]
"""The values that can be chosen, each with its label."""


async def send_form(interaction: Interaction, form: ui.Modal) -> None:
    """Acknowledge with a form, in place of :func:`bot.ui.replies.acknowledge`, which says what it raises.

    A press that does not count gets no form.
    """
    replies.accept_press(interaction)
    await replies.check_requirements(interaction)
    # discord.py keeps one that has not ended in memory; ours answer by what they carry.
    form.stop()
    await deadlines.acknowledge(lambda: interaction.response.send_modal(form), replies.took_effect)
    measured.record_acknowledgement(interaction)
    get_answer(interaction).target = Target.SHOWN


def make_form(custom_id: str, title: str, fields: Sequence[ui.Label[Any]]) -> ui.Modal:
    """Return a form of at most five fields."""
    made = ui.Modal(title=clip(title, TITLE), custom_id=custom_id, timeout=None)
    for field in fields:
        made.add_item(field)
    return made


def list_field(key: str, label: str, options: Options, chosen: str, why: str = "") -> ui.Label[Any]:
    """Return a field with a list to choose one value from."""
    made = [
        discord.SelectOption(label=clip(text, OPTION_TEXT), value=value, default=value == chosen)
        for value, text in options
    ]
    return _label(label, why, ui.Select(custom_id=key, options=made, required=False))


def radio_field(key: str, label: str, options: Options, chosen: str, why: str = "") -> ui.Label[Any]:
    """Return a field whose two to ten values stand below each other."""
    made = [
        discord.RadioGroupOption(label=clip(text, OPTION_TEXT), value=value, default=value == chosen)
        for value, text in options
    ]
    return _label(label, why, ui.RadioGroup(custom_id=key, options=made, required=False))


def tick_field(key: str, label: str, *, chosen: bool, why: str = "") -> ui.Label[Any]:
    """Return a field that is ticked or not; it comes back as :data:`TICKED` or :data:`UNTICKED`."""
    return _label(label, why, ui.Checkbox(custom_id=key, default=chosen))


def text_field(key: str, label: str, written: str, most: int, why: str = "") -> ui.Label[Any]:
    """Return a field for a line of at most ``most`` characters."""
    line = ui.TextInput[Any](custom_id=key, default=clip(written, most), max_length=most, required=False)
    return _label(label, why, line)


def upload_field(key: str, label: str, why: str = "") -> ui.Label[Any]:
    """Return a field for one file; :func:`read_upload` finds it in what comes back."""
    return _label(label, why, ui.FileUpload(custom_id=key, required=True, min_values=1, max_values=1))


def _label(label: str, why: str, field: Any) -> ui.Label[Any]:
    return ui.Label(
        text=clip(label, TITLE), description=clip(why, OPTION_TEXT) if why else None, component=field
    )


def read_fields(interaction: Interaction, known: Mapping[str, Sequence[str] | None]) -> dict[str, str]:
    """Return what was filled in, by key; what was left empty is not there.

    :param known: the keys of a form, with the values that can be chosen; ``None`` where any text can be.
    :raises OutdatedId: it is a form of another version: it has other keys or values.
    """
    data: Any = interaction.data
    found: dict[str, str] = {}
    for label in data.get("components", ()):
        part = label.get("component") or {}
        key, value = str(part.get("custom_id")), _read_value(part)
        if value is None:
            continue
        if key not in known or key in found:
            raise OutdatedId
        offered = known[key]
        if offered is not None and value not in offered:
            raise OutdatedId
        found[key] = value
    return found


@dataclass(frozen=True, slots=True)
class Upload:
    """A file as Discord tells of it, before anything of it is read."""

    size: int
    url: str


def read_upload(interaction: Interaction, key: str) -> Upload:
    """Return the file of a form.

    :raises OutdatedId: there is none in that field.
    """
    data: Any = interaction.data
    for label in data.get("components", ()):
        part = label.get("component") or {}
        if part.get("custom_id") == key and len(part.get("values", ())) == 1:
            found = data.get("resolved", {}).get("attachments", {}).get(str(part["values"][0]))
            if found is not None:
                return Upload(int(found["size"]), str(found["url"]))
    raise OutdatedId


def _read_value(part: Any) -> str | None:
    if "values" in part:
        values = part["values"]
        if len(values) > 1:
            raise OutdatedId
        return str(values[0]) if values else None
    value = part.get("value")
    if isinstance(value, bool):
        return TICKED if value else UNTICKED
    return str(value).strip() or None if value is not None else None
