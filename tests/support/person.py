"""Opens a person's private pages."""

from __future__ import annotations

from typing import Any

from simcord.results import InteractionResult

from tests.support.reading import get_reply


async def open_my_data(person: Any, *channel: Any) -> InteractionResult:
    """Open the *My data* page of ``/me``."""
    page = get_reply(await person.slash(*channel, "me"))
    result: InteractionResult = await person.click(page, label="My data")
    return result
