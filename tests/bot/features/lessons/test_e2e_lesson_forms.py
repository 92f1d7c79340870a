"""Lessons as Components V2 layouts, with the picture inside the text, and as plain messages."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.core.words import load_words
from games.registry import GAMES
from tests.bot.ui.person.mine import list_section_buttons, refuse_layouts
from tests.support.harbour import Harbour, list_buttons, read_components
from tests.support.learning import answer_step, list_answers, press_answer
from tests.support.reading import check_limits, get_reply, list_layout_texts, read_text
from tests.support.standin.limits import GALLERY_TYPE, ROW_TYPE, TEXT_TYPE
from tests.support.toy import TOYS


async def test_the_picture_is_between_a_steps_text_and_its_task(harbour: Harbour) -> None:
    step = GAMES["reef"].lesson_steps[0]
    message = get_reply(await harbour.anna.slash(harbour.channel, "learn", game="reef"))
    kinds = [part["type"] for part in read_components(message)]
    assert kinds[:3] == [TEXT_TYPE, GALLERY_TYPE, TEXT_TYPE] and set(kinds[3:]) == {ROW_TYPE}
    said, asked = list_layout_texts(message)
    assert load_words().msg(step.text) in said and load_words().msg(step.task.task_text) in asked
    assert message.content == ""


async def test_a_lesson_stays_in_one_message_until_the_learner_leaves(harbour: Harbour) -> None:
    game = GAMES["reef"]
    first = message = get_reply(await harbour.anna.slash(harbour.channel, "learn"))
    message = get_reply(await harbour.anna.click(message, label="Reef"))
    action = game.rules[game.version].read(game.lesson_steps[0].task.right_tokens[0])
    message = await answer_step(harbour.anna, message, game.lesson_steps[0], game, action)
    message = get_reply(await harbour.anna.click(message, label="Next"))
    await harbour.store.lessons.set_step(harbour.anna.id, "reef", len(game.lesson_steps))
    left = get_reply(await harbour.anna.click(message, label="Leave"))
    assert left.id == message.id == first.id
    assert "See you later" in read_text(left) and not list_buttons(left) and not left.attachments


async def test_the_learn_page_has_a_button_for_each_lesson(harbour: Harbour) -> None:
    await harbour.store.lessons.set_step(harbour.anna.id, "australis", 3)
    menu = get_reply(await harbour.anna.slash(harbour.channel, "learn"))
    check_limits(menu)
    labels = [button["label"] for button in list_section_buttons(menu)]
    assert labels == [
        "Australis · step 4" if game.key == "australis" else game.title
        for game in GAMES.values()
        if game.lesson_steps
    ]
    assert list(list_buttons(menu).values()).count("Start over") == 1


async def test_a_lesson_is_plain_text_if_discord_refuses_layouts(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The buttons of the plain message keep working when Discord accepts layouts again."""
    with monkeypatch.context() as patch:
        refuse_layouts(harbour, patch)
        plain = get_reply(await harbour.anna.slash(harbour.channel, "learn", game="coral_reef"))
        check_limits(plain)
        assert not plain.flags.components_v2 and plain.attachments
        assert "1 of 8" in plain.content and list(list_answers(plain))
    identity, value, _ = next(list_answers(plain))
    check_limits(await press_answer(harbour.anna, plain, identity, value))


async def test_a_game_without_a_lesson_shows_its_rules(tmp_path: Path) -> None:
    harbour = await Harbour.open(tmp_path, TOYS)
    try:
        message = get_reply(await harbour.anna.slash(harbour.channel, "learn", game="toy"))
        first = TOYS["toy"].texts.list_rules_pages(load_words())[0]
        assert f"## {TOYS['toy'].title} · {first.title}" in read_text(message)
        check_limits(message)
    finally:
        await harbour.close()
