"""Chooses a position in the select below a position of a match."""

from __future__ import annotations

from typing import Any

from tests.support.harbour import list_controls
from tests.support.reading import get_reply


async def jump_to(person: Any, page: Any, label: str) -> Any:
    """Choose the option with a label in the only select of a page, and return the new page."""
    (menu,) = [part for part in list_controls(page) if part["type"] == 3]
    value = next(option["value"] for option in menu["options"] if option["label"] == label)
    return get_reply(await person.select(page, [value], custom_id=menu["custom_id"]))
