"""After another choice than the hint's, the panel names the hinted move as *Instead*."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.ui.play.guide import TOKEN_SUFFIX
from games.core.match import Match
from games.core.narrow import list_first_values
from games.registry import GAMES
from tests.bot.ui.play.guiding import (
    NoisyThinker,
    begin_guided_match,
    find_panel,
    has_hint,
    list_guide_buttons,
)
from tests.support.harbour import Harbour, list_buttons
from tests.support.reading import check_limits, get_reply

MIN_COMPARED_PANELS = 3
MAX_TURNS = 40
HINT_PATTERN = re.compile(r"^💡 \*\*(.+?)\*\*", re.MULTILINE)
INSTEAD_PATTERN = re.compile(r"^💡 Instead: \*\*(.+?)\*\*", re.MULTILINE)
NEARLY_PATTERN = re.compile(r"^💡 Nearly as good: \*\*.+\*\*", re.MULTILINE)


def read_hinted_token(custom_id: str) -> str:
    return custom_id.split(":", 5)[5].removesuffix(TOKEN_SUFFIX)


def find_other_start(harbour: Harbour, match: Match, token: str) -> str:
    """Return the board's button that begins another move than the hinted one; empty if there is none."""
    possible = list_first_values(match.legal_actions(match.to_act[0]))
    starts = {
        identity.split(":", 5)[5]: identity
        for identity in list_buttons(harbour.board)
        if identity.startswith("b:go:") and identity.count(":") == 5
    }
    hinted = match.rules.read(token).path[0].value
    return next((starts[value] for value in starts if value in possible and value != hinted), "")


@pytest.mark.parametrize("game", GAMES)
async def test_the_panel_after_another_choice_admits_the_difference(harbour: Harbour, game: str) -> None:
    panel = await begin_guided_match(harbour, game, NoisyThinker(0.0001))
    compared_count = helped_count = 0
    for _ in range(MAX_TURNS):
        match = await harbour.find_match()
        if match.outcome is not None or min(compared_count, helped_count) >= MIN_COMPARED_PANELS:
            break
        hinted = next(iter(list_guide_buttons(panel).values()))
        token, action = read_hinted_token(hinted), HINT_PATTERN.search(panel.content)
        start = find_other_start(harbour, match, token)
        if start and action and has_hint(panel) and not panel.attachments:
            other: Any = get_reply(await harbour.anna.click(harbour.board, custom_id=start))
            if (await harbour.find_match()).ply > match.ply:
                panel = await find_panel(harbour)
                continue
            compared_count += 1
            check_limits(other)
            instead, buttons = INSTEAD_PATTERN.search(other.content), list_guide_buttons(other)
            assert instead and instead[1] == action[1], other.content
            assert read_hinted_token(buttons.pop("Instead")) == token
            helped_count += list(buttons) == ["Do it"]
            assert bool(NEARLY_PATTERN.search(other.content)) == bool(buttons), other.content
        play = harbour.bot.tables.play
        await play.perform_action(1, harbour.anna.id, token, match.seq, seat=match.to_act[0])
        panel = await find_panel(harbour)
    assert compared_count and helped_count
