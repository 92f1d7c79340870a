"""Helpers that press buttons on the page that ``/table`` opens."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

from bot.ui.ids import encode_number
from tests.support.harbour import list_buttons
from tests.support.reading import KeptMessage
from tests.support.standin.interactions import Interaction
from tests.support.standin.people import Member

MATCH_VERBS_BY_ACTION = {"undo": "uq", "log": "lg", "catchup": "cu", "describe": "ds"}
"""Verbs of buttons whose custom_ids contain the table and the position, by action."""
TABLE_VERBS_BY_ACTION = {
    "show": "tba",
    "join": "jo",
    "start": "sa",
    "take": "tkq",
    "rematch": "rem",
    "clock": "ckq",
    "claim": "tbc",
    "draw": "dy",
    "resign": "rq",
    "close": "tbx",
    "replay": "rp",
    "export": "fx",
    "review": "rv",
}
TABLELESS_IDS_BY_ACTION = {"settings": "b:se", "follow": "b:fol"}
"""Custom_ids of buttons that belong to no table, by action."""


async def use_command(person: Any, channel: Any, name: str) -> Any:
    """Run a slash command. ``table ACTION`` presses that action's button on the table's page."""
    command, _, button = name.partition(" ")
    return await (
        press_at_table(person, channel, button) if command == "table" else person.slash(channel, name)
    )


async def press_at_table(person: Any, channel: Any, action: str, *, seat: str = "") -> Any:
    """Open the channel's table page and press an action's button, even if the page doesn't show it.

    ``draw`` presses the button that confirms the offer of a draw. Other buttons may ask for confirmation.
    If there is no table, return the answer to ``/table``.
    """
    opened = await person.slash(channel, "table")
    identity = (
        None if opened.response is None else derive_custom_id(list_buttons(opened.response), action, seat)
    )
    if identity is None:
        return opened
    kept_message = KeptMessage(SimpleNamespace(env=person._env), opened.response)  # type: ignore[arg-type]
    return await kept_message.forge_press(person, identity)


async def press_at_standin_table(person: Member, channel: int, action: str) -> Interaction:
    """Press an action's button on the table page in the stand-in, even if the page doesn't show it."""
    opened = await person.type_command(channel, "table")
    answer = opened.get_answer()
    identity = None if answer is None else derive_custom_id(answer.list_buttons(), action)
    if answer is None or identity is None:
        return opened
    part = {"type": 2, "custom_id": identity, "label": "?", "style": 1}
    forged = replace(answer, components=[{"type": 1, "components": [part]}])
    return await person.press(forged, identity)


def derive_custom_id(custom_ids: Any, action: str, seat: str = "") -> str | None:
    """Return the custom_id of an action's button, derived from the ``custom_ids`` on a table page.

    If they don't contain a table's ID, return that of the button that closes a table, if the page has one.

    :param seat: number of a seat, from 1. If given, return the custom_id of the button that takes it over.
    """
    parts = [str(identity).split(":") for identity in custom_ids]
    table = next((part[2] for part in parts if part[1] == "tb"), None)
    position = next((part[3] for part in parts if part[1] == "vw"), None)
    if action in TABLELESS_IDS_BY_ACTION and parts:
        return TABLELESS_IDS_BY_ACTION[action]
    if table is None:
        return next((":".join(part) for part in parts if part[1] == "tbx"), None)
    if action == "leave":
        begun = any(part[1] == "fx" for part in parts)
        return f"b:{'lvq' if begun else 'le'}:{table}"
    if action in MATCH_VERBS_BY_ACTION:
        return f"b:{MATCH_VERBS_BY_ACTION[action]}:{table}:{position or '0'}"
    if seat:
        return f"b:tky:{table}:{encode_number(int(seat) - 1)}"
    return f"b:{TABLE_VERBS_BY_ACTION[action]}:{table}"
