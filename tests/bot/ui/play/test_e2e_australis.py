"""Panels of Australis: what a coral adds to a reef, and what the dice competition is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from bot.model.table import Table
from bot.ui.play.guide import BULB_EMOJI
from games.australis.parts import Colour, get_colour
from games.australis.public import make_view
from games.australis.texts.position import measure_reef_gain
from games.australis.view import CORAL_STAGE, DRAFT_STAGE, TILE_STAGE
from games.core.match import Match
from tests.bot.ui.play.guiding import RankingThinker
from tests.support.harbour import Harbour, list_buttons, replace_thinker, wait_until_idle
from tests.support.reading import get_reply

MIN_REEFS = 4
"""Minimum number of reefs to choose from."""


def asks_for_reef(match: Match) -> bool:
    """Return whether somebody places a coral on one of many reefs, one of which adds nothing."""
    state: Any = match.state
    if state.stage != CORAL_STAGE or state.task.reef < 2 + MIN_REEFS:
        return False
    view = make_view(state, state.seat)
    return not all(measure_reef_gain(view, state.seat, reef) for reef in range(3, state.task.reef + 1))


async def test_a_reefs_button_says_how_many_points_the_coral_adds(harbour: Harbour) -> None:
    replace_thinker(harbour.bot, RankingThinker())
    await harbour.begin_match("australis")
    match = await harbour.play_random_moves(300, until=asks_for_reef)
    state: Any = match.state
    panel = get_reply(await (await harbour.find_player()).click(harbour.board, label="My view"))
    panel = get_reply(await (await harbour.find_player()).click(panel, label="Move…"))
    labels = [label for label in list_buttons(panel).values() if label.startswith("Reef ")]
    view = make_view(state, state.seat)
    expected = {
        f"Reef {n} · +{measure_reef_gain(view, state.seat, n)}" for n in range(3, state.task.reef + 1)
    }
    assert {" · ".join(label.split(" · ")[:2]) for label in labels} == expected
    assert "“+”: extra points this round." in panel.content
    advised = re.search(r"Place a coral on reef (\d)\*\*: \+(\d) this round", panel.content)
    assert advised is not None and f"Reef {advised[1]} · +{advised[2]}" in expected


def asks_for_first_tile(match: Match) -> bool:
    """Return whether somebody has just won the first competition against another player."""
    state: Any = match.state
    return state.stage == TILE_STAGE and state.round == 1 and len(state.podium) > 1


async def test_the_first_choice_of_a_tile_is_explained(harbour: Harbour) -> None:
    replace_thinker(harbour.bot, RankingThinker())
    await harbour.begin_match("australis")
    assert asks_for_first_tile(await harbour.play_random_moves(300, until=asks_for_first_tile))
    person = await harbour.find_player()
    panel = get_reply(await person.click(harbour.board, label="My view"))
    panel = get_reply(await person.click(panel, label="Move…"))
    assert "Blue, violet and red dice were rolled, and yours lasted longest!" in panel.content
    gold = next(label for label in list_buttons(panel).values() if label.startswith("Gold"))
    reply = get_reply(await person.click(panel, label=gold))
    if "Take it" in list_buttons(reply).values():
        await person.click(reply, label="Take it")
    await wait_until_idle(harbour)
    assert "Dice competition (lowest dice go out, last one wins):" in harbour.board.content


class EqualThinker(RankingThinker):
    """A thinker that can't tell a seat's candidates apart."""

    async def rank_moves_for_hint(self, table: Table, match: Match, seat: int) -> Sequence[tuple[str, float]]:
        return [(token, 0.5) for token, _ in await super().rank_moves_for_hint(table, match, seat)]


def offers_alike_dice(match: Match) -> bool:
    """Return whether two dice on offer have the same reason: the cards of their colour work first."""
    state: Any = match.state
    if state.stage != DRAFT_STAGE:
        return False
    held = Counter(get_colour(card) for card in state.boards[state.seat].cards)
    offered = Counter(die.colour for die in state.offer)
    return any(held[colour] > 1 and offered[colour] > 1 for colour in Colour)


async def test_two_suggested_dice_never_have_the_same_reason(harbour: Harbour) -> None:
    replace_thinker(harbour.bot, EqualThinker())
    await harbour.begin_match("australis")
    await harbour.turn_guide_off()
    assert offers_alike_dice(await harbour.play_random_moves(400, until=offers_alike_dice))
    panel = get_reply(await harbour.press_tool_button(await harbour.find_player(), "Hint"))
    lines = [line for line in panel.content.splitlines() if line.startswith(BULB_EMOJI)]
    reasons = [re.split(r"\*\*(?:: | – )", line)[-1] for line in lines]
    assert len(lines) == 2 and len(set(reasons)) == 2, lines
