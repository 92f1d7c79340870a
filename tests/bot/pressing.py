"""Panels of matches at no table, pressed through: the reef of the day, and *What if*."""

from __future__ import annotations

from typing import Any

from tests.bot.harbour import lists, parts
from tests.bot.reading import shown

TOWARDS = ("ra", "rg", "ifa", "ifg")
"""The verbs that do an action or go on with its picks."""
BACK = "◀️"


def offers(message: Any) -> list[tuple[str, str | None]]:
    """Return what a panel offers towards a move: the custom_id, and the value of a list."""
    found: list[tuple[str, str | None]] = []
    for part in parts(message):
        _, verb, *_ = part["custom_id"].split(":")
        back = (part.get("emoji") or {}).get("name") == BACK
        if verb in TOWARDS and not part.get("disabled") and not back:
            found.append((part["custom_id"], None))
    for identity, values in lists(message).items():
        found += [(identity, value) for value in values]
    return found


async def press(person: Any, message: Any, which: int = 0) -> Any:
    """Press one of the offers."""
    every = offers(message)
    identity, value = every[which % len(every)]
    if value is None:
        return shown(await person.click(message, custom_id=identity))
    return shown(await person.select(message, [value], custom_id=identity))
