"""When a guided player's turn comes, their private message gives the hint that the board can't show."""

from __future__ import annotations

from typing import Any

import pytest

from bot.ui.play.guide import BULB_EMOJI
from games.registry import GAMES
from tests.support.guided import InstantThinker
from tests.support.harbour import Harbour, list_buttons, replace_thinker, wait_until_idle
from tests.support.reading import check_limits

MAX_PRESSES = 60
"""Presses after which a test gives up waiting for a turn."""


async def begin_guided_match(harbour: Harbour, game: str) -> Any:
    """Start a first match against the easy computer; return the private panel of the first move."""
    thinker: Any = InstantThinker()
    replace_thinker(harbour.bot, thinker)
    started = await harbour.anna.slash(harbour.channel, "play", game=game, against="easy")
    await wait_until_idle(harbour)
    panel: Any = started.followups[-1]
    return panel


async def follow_hint(harbour: Harbour, panel: Any) -> None:
    """Press the first button that makes a move in a private message, and wait for the computer's moves."""
    advised = next(i for i in list_buttons(panel) if i.startswith("b:ac:"))
    await harbour.anna.click(panel, custom_id=advised)
    await wait_until_idle(harbour)
    await harbour.bot.panels.wait_until_idle()


@pytest.mark.parametrize("game", GAMES)
async def test_a_guided_player_needs_only_the_private_message(harbour: Harbour, game: str) -> None:
    panel = await begin_guided_match(harbour, game)
    turns = 0
    for _ in range(MAX_PRESSES):
        before = await harbour.find_match()
        if before.outcome is not None or turns == 3:
            break
        assert BULB_EMOJI in panel.content, panel.content
        await follow_hint(harbour, panel)
        after = await harbour.find_match()
        assert after.ply > before.ply, "a press makes a move"
        turns += any(step.seat != before.to_act[0] for step in after.steps[before.ply :])
    assert turns == 3
    assert not panel.attachments, "the board below has the picture"
    check_limits(panel)


async def test_a_hint_above_the_board_explains_the_signs_on_its_buttons(harbour: Harbour) -> None:
    panel = await begin_guided_match(harbour, "australis")
    for _ in range(MAX_PRESSES):
        direct = {label for i, label in list_buttons(harbour.board).items() if i.startswith("b:go:")}
        if not panel.attachments and any("+1" in label for label in direct):
            break
        await follow_hint(harbour, panel)
    assert "“+1” means 1 point" in panel.content and BULB_EMOJI in panel.content


async def test_without_the_guide_the_private_message_only_says_whose_turn_it_is(harbour: Harbour) -> None:
    panel = await begin_guided_match(harbour, "coral_reef")
    await harbour.turn_guide_off()
    await follow_hint(harbour, panel)
    assert "Your turn" in panel.content and BULB_EMOJI not in panel.content
    assert not list_buttons(panel)
