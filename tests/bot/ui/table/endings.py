"""Helpers for tests of draws and undo."""

from __future__ import annotations

from typing import Any

from tests.support.harbour import Harbour, list_buttons


def find_proposal_message(harbour: Harbour) -> Any:
    """Return the message that asks the other players to agree to the open proposal."""
    (found,) = [m for m in harbour.list_posts() if any(i.startswith("b:vt") for i in list_buttons(m))]
    return found


async def end_turn(harbour: Harbour) -> None:
    """End the turn. Undoing this step needs everybody's agreement."""
    await harbour.type_move("end")
