"""Forms (Discord's modals) that ask for several values in one press.

A form is sent as the answer to a press or command. When submitted, it arrives as a separate press with the
custom_id ``m:verb:…``, and its handler reads the values with :func:`read_fields`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import ui

from bot.platform import deadlines
from bot.platform.limits import MAX_OPTION_TEXT_LENGTH, clip
from bot.ui import press_metrics, replies
from bot.ui.answers import AnswerTarget, get_answer
from bot.ui.ids import OutdatedId
from bot.ui.services import Interaction
from games.core.values import value_class

MAX_FIELDS = 5
MAX_TITLE_LENGTH = 45
"""Maximum number of characters in the title of a form or the label of a field."""
TICKED_VALUE, UNTICKED_VALUE = "on", "off"

FieldOptions = Sequence[tuple[str, str]]
"""The values that a field offers, each with its label."""


async def send_form(interaction: Interaction, form: ui.Modal) -> None:
    """Answer a press with a form, which also acknowledges the press.

    :raises Exception: any error of :func:`bot.ui.replies.acknowledge`, for example because the press isn't
        allowed. No form is sent.
    """
    replies.accept_press(interaction)
    await replies.check_requirement(interaction)
    # discord.py would keep the form in memory until it is submitted. Our forms are routed by their custom_id.
    form.stop()
    await deadlines.acknowledge(
        lambda: interaction.response.send_modal(form), replies.is_already_acknowledged
    )
    press_metrics.record_acknowledgement(interaction)
    get_answer(interaction).target = AnswerTarget.SHOWN


def make_form(custom_id: str, title: str, fields: Sequence[ui.Label[Any]]) -> ui.Modal:
    """Return a form with at most :data:`MAX_FIELDS` fields."""
    form = ui.Modal(title=clip(title, MAX_TITLE_LENGTH), custom_id=custom_id, timeout=None)
    for field in fields:
        form.add_item(field)
    return form


def make_select_field(
    key: str, label: str, options: FieldOptions, chosen_value: str, description: str = ""
) -> ui.Label[Any]:
    """Return a field with a select for one value, with ``description`` below its label."""
    select_options = [
        discord.SelectOption(
            label=clip(text, MAX_OPTION_TEXT_LENGTH), value=value, default=value == chosen_value
        )
        for value, text in options
    ]
    return _add_label(label, description, ui.Select(custom_id=key, options=select_options, required=False))


def make_radio_field(
    key: str, label: str, options: FieldOptions, chosen_value: str, description: str = ""
) -> ui.Label[Any]:
    """Return a field with two to ten radio buttons."""
    radio_options = [
        discord.RadioGroupOption(
            label=clip(text, MAX_OPTION_TEXT_LENGTH), value=value, default=value == chosen_value
        )
        for value, text in options
    ]
    return _add_label(label, description, ui.RadioGroup(custom_id=key, options=radio_options, required=False))


def make_checkbox_field(key: str, label: str, *, is_checked: bool, description: str = "") -> ui.Label[Any]:
    """Return a field with a checkbox. Its value is :data:`TICKED_VALUE` or :data:`UNTICKED_VALUE`."""
    return _add_label(label, description, ui.Checkbox(custom_id=key, default=is_checked))


def make_text_field(
    key: str, label: str, value: str, max_length: int, description: str = "", *, required: bool = False
) -> ui.Label[Any]:
    """Return a field for one line of at most ``max_length`` characters, filled in with ``value``."""
    line = ui.TextInput[Any](
        custom_id=key, default=clip(value, max_length), max_length=max_length, required=required
    )
    return _add_label(label, description, line)


def make_member_field(key: str, label: str, description: str = "") -> ui.Label[Any]:
    """Return a field for one person. :func:`read_member` reads its value."""
    return _add_label(label, description, ui.UserSelect(custom_id=key, required=True))


def make_upload_field(key: str, label: str, description: str = "") -> ui.Label[Any]:
    """Return a field for one file. :func:`read_upload` reads its value."""
    return _add_label(
        label, description, ui.FileUpload(custom_id=key, required=True, min_values=1, max_values=1)
    )


def _add_label(label: str, description: str, field: Any) -> ui.Label[Any]:
    return ui.Label(
        text=clip(label, MAX_TITLE_LENGTH),
        description=clip(description, MAX_OPTION_TEXT_LENGTH) if description else None,
        component=field,
    )


def read_fields(
    interaction: Interaction, allowed_values: Mapping[str, Sequence[str] | None]
) -> dict[str, str]:
    """Return the submitted values by key, without empty fields.

    :param allowed_values: the allowed values by key of the form's fields; ``None`` allows any text.
    :raises OutdatedId: the form has other keys or values, for example because another version made it.
    """
    data: Any = interaction.data
    fields: dict[str, str] = {}
    for label in data.get("components", ()):
        part = label.get("component") or {}
        key, value = str(part.get("custom_id")), _read_value(part)
        if value is None:
            continue
        if key not in allowed_values or key in fields:
            raise OutdatedId
        offered = allowed_values[key]
        if offered is not None and value not in offered:
            raise OutdatedId
        fields[key] = value
    return fields


@value_class
class Upload:
    """An uploaded file as Discord describes it, not downloaded yet."""

    size_bytes: int
    url: str


def read_upload(interaction: Interaction, key: str) -> Upload:
    """Return the file uploaded in a form's field.

    :raises OutdatedId: the field has no file.
    """
    data: Any = interaction.data
    for label in data.get("components", ()):
        part = label.get("component") or {}
        if part.get("custom_id") == key and len(part.get("values", ())) == 1:
            attachment = data.get("resolved", {}).get("attachments", {}).get(str(part["values"][0]))
            if attachment is not None:
                return Upload(int(attachment["size"]), str(attachment["url"]))
    raise OutdatedId


@value_class
class ChosenMember:
    """A person chosen in a form, as Discord describes them."""

    user_id: int
    name: str
    is_bot: bool
    is_member: bool
    """Whether the person is a member of this server."""


def read_member(interaction: Interaction, key: str) -> ChosenMember:
    """Return the person chosen in a form.

    :raises OutdatedId: nobody was chosen in the field, or Discord sent no data about them.
    """
    data: Any = interaction.data
    resolved = data.get("resolved", {})
    for label in data.get("components", ()):
        part = label.get("component") or {}
        if part.get("custom_id") == key and len(part.get("values", ())) == 1:
            user_id = str(part["values"][0])
            user, member = (resolved.get(kind, {}).get(user_id) for kind in ("users", "members"))
            if user is not None:
                name = (member or {}).get("nick") or user.get("global_name") or user["username"]
                return ChosenMember(int(user_id), str(name), bool(user.get("bot")), member is not None)
    raise OutdatedId


def _read_value(part: Any) -> str | None:
    if "values" in part:
        values = part["values"]
        if len(values) > 1:
            raise OutdatedId
        return str(values[0]) if values else None
    value = part.get("value")
    if isinstance(value, bool):
        return TICKED_VALUE if value else UNTICKED_VALUE
    return str(value).strip() or None if value is not None else None
