"""Helpers that open and submit settings forms."""

from __future__ import annotations

from typing import Any

from simcord.results import InteractionResult

from tests.support.at_table import use_command
from tests.support.harbour import Harbour
from tests.support.reading import get_reply, read_answer

FORM_BUTTON = "Change…"


async def open_form(harbour: Harbour, person: Any, command: str) -> InteractionResult:
    """Press *Change…* on a settings panel, and return the opened form."""
    panel = get_reply(await use_command(person, harbour.channel, command))
    result: InteractionResult = await person.click(panel, label=FORM_BUTTON)
    assert result.modal is not None, read_answer(result)
    return result


def read_fields(result: InteractionResult) -> dict[str, dict[str, Any]]:
    """Return a form's fields by custom_id."""
    assert result.modal is not None
    return {label["component"]["custom_id"]: label["component"] for label in result.modal["components"]}


async def fill_form(person: Any, form: InteractionResult, values: dict[str, Any]) -> InteractionResult:
    """Submit an open form with these values, given by custom_id."""
    lists = {key for key, field in read_fields(form).items() if field["type"] in (3, 5)}
    given = {key: [value] if key in lists else value for key, value in values.items()}
    result: InteractionResult = await person.submit_modal(form, given)
    return result
