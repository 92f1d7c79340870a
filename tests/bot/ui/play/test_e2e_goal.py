"""The first panel of a person's first match with the guide begins with the game's goal."""

from __future__ import annotations

from typing import Any

import pytest

from bot.computers.advice import GUIDE_KEY, GUIDE_OFF
from bot.ui.play.guide import GOAL_EMOJI
from games.core.words import list_locales, load_words
from games.registry import GAMES
from tests.bot.ui.play.guiding import (
    RankingThinker,
    begin_guided_match,
    find_panel,
    follow_hint,
    has_hint,
)
from tests.support.cases import join_cases
from tests.support.game_parts import GAMES_WITH_GOAL
from tests.support.harbour import Harbour, list_buttons, replace_thinker
from tests.support.reading import get_reply

MAX_GOAL_LENGTH = 80
MAX_ENGLISH_GOAL_LENGTH = 60


async def begin_match(harbour: Harbour, game: str) -> Any:
    """Begin a match, and return the panel in which the player whose turn it is begins to move."""
    thinker: Any = RankingThinker()
    replace_thinker(harbour.bot, thinker)
    await harbour.begin_match(game)
    await harbour.answer_questions()
    return await open_panel(harbour)


async def open_panel(harbour: Harbour) -> Any:
    """As the player whose turn it is, press the board's first button for a move, and return the panel."""
    pressed = next(i for i in list_buttons(harbour.board) if i.startswith("b:go"))
    return get_reply(await (await harbour.find_player()).click(harbour.board, custom_id=pressed))


@pytest.mark.parametrize("game", GAMES_WITH_GOAL)
async def test_the_first_panel_begins_with_the_goal_and_the_next_does_not(
    harbour: Harbour, game: str
) -> None:
    goal = GAMES[game].goal
    assert goal is not None
    panel = await begin_match(harbour, game)
    _, _, below_news = panel.content.rpartition("\n\n")
    assert below_news.startswith(f"{GOAL_EMOJI} {goal.msgid}\n"), panel.content
    first = (await harbour.find_match()).active_seat
    await harbour.play_random_moves(30, until=lambda match: match.active_seat != first)
    match = await harbour.play_random_moves(
        60, until=lambda match: match.active_seat == first and match.to_act == (first,)
    )
    assert match.outcome is None and match.active_seat == first
    assert GOAL_EMOJI not in (await open_panel(harbour)).content


async def test_a_panel_that_opens_with_the_only_kind_of_move_begins_with_the_goal(harbour: Harbour) -> None:
    thinker: Any = RankingThinker()
    replace_thinker(harbour.bot, thinker)
    await harbour.begin_match("das_riff")
    match = await harbour.find_match()
    (seat,) = match.to_act
    assert seat != match.active_seat, "the seat can only take a worm"
    person = await harbour.find_player(seat)
    view = get_reply(await person.click(harbour.board, label="My view"))
    panel = get_reply(await person.click(view, label="Move…"))
    assert f"{GOAL_EMOJI} Five broods (fish pairs) win; fish cost worms.\n" in panel.content


async def test_a_second_match_is_guided_without_the_goal(harbour: Harbour) -> None:
    panel = await begin_guided_match(harbour, "reef")
    assert GOAL_EMOJI in panel.content
    await follow_hint(harbour, panel)
    await harbour.bot.tables.play.resign_match(1, harbour.anna.id)
    await harbour.anna.slash(harbour.channel, "play", game="reef", against="easy")
    panel = await find_panel(harbour)
    assert "Play a card or take one?" in panel.content and has_hint(panel) and GOAL_EMOJI not in panel.content


async def test_a_person_who_has_stopped_the_guide_reads_no_goal(harbour: Harbour) -> None:
    for user in (harbour.anna, harbour.ben):
        await harbour.store.preferences.set(user.id, GUIDE_KEY, GUIDE_OFF)
    assert GOAL_EMOJI not in (await begin_match(harbour, "reef")).content


async def test_a_game_without_a_goal_is_guided_all_the_same(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(GAMES["reef"]), "goal", None)
    panel = await begin_match(harbour, "reef")
    assert panel.content and GOAL_EMOJI not in panel.content


@join_cases([(game, locale) for game in GAMES_WITH_GOAL for locale in list_locales()])
def test_a_goal_is_one_short_sentence(game: str, locale: str) -> None:
    goal = GAMES[game].goal
    assert goal is not None and len(goal.msgid) <= MAX_ENGLISH_GOAL_LENGTH
    text = load_words(locale).msg(goal)
    assert len(text) <= MAX_GOAL_LENGTH and text.endswith(".") and text.count(".") == 1
