"""A helper that fills in the form of a channel's settings."""

from __future__ import annotations

from typing import Any

from tests.support.filling import fill_form, open_form, read_fields
from tests.support.harbour import Harbour


async def choose_setting(harbour: Harbour, person: Any, value: str) -> Any:
    """Choose a value in the form of the settings panel."""
    form = await open_form(harbour, person, "table settings")
    key = next(
        key
        for key, field in read_fields(form).items()
        if value in [option["value"] for option in field.get("options", ())]
    )
    return await fill_form(person, form, {key: value})
