"""Chooses a value in the form of a channel's settings."""

from __future__ import annotations

from typing import Any

from tests.support.filling import fields, fill, opened
from tests.support.harbour import Harbour


async def choose(harbour: Harbour, person: Any, value: str) -> Any:
    """Choose a value in the form of the settings panel."""
    form = await opened(harbour, person, "table settings")
    key = next(
        key
        for key, field in fields(form).items()
        if value in [option["value"] for option in field.get("options", ())]
    )
    return await fill(person, form, {key: value})
