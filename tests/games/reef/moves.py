"""Makes moves at a table of Reef by pressing buttons."""

from __future__ import annotations

import random
from typing import Any

from games.core.match import Match
from tests.support.harbour import Harbour, list_buttons, list_controls, list_menus

MAX_PRESSES = 9
"""Maximum number of presses for a move."""


async def press_randomly(harbour: Harbour, panel: Any, rng: random.Random) -> Any:
    """Continue the move: press a confirmation or a grid button, or choose a list entry."""
    holder = await harbour.find_player()
    confirm = [i for i in list_buttons(panel.response) if i.startswith("b:ac")]
    if confirm:
        return await holder.click(panel.response, custom_id=confirm[0])
    chosen = {i: values for i, values in list_menus(panel.response).items() if i.startswith("s:pk")}
    if chosen:
        identity = rng.choice(sorted(chosen))
        return await holder.select(panel.response, [rng.choice(chosen[identity])], custom_id=identity)
    offered = [
        part["custom_id"]
        for part in list_controls(panel.response)
        if part["custom_id"].startswith("b:go") and not part.get("disabled") and part.get("label") != "Back"
    ]
    return await holder.click(panel.response, custom_id=rng.choice(offered))


async def make_random_move(harbour: Harbour, rng: random.Random) -> Match:
    """Make a random move by pressing buttons; return the match after the move."""
    before = await harbour.find_match()
    assert before.active_seat is not None
    view = before.rules.view(before.state, None)
    kind = rng.choice(before.rules.list_first_choices(view, before.active_seat))
    panel = await harbour.press_action_kind(kind)
    for _ in range(MAX_PRESSES):
        after = await harbour.find_match()
        if after.ply > before.ply:
            return after
        panel = await press_randomly(harbour, panel, rng)
    after = await harbour.find_match()
    assert after.ply == before.ply + 1, panel.response.content
    return after
