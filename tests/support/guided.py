"""Plays a whole match in private panels as one person, with the guide on."""

from __future__ import annotations

from random import Random
from typing import Any

from bot.computers.advice import GUIDE_KEY, GUIDE_ON
from bot.model.table import Table
from games.core.match import Match
from tests.support.harbour import (
    Harbour,
    list_buttons,
    list_controls,
    list_menus,
    replace_thinker,
    wait_until_idle,
)
from tests.support.reading import get_reply, read_text

MAX_PRESSES = 600
"""Presses after which a match counts as endless."""
FOLLOW_PROBABILITY = 0.35
"""Probability of pressing the guide's first suggestion when a panel has one."""


class InstantThinker:
    """A thinker that takes no time, ranks moves as the rules list them, and plays the last legal one."""

    async def choose_move(self, table: Table, match: Match, seat: int) -> str:
        return match.legal_actions(seat)[-1].token

    choose_random_move = choose_move

    async def rank_moves_for_hint(self, table: Table, match: Match, seat: int) -> list[tuple[str, float]]:
        actions = match.rules.list_candidates(match.state, seat)
        return [(action.token, 1 / number) for number, action in enumerate(actions, 1)]

    def refuse_hints(self) -> None:
        """Do nothing, because no hint takes time."""

    def close(self) -> None:
        """Do nothing, because there are no processes to close."""


async def play_guided_match(harbour: Harbour, game: str, seed: int) -> list[str]:
    """Play a match against the easy computer with random or suggested moves; return the texts of its panels.

    :raises AssertionError: the match doesn't end.
    """
    dice, read = Random(seed), list[str]()
    panel: Any = None
    thinker: Any = InstantThinker()
    replace_thinker(harbour.bot, thinker)
    await harbour.store.preferences.set(harbour.anna.id, GUIDE_KEY, GUIDE_ON)
    await harbour.anna.slash(harbour.channel, "play", game=game, against="easy")
    for _ in range(MAX_PRESSES):
        await wait_until_idle(harbour)
        if (await harbour.find_match()).outcome is not None:
            return read
        if panel is None or not list_controls(panel):
            opener = next(i for i in list_buttons(harbour.board) if i.startswith(("b:go", "b:yr")))
            panel = get_reply(await harbour.anna.click(harbour.board, custom_id=opener))
        else:
            panel = (await _press_advised_or_random(harbour, panel, dice)).response
        if panel is not None and any(i.startswith(("b:ac", "b:go", "s:pk")) for i in _list_choices(panel)):
            read.append(read_text(panel))
    raise AssertionError("the match doesn't end")


def _list_choices(panel: Any) -> list[str]:
    """Return the custom_ids of a panel's buttons and lists that continue a move."""
    return [
        part["custom_id"]
        for part in list_controls(panel)
        if part["custom_id"].startswith(("b:ac", "b:go", "s:pk"))
        and not part.get("disabled")
        and part.get("label") not in ("Back", "What now?", "Move…")
    ]


async def _press_advised_or_random(harbour: Harbour, panel: Any, rng: Random) -> Any:
    """Press the guide's first suggestion or a random choice. Without choices, reopen the panel."""
    choices = _list_choices(panel)
    advised = [i for i in choices if i.endswith("!")]
    if advised and rng.random() < FOLLOW_PROBABILITY:
        return await harbour.anna.click(panel, custom_id=advised[0])
    if not choices:
        again = next(i for i in list_buttons(panel) if i.startswith("b:go"))
        return await harbour.anna.click(panel, custom_id=again)
    chosen = rng.choice(choices)
    if chosen.startswith("s:pk"):
        return await harbour.anna.select(panel, [rng.choice(list_menus(panel)[chosen])], custom_id=chosen)
    return await harbour.anna.click(panel, custom_id=chosen)
