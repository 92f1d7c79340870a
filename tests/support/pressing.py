"""Helpers that press buttons on panels that belong to no table, in the daily challenge and *What if*."""

from __future__ import annotations

from typing import Any

from tests.support.harbour import Harbour, list_controls, list_menus
from tests.support.reading import KeptMessage, check_limits, get_reply

MOVE_VERBS = ("ra", "rg", "ifa", "ifg", "iwa", "iwg")
"""Verbs of buttons that make or continue a move."""
BACK_EMOJI = "◀️"


def list_tableless_choices(message: Any) -> list[tuple[str, str | None]]:
    """Return the custom_id and list value (None for a button) of each choice in a panel."""
    found: list[tuple[str, str | None]] = []
    for part in list_controls(message):
        _, verb, *_ = part["custom_id"].split(":")
        back = (part.get("emoji") or {}).get("name") == BACK_EMOJI
        if verb in MOVE_VERBS and not part.get("disabled") and not back:
            found.append((part["custom_id"], None))
    for identity, values in list_menus(message).items():
        found += [(identity, value) for value in values]
    return found


async def press_tableless_choice(person: Any, message: Any, index: int = 0) -> Any:
    """Press the panel's choice at ``index``, modulo the number of choices."""
    every = list_tableless_choices(message)
    identity, value = every[index % len(every)]
    if value is None:
        return get_reply(await person.click(message, custom_id=identity))
    return get_reply(await person.select(message, [value], custom_id=identity))


async def press_until_step(person: Any, message: Any, index: int = 0) -> Any:
    """Press the choice at ``index`` until the panel lists another step; return the panel's message.

    :raises AssertionError: twelve presses made no step.
    """
    before = list_steps(message)
    for _ in range(12):
        message = await press_tableless_choice(person, message, index)
        check_limits(message)
        if list_steps(message) != before:
            return message
    raise AssertionError(f"no step: {message.content}")


def list_steps(message: Any) -> list[str]:
    """Return the tokens of the steps listed in a message's last line."""
    last = message.content.rpartition("\n")[2]
    return last.split("`")[1].split() if last.startswith("-# 👣") else []


def make_message_with_button(harbour: Harbour, message: Any, custom_id: str) -> KeptMessage:
    """Return a copy of a message that keeps only its last row and has a forged button below it."""
    kept_message = KeptMessage(harbour, message)
    part = {"type": 2, "custom_id": custom_id, "label": "?", "style": 1}
    kept_message.payload["components"] = [
        *kept_message.payload["components"][-1:],
        {"type": 1, "components": [part]},
    ]
    return kept_message
