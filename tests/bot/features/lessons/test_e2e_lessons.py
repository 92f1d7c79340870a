"""Lessons in Discord: steps, wrong answers, going back, leaving, and restarts in between."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.ui.ids import make_custom_id
from games.core.lesson import check_answer, list_offered_actions
from games.core.words import load_words
from games.drawing.spotlight import draw_spotlight, list_action_places
from games.reef.parts import CELL_NAMES
from games.registry import GAMES
from tests.support.game_parts import GAMES_WITH_LESSON
from tests.support.harbour import Harbour, list_buttons, list_controls
from tests.support.learning import answer_step, has_verdict, list_answers, open_rules, press_answer
from tests.support.nightly import defer_to_ci, defer_to_night
from tests.support.person import open_my_data
from tests.support.reading import (
    KeptMessage,
    check_limits,
    get_reply,
    read_answer,
    read_picture,
    read_text,
    set_languages,
)


async def open_lesson(harbour: Harbour, key: str, person: Any = None) -> Any:
    """Open the lesson of a game, by default as Anna."""
    return get_reply(await (person or harbour.anna).slash(harbour.channel, "learn", game=key))


async def open_lesson_at(harbour: Harbour, key: str, step: int, person: Any = None) -> Any:
    """Open the lesson of a game at a step, counted from 0."""
    chosen = person or harbour.anna
    await harbour.store.lessons.set_step(chosen.id, key, step)
    return await open_lesson(harbour, key, chosen)


async def test_only_questions_have_pictures_with_highlights(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    lit: list[Any] = []

    def record_spotlight(game: Any, view: Any, scene: Any, spotlight: Any) -> Any:
        assert not spotlight.question, "the message has the task"
        lit.append(spotlight.lit.choices)
        return draw_spotlight(game, view, scene, spotlight)

    monkeypatch.setattr("bot.ui.pictures.draw_spotlight", record_spotlight)
    game = GAMES["das_riff"]
    message = await open_lesson(harbour, game.key)
    assert len(lit) == 1 and lit[0], "the places of the legal answers are lit"
    task = game.lesson_steps[0].task.task_text.msgid
    assert read_text(message).count(task) == 1
    action = game.rules[game.version].read(game.lesson_steps[0].task.right_tokens[0])
    await answer_step(harbour.anna, message, game.lesson_steps[0], game, action)
    asked = len(lit)
    await open_lesson(harbour, game.key)
    assert len(lit) == asked + 1, "the answer is not lit, but the next question is"


async def test_a_tempting_illegal_move_is_not_highlighted(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    lit: list[Any] = []

    def record_spotlight(game: Any, view: Any, scene: Any, spotlight: Any) -> Any:
        lit.append((view, spotlight.lit.choices))
        return draw_spotlight(game, view, scene, spotlight)

    monkeypatch.setattr("bot.ui.pictures.draw_spotlight", record_spotlight)
    game = GAMES["australis"]
    number, step = next(
        (number, step) for number, step in enumerate(game.lesson_steps) if step.task.tempting_tokens
    )
    await open_lesson_at(harbour, game.key, number)
    ((view, places),) = lit
    legal, tempting = (
        {box for token in tokens for box in game.list_places(view, "reef", token.partition(":")[2])}
        for tokens in (step.task.right_tokens, step.task.tempting_tokens)
    )
    assert legal <= set(places)
    assert tempting and not tempting & set(places)


@pytest.mark.parametrize(
    ("key", "number"),
    [
        (key, number)
        for key in GAMES_WITH_LESSON
        for number, step in enumerate(GAMES[key].lesson_steps)
        if step.task.hides_answer
    ],
)
async def test_the_picture_does_not_give_away_an_answer_to_be_found(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, key: str, number: int
) -> None:
    lit: list[Any] = []

    def record_spotlight(game: Any, view: Any, scene: Any, spotlight: Any) -> Any:
        lit.append((view, {*spotlight.lit.choices, *spotlight.lit.affected}))
        return draw_spotlight(game, view, scene, spotlight)

    monkeypatch.setattr("bot.ui.pictures.draw_spotlight", record_spotlight)
    await open_lesson_at(harbour, key, number)
    ((view, places),) = lit
    game, task = GAMES[key], GAMES[key].lesson_steps[number].task
    right, tempting = (
        {
            box
            for token in tokens
            for box in list_action_places(game, view, game.rules[game.version].read(token))
        }
        for tokens in (task.right_tokens, task.tempting_tokens)
    )
    assert tempting - right, "there is something else to choose"
    assert right | tempting <= places


async def test_the_picture_shows_a_coral_that_is_already_placed(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Any] = []

    def record_view(game: Any, view: Any, scene: Any, spotlight: Any) -> Any:
        drawn.append(view)
        return draw_spotlight(game, view, scene, spotlight)

    monkeypatch.setattr("bot.ui.pictures.draw_spotlight", record_view)
    message = await open_lesson_at(harbour, "reef", 1)
    step, reef = GAMES["reef"].lesson_steps[1], GAMES["reef"]
    action = reef.rules[reef.version].read("play:4:a1,b1")
    await answer_step(harbour.anna, message, step, reef, action)
    before, after = drawn[0].seats[0].reef, drawn[-1].seats[0].reef
    assert [cell for cell in range(16) if before[cell] != after[cell]] == [CELL_NAMES.index("a1")]


@pytest.mark.parametrize("key", defer_to_night(GAMES_WITH_LESSON, "das_riff", "reef"))
async def test_a_whole_lesson_is_taken_by_presses(harbour: Harbour, key: str) -> None:
    game = GAMES[key]
    w, rules = load_words(), game.rules[game.version]
    message = await open_lesson(harbour, game.key)
    for number, step in enumerate(game.lesson_steps, 1):
        assert message.ephemeral
        assert f"{game.title} · {number} of {len(game.lesson_steps)}" in read_text(message)
        for text in (w.msg(step.title), w.msg(step.text), w.msg(step.task.task_text)):
            assert text in read_text(message)
        before = await read_picture(message)
        action = rules.read(step.task.right_tokens[0])
        message = await answer_step(harbour.anna, message, step, game, action)
        check_limits(message)
        assert f"✅ **{w.msg(step.task.praise_text)}**" in read_text(message)
        assert (await read_picture(message)).tobytes() != before.tobytes()
        message = get_reply(await harbour.anna.click(message, label="Next"))
    check_limits(message)
    assert "you know enough to play" in read_text(message)
    assert await harbour.store.lessons.read_step_by_game(harbour.anna.id) == {
        game.key: len(game.lesson_steps)
    }
    again = await open_lesson(harbour, game.key)
    assert f"1 of {len(game.lesson_steps)}" in read_text(again)
    assert [post for post in harbour.list_posts() if list_controls(post)] == []


@pytest.mark.parametrize("key", defer_to_night(GAMES_WITH_LESSON, "das_riff", "reef"))
async def test_a_wrong_answer_is_explained_and_asked_again(harbour: Harbour, key: str) -> None:
    """Give the first and the last wrong answer that each step offers."""
    game = GAMES[key]
    w, rules = load_words(), game.rules[game.version]
    for number, step in enumerate(game.lesson_steps):
        wrong = [
            action
            for action in list_offered_actions(rules, step)
            if not check_answer(rules, step, action.token).is_right
        ]
        for action in {wrong[0].token: wrong[0], wrong[-1].token: wrong[-1]}.values():
            verdict = check_answer(rules, step, action.token)
            message = await open_lesson_at(harbour, game.key, number)
            message = await answer_step(harbour.anna, message, step, game, action)
            check_limits(message)
            assert f"❌ {w.msg(verdict.text).rstrip('.')} (rule {verdict.clause})." in read_text(message)
            assert w.msg(step.task.task_text) in read_text(message)
            assert "✅" not in read_text(message)
            assert list(list_answers(message))


@pytest.mark.parametrize("key", defer_to_ci(GAMES_WITH_LESSON, *GAMES_WITH_LESSON[1::2]))
async def test_random_presses_are_always_answered(harbour: Harbour, key: str) -> None:
    dice = Random(key)
    message = await open_lesson(harbour, key)
    judged = 0
    for _ in range(40):
        check_limits(message)
        offers = list(list_answers(message))
        if offers and dice.random() < 0.9:
            custom_id, value, _ = dice.choice(offers)
            message = await press_answer(harbour.anna, message, custom_id, value)
            judged += has_verdict(message)
        elif "you know enough" in read_text(message):
            break
        else:
            ways = [i for i, name in list_buttons(message).items() if name in ("Next", "Back")]
            if ways:
                message = get_reply(await harbour.anna.click(message, custom_id=dice.choice(ways)))
        assert read_text(message)
    assert judged > 5


async def test_a_lesson_continues_after_a_restart_and_a_crash(harbour: Harbour) -> None:
    key = "coral_reef"
    game = GAMES[key]
    message = await open_lesson_at(harbour, key, 3)
    await harbour.restart()
    action = game.rules[game.version].read(game.lesson_steps[3].task.right_tokens[0])
    message = await answer_step(harbour.anna, message, game.lesson_steps[3], game, action)
    assert "✅" in read_text(message)
    await harbour.kill()
    message = await open_lesson(harbour, key)
    assert f"5 of {len(game.lesson_steps)}" in read_text(message)
    menu = get_reply(await harbour.anna.slash(harbour.channel, "learn"))
    assert "Coral Reef · step 5" in list_buttons(menu).values()
    assert "Continue at step 5 of 8" in read_text(menu)
    message = get_reply(await harbour.anna.click(menu, label="Start over"))
    assert f"1 of {len(game.lesson_steps)}" in read_text(message)


async def test_back_undoes_picks_and_steps_and_leave_closes_the_lesson(harbour: Harbour) -> None:
    message = await open_lesson_at(harbour, "das_riff", 3)
    message = get_reply(await harbour.anna.click(message, label="Take a card"))
    assert "Which card do you take?" in read_text(message)
    message = get_reply(await harbour.anna.click(message, label="Back"))
    assert "Which card do you take?" not in read_text(message) and "4 of 10" in read_text(message)
    message = get_reply(await harbour.anna.click(message, label="Back"))
    assert "3 of 10" in read_text(message)
    message = get_reply(await harbour.anna.click(message, label="Leave"))
    assert not list_controls(message) and not message.attachments
    assert "</learn:" in read_text(message)
    assert "3 of 10" in read_text(await open_lesson(harbour, "das_riff"))


async def test_the_first_step_has_no_back_button(harbour: Harbour) -> None:
    assert "Back" not in list_buttons(await open_lesson(harbour, "reef")).values()


async def test_the_last_page_starts_a_match_with_the_guide(harbour: Harbour) -> None:
    message = await open_lesson_at(harbour, "reef", len(GAMES["reef"].lesson_steps) - 1)
    game = GAMES["reef"]
    action = game.rules[game.version].read(game.lesson_steps[-1].task.right_tokens[0])
    message = await answer_step(harbour.anna, message, game.lesson_steps[-1], game, action)
    message = get_reply(await harbour.anna.click(message, label="Next"))
    assert not await harbour.bot.services.adviser.has_guide_enabled(harbour.anna.id)
    await harbour.anna.click(message, label="Play the easy computer")
    table = await harbour.find_table()
    assert table.match is not None and table.game is game
    assert {occupant.computer for occupant in table.occupants} == {None, "easy"}
    assert await harbour.bot.services.adviser.has_guide_enabled(harbour.anna.id)


async def test_a_lesson_and_play_refuse_a_taken_channel_in_the_same_words(harbour: Harbour) -> None:
    await harbour.begin_match()
    message = await open_lesson_at(harbour, "reef", 0, harbour.dana)
    result = await KeptMessage(harbour, message).forge_press(harbour.dana, make_custom_id("b", "lec", "reef"))
    answer = read_answer(result)
    played = read_answer(await harbour.dana.slash(harbour.channel, "play", game="reef", against="easy"))
    assert answer == played


async def test_a_lesson_outside_a_server_works_but_starts_no_match(harbour: Harbour) -> None:
    user, game = harbour.env.create_user("eve"), GAMES["reef"]
    await harbour.store.lessons.set_step(user.id, "reef", len(game.lesson_steps) - 1)
    message = get_reply(await user.slash("learn", game="reef"))
    action = game.rules[game.version].read(game.lesson_steps[-1].task.right_tokens[0])
    message = await answer_step(user, message, game.lesson_steps[-1], game, action)
    message = get_reply(await user.click(message, label="Next"))
    result = await user.click(message, label="Play the easy computer")
    assert read_answer(result) == "This works in a server's channel only."
    assert not await harbour.bot.services.adviser.has_guide_enabled(user.id)


async def test_the_rules_page_has_a_button_for_the_lesson(harbour: Harbour) -> None:
    pages = await open_rules(harbour.ben, harbour.channel, "australis")
    result = await harbour.ben.click(pages, label="Learn")
    assert "Australis · 1 of 8" in read_answer(result)


async def test_each_person_has_their_own_progress(harbour: Harbour) -> None:
    await open_lesson_at(harbour, "reef", 4)
    assert "1 of 7" in read_text(await open_lesson(harbour, "reef", harbour.ben))


@pytest.mark.parametrize("locale", ["de", "nl"])
async def test_a_lesson_is_in_the_readers_language(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, locale: str
) -> None:
    set_languages(monkeypatch, {}, others=locale)
    message = await open_lesson(harbour, "das_riff")
    step = GAMES["das_riff"].lesson_steps[0]
    assert load_words(locale).msg(step.text) in read_text(message)
    assert load_words(locale).msg(step.text) != load_words().msg(step.text)


MALFORMED_IDS = (
    "les:nothing:0:",
    "les:reef:zz:",
    "les:reef:0:nowhere",
    "les:reef",
    "lea:reef:0:?",
    "lea:reef:zz",
    "lep:reef",
    "lep:reef:zz:",
    "lec:nothing",
    "lec",
    "les",
    "lea:reef",
    "lel:reef:0:",
    "les:reef:-:",
)


@pytest.mark.parametrize("custom_id", MALFORMED_IDS)
async def test_a_malformed_custom_id_is_answered_with_a_sentence(harbour: Harbour, custom_id: str) -> None:
    message = await open_lesson(harbour, "reef")
    result = await KeptMessage(harbour, message).forge_press(harbour.anna, f"b:{custom_id}")
    text = result.followups[-1] if result.followups else result.response
    assert text is not None and read_text(text) and "went wrong" not in read_text(text)


async def test_lesson_progress_is_exported_and_erased(harbour: Harbour) -> None:
    await open_lesson_at(harbour, "reef", 2, harbour.ben)
    panel = get_reply(await open_my_data(harbour.ben, harbour.channel))
    assert "how far you are in 1 lesson" in panel.content
    personal_data = await harbour.bot.tables.people.collect_data(harbour.ben.id)
    assert personal_data["lessons"] == [{"game": "reef", "step": 2}]
    reply = get_reply(await harbour.ben.click(panel, label="Erase…"))
    await harbour.ben.click(reply, label="Yes, forget me")
    assert await harbour.store.lessons.read_step_by_game(harbour.ben.id) == {}
