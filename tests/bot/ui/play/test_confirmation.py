"""A button is green only if pressing it makes a move without a confirmation.

Buttons of one kind, such as dice, are all blue unless that is true of all of them.
"""

from __future__ import annotations

from random import Random

import discord
import pytest
from discord.ui import Button

from bot.platform.limits import MAX_BUTTON_LABEL_LENGTH, clip
from bot.ui.components import make_button
from bot.ui.ids import MoveChoice
from bot.ui.play.asking import Prompt, skip_to_tabs
from bot.ui.play.confirmation import write_legend, write_question
from bot.ui.play.next_step import find_next_step
from bot.ui.scenes import make_scene
from games.core.match import would_seal
from games.core.narrow import filter_by_first_value
from games.core.shapes import FIRST_FIELD
from games.core.words import load_words
from games.registry import GAMES
from tests.support.game_parts import PUBLISHED_GAMES
from tests.support.harbour import Harbour, list_buttons, list_controls
from tests.support.reading import get_reply
from tests.support.short_boards import make_plain_table
from tools.walks import Case

GREEN_STYLE, BLUE_STYLE = discord.ButtonStyle.success, discord.ButtonStyle.primary


@pytest.mark.parametrize("key", GAMES)
async def test_a_button_is_green_if_and_only_if_pressing_it_plays(key: str) -> None:
    game, w, seen = GAMES[key], load_words("en"), set[bool]()
    walk = Case(game, min(game.seat_counts), {}, 3, is_rich=True, max_plies=60)
    match, chance = walk.begin_match(), Random(key)
    for step in walk.match.steps:
        seat = match.to_act[0]
        position, scene = make_scene(make_plain_table(match), match, seat, w)
        found = await find_next_step(match, MoveChoice(7, match.seq, seat), w, is_current=True)
        while found.question is not None:
            asked = Prompt(found.choice, found.question, game, position, scene)
            asked = skip_to_tabs(asked, match)
            _, items = write_question(asked, match, scene, "")
            for button in (item.item for item in items):
                if not isinstance(button, Button) or button.disabled:
                    continue
                _, verb, *parts = str(button.custom_id).split(":")
                if verb != "go":
                    continue
                after = await find_next_step(match, MoveChoice.parse(parts), w, is_current=True)
                seen.add(after.skips_confirmation)
                is_green = button.style is GREEN_STYLE
                if set(asked.question.values) <= set(game.field_settings[asked.question.field].short_values):
                    assert not is_green or after.skips_confirmation, button.custom_id
                else:
                    assert is_green is after.skips_confirmation, button.custom_id
            onward = asked.pick_value(chance.choice(asked.question.values))
            found = await find_next_step(match, onward, w, is_current=True)
        match = match.act(step.seat, step.action.token)
    assert seen == {True, False} or (key not in PUBLISHED_GAMES and seen)


async def test_a_button_that_names_the_only_legal_action_plays_it_although_it_cannot_be_undone() -> None:
    walk = Case(GAMES["das_riff"], 2, {}, 3, is_rich=True, max_plies=200)
    match = walk.begin_match()
    for step in walk.match.steps:
        seat = match.to_act[0]
        legal = [action.token for action in match.legal_actions(seat)]
        if legal == ["end"] and would_seal(match, seat, "end"):
            break
        match = match.act(step.seat, step.action.token)
    else:
        raise AssertionError("no turn with nothing left to do")
    pressed = await find_next_step(
        match, MoveChoice(7, match.seq, seat, ("end",)), load_words("en"), is_current=True
    )
    assert pressed.is_irreversible and pressed.skips_confirmation
    # The label "Move…" doesn't name the action, so a press shows the action before making the move.
    opened = await find_next_step(match, MoveChoice(7, match.seq, seat), load_words("en"), is_current=True)
    assert opened.action is not None and not opened.skips_confirmation


async def test_a_button_that_names_only_the_kind_of_the_only_legal_action_shows_the_action_first() -> None:
    game, found = GAMES["coral_reef"], 0
    for seed in range(12):
        walk = Case(game, 2, {}, seed, is_rich=False, max_plies=200)
        match = walk.begin_match()
        for step in walk.match.steps:
            seat = match.to_act[0]
            legal = match.legal_actions(seat)
            if len(legal) == 1 and len(legal[0].path) > 1 and would_seal(match, seat, legal[0].token):
                choice = MoveChoice(7, match.seq, seat, (str(legal[0].path[0].value),))
                pressed = await find_next_step(match, choice, load_words("en"), is_current=True)
                assert pressed.action is not None and not pressed.skips_confirmation
                found += 1
            match = match.act(step.seat, step.action.token)
    assert found


@pytest.mark.parametrize("key", GAMES)
async def test_a_green_button_names_the_whole_action_if_its_kind_has_only_one(key: str) -> None:
    game, w, seen = GAMES[key], load_words("en"), set[str]()
    walk = Case(game, min(game.seat_counts), {}, 2, is_rich=True, max_plies=60)
    match = walk.begin_match()
    for step in walk.match.steps:
        seat = match.to_act[0]
        position, scene = make_scene(make_plain_table(match), match, seat, w)
        found = await find_next_step(match, MoveChoice(7, match.seq, seat), w, is_current=True)
        if found.question is not None and found.question.field == FIRST_FIELD:
            prompt = Prompt(found.choice, found.question, game, position, scene)
            _, items = write_question(prompt, match, scene, "")
            green = {
                i.item.label for i in items if isinstance(i.item, Button) and i.item.style is GREEN_STYLE
            }
            for value in found.first_values:
                actions = filter_by_first_value(found.legal_actions, value)
                whole = clip(game.texts.describe_action(actions[0], position, scene), MAX_BUTTON_LABEL_LENGTH)
                plain = game.texts.label_value(FIRST_FIELD, value, position, scene)
                if len(actions) == 1 and len(actions[0].path) > 1:
                    assert plain not in green
                    seen |= {value} if whole in green else set()
        match = match.act(step.seat, step.action.token)
    assert key != "das_riff" or seen == {"take", "boat"}


async def test_a_worm_is_taken_without_a_confirmation(harbour: Harbour) -> None:
    await harbour.begin_match()
    match = await harbour.find_match()
    assert match.to_act != (match.active_seat,)
    panel = get_reply(await harbour.press_action_kind("worm", match.to_act[0]))
    worm = next(i for i in list_buttons(panel) if i.startswith("b:go"))
    assert "You can't take your choice back." in panel.content
    await (await harbour.find_player(match.to_act[0])).click(panel, custom_id=worm)
    assert (await harbour.find_match()).rows[-1].text == f"worm:{worm.rpartition('/')[2]}"


async def test_dice_have_one_colour_although_only_some_are_taken_right_away(harbour: Harbour) -> None:
    await harbour.begin_match("australis")
    await harbour.turn_guide_off()
    person = await harbour.find_player()
    panel = get_reply(await person.click(harbour.board, label="Move: 9 choices…"))
    buttons = [button for button in list_controls(panel) if button["custom_id"].startswith("b:go")]
    assert len(buttons) == 9 and {button["style"] for button in buttons} == {BLUE_STYLE.value}
    assert "Green buttons" not in panel.content
    assert "“+1”: 1 point" in panel.content


def test_green_buttons_are_explained_once_to_each_player() -> None:
    game, w = GAMES["das_riff"], load_words("en")
    walk = Case(game, 2, {}, 3, is_rich=True, max_plies=20)
    first, later = walk.begin_match(), walk.match
    mixed = [make_button(f"b:go:{style.value}", "", style=style) for style in (GREEN_STYLE, BLUE_STYLE)]
    for match, items, is_explained in (
        (first, mixed, True),
        (later, mixed, False),
        (first, mixed[:1], False),
    ):
        text = write_legend(match, MoveChoice(7, match.seq, first.to_act[0]), items, w)
        assert bool(text) is is_explained


async def test_a_question_names_a_thing_once() -> None:
    """Das Riff's questions about the only card that can be taken name it already."""
    game, w, asked_count = GAMES["das_riff"], load_words("en"), 0
    walk = Case(game, 2, {}, 3, is_rich=True, max_plies=100)
    match = walk.begin_match()
    for step in walk.match.steps:
        seat = match.to_act[0]
        position, scene = make_scene(make_plain_table(match), match, seat, w)
        legal = filter_by_first_value(match.legal_actions(seat), "take")
        if seat == match.active_seat and len({action.path[1].value for action in legal}) == 1:
            found = await find_next_step(match, MoveChoice(7, match.seq, seat, ("take",)), w, is_current=True)
            if found.question is not None:
                prompt = Prompt(found.choice, found.question, game, position, scene)
                text, _ = write_question(prompt, match, scene, "")
                assert text.count(str(legal[0].path[1].value)) == 1, text
                asked_count += 1
        match = match.act(step.seat, step.action.token)
    assert asked_count
