"""Shows the steps of a lesson and judges the answers."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import discord

from bot.errors.tables import UnknownGame
from bot.features.lessons import ending
from bot.features.lessons.asking import make_answer_components
from bot.features.lessons.links import LessonPlace, make_step_button
from bot.platform.limits import MAX_MESSAGE_LENGTH, clip
from bot.ui import layouts, replies
from bot.ui.components import Item, make_button
from bot.ui.ids import IdParts, OutdatedId, make_custom_id
from bot.ui.layouts import MessageLayout
from bot.ui.people import get_person
from bot.ui.pictures import preview_picks
from bot.ui.play.asking import FOOTER_ROW
from bot.ui.play.guide import read_token
from bot.ui.play.next_step import narrow_actions
from bot.ui.play.rulebook import PLAYER_NAMES
from bot.ui.presses import make_tableless_handler
from bot.ui.scenes import escape_scene
from bot.ui.services import Interaction
from games.core.lesson import (
    LEARNER_SEAT,
    LessonFeedback,
    LessonStep,
    check_answer,
    list_offered_actions,
    view_step,
)
from games.core.narrow import FieldQuestion, format_pick
from games.core.picture import Box
from games.core.protocol import Game
from games.core.shapes import ActionLike, EventLike, ViewLike
from games.core.texts import Scene
from games.core.words import Words
from games.drawing.spotlight import LitPlaces, Spotlight, list_action_places, list_lit_places


def find_game_with_lesson(interaction: Interaction, key: str) -> Game:
    """Return the game with this key, if it has a lesson.

    :raises UnknownGame: there is no such game.
    :raises OutdatedId: the game no longer has a lesson.
    """
    games = interaction.client.services.games
    game = games.get(key)
    if game is None:
        raise UnknownGame(key, (known.title for known in games.values()))
    if not game.lesson_steps:
        raise OutdatedId
    return game


async def open_step(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Open the lesson of a game, or show the step that the button names."""
    # A button outside the lesson names no step. Answer it with a new message.
    await replies.acknowledge(interaction, in_new_message=len(parts) < 2, is_layout=True)
    game = find_game_with_lesson(interaction, IdParts(parts)[0])
    if len(parts) < 2:
        await open_lesson(interaction, game)
    else:
        await show_step(interaction, game, LessonPlace.parse(parts))


async def add_pick(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Show the step again with the picks stored in the button's custom_id."""
    place = LessonPlace.parse(parts)
    await show_step(interaction, find_game_with_lesson(interaction, place.game), place)


async def add_listed_pick(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Add the value chosen from a list to the picks, and show the step again."""
    place = LessonPlace.parse(parts)
    chosen = LessonPlace(place.game, place.step, (*place.picks, IdParts(values)[0]))
    await show_step(interaction, find_game_with_lesson(interaction, place.game), chosen)


async def judge_step_answer(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Judge the answer in the button's custom_id."""
    place = LessonPlace.parse(parts[:2])
    game = find_game_with_lesson(interaction, place.game)
    await _judge_answer(interaction, game, place, read_token(":".join(parts[2:])))


async def open_lesson(interaction: Interaction, game: Game) -> None:
    """Continue a lesson at the step where the user left it, or start again if they had finished it."""
    known = await interaction.client.services.lessons.read_step_by_game(interaction.user.id)
    step = known.get(game.key, 0)
    if step >= len(game.lesson_steps):
        step = 0
    await show_step(interaction, game, LessonPlace(game.key, step))


async def show_step(interaction: Interaction, game: Game, place: LessonPlace, note: str = "") -> None:
    """Show a step with its question or, after the last step, the last page.

    If the picks complete an answer, judge it instead. A step shown without picks or note is stored as the
    user's progress.

    :param note: text that explains why the previous answer was wrong.
    """
    if not (place.picks or note):
        reached = min(place.step, len(game.lesson_steps))
        await interaction.client.services.lessons.set_step(interaction.user.id, game.key, reached)
    if place.step >= len(game.lesson_steps):
        await ending.show_ending(interaction, game)
        return
    step = game.lesson_steps[place.step]
    question_or_action = await narrow_actions(
        partial(list_offered_actions, game.rules[game.version], step), place.values, game
    )
    if not isinstance(question_or_action, FieldQuestion):
        await _judge_answer(interaction, game, place, question_or_action.token)
        return
    w = replies.get_words(interaction)
    position = view_step(game.rules[game.version], step)
    scene = _make_scene(interaction, game, w)
    task_text = f"**{w.msg(step.task.task_text)}**"
    if place.picks:
        escaped_scene = replace(escape_scene(scene), is_quiz=True)
        question = game.texts.format_question(
            question_or_action.field, question_or_action.picks, position, escaped_scene
        )
        task_text = f"{task_text}\n{question}"
    text_above = f"{_write_heading(game, place.step, w)}\n{w.msg(step.text)}"
    task_text = "\n\n".join(part for part in (note, task_text) if part)
    items = [
        *make_answer_components(place, question_or_action, game, position, scene),
        *_make_footer(place, w),
    ]
    lit = await asyncio.to_thread(_list_highlights, game, step, question_or_action, position)
    # The task is below the picture, so the picture doesn't repeat it.
    spotlight = Spotlight(lit, frames_groups=True)
    shown = preview_picks(game, position, question_or_action.picks)
    if shown != position:
        scene = replace(scene, earlier_view=position)
    files = await _draw_position(
        interaction, game, place, repr(question_or_action.picks), shown, scene, spotlight
    )
    await layouts.show_layout(interaction, lay_out_step(text_above, task_text, items, files))


async def _judge_answer(interaction: Interaction, game: Game, place: LessonPlace, token: str) -> None:
    """Judge the answer to a step. Store the progress after a right answer. Explain a wrong one and ask again.

    :raises OutdatedId: the lesson no longer has this step.
    """
    if place.step >= len(game.lesson_steps):
        raise OutdatedId
    step = game.lesson_steps[place.step]
    verdict = await asyncio.to_thread(check_answer, game.rules[game.version], step, token)
    w = replies.get_words(interaction)
    if not verdict.is_right:
        note = f"❌ {_explain_verdict(verdict, w)}"
        await show_step(interaction, game, LessonPlace(game.key, place.step), note)
        return
    await interaction.client.services.lessons.set_step(interaction.user.id, game.key, place.step + 1)
    text_above, praise = _write_heading(game, place.step, w), f"✅ **{w.msg(verdict.text)}**"
    scene = _make_scene(interaction, game, w, verdict)
    onward = make_step_button(
        LessonPlace(game.key, place.step + 1),
        w("Next"),
        emoji="▶️",
        row=FOOTER_ROW,
        style=discord.ButtonStyle.success,
    )
    files = await _draw_position(interaction, game, place, token, verdict.view, scene)
    again = make_step_button(LessonPlace(game.key, place.step), w("Back"), emoji="◀️", row=FOOTER_ROW)
    items = [onward, again, _make_leave_button(w)]
    await layouts.show_layout(interaction, lay_out_step(text_above, praise, items, files))


def lay_out_step(
    text_above: str, text_below: str, items: Sequence[Item], files: Sequence[discord.File]
) -> MessageLayout:
    """Return the layout of a step, with the picture between the text and the task."""
    parts: list[layouts.LayoutPart] = [layouts.make_text(text_above)]
    if files:
        parts.append(layouts.make_gallery(files))
    parts += [layouts.make_text(text_below), *layouts.make_action_rows(items)]
    return MessageLayout(parts, clip(f"{text_above}\n\n{text_below}", MAX_MESSAGE_LENGTH), items, files)


def _explain_verdict(verdict: LessonFeedback[EventLike, ViewLike], w: Words) -> str:
    reason = w.msg(verdict.text)
    if not verdict.clause:
        return reason
    reason = reason.rstrip(".")
    return w("{reason} (rule {clause}).", reason=reason, clause=verdict.clause)


def _write_heading(game: Game, number: int, w: Words) -> str:
    where = w(
        "{game} · {number} of {count}", game=game.title, number=number + 1, count=len(game.lesson_steps)
    )
    return f"-# {where}\n## {w.msg(game.lesson_steps[number].title)}"


def _make_footer(place: LessonPlace, w: Words) -> list[Item]:
    """Return the buttons of the last row: *Leave*, and *Back* unless this is the lesson's first question."""
    buttons: list[Item] = []
    if place.picks:
        back = LessonPlace(place.game, place.step, place.picks[:-1])
    else:
        back = LessonPlace(place.game, max(0, place.step - 1))
    if back != place:
        buttons.append(make_step_button(back, w("Back"), emoji="◀️", row=FOOTER_ROW))
    return [*buttons, _make_leave_button(w)]


def _make_leave_button(w: Words) -> Item:
    return make_button(make_custom_id("b", "lev"), w("Leave"), emoji="🚪", row=FOOTER_ROW)


def _make_scene(
    interaction: Interaction, game: Game, w: Words, verdict: LessonFeedback[EventLike, ViewLike] | None = None
) -> Scene:
    name = get_person(interaction).name
    others = [other for other in PLAYER_NAMES if other.casefold() != name.casefold()]
    names = (name, *others)[: game.seat_counts.start]
    if verdict is None:
        return Scene(names, w, reader_seat=LEARNER_SEAT)
    return Scene(names, w, verdict.seen_events, verdict.outcome, reader_seat=LEARNER_SEAT)


async def _draw_position(
    interaction: Interaction,
    game: Game,
    place: LessonPlace,
    answer: str,
    position: ViewLike,
    scene: Scene,
    spotlight: Spotlight | None = None,
) -> list[discord.File]:
    """Return the picture of the position to which ``answer``, a token or picks, has led."""
    key = ("lesson", game.key, place.step, answer, scene.w.locale, scene.names)
    return await interaction.client.services.pictures.draw_files(
        key, game, position, scene, spotlight=spotlight
    )


def _list_highlights(
    game: Game, step: LessonStep, question: FieldQuestion[ActionLike], position: ViewLike
) -> LitPlaces:
    """Return the parts of the board that the task mentions, or that moves like the solution involve.

    Illegal moves that the step offers to tempt the learner are highlighted only if the answer would stand out
    without them.
    """
    rules = game.rules[game.version]
    kinds = {format_pick(rules.read(token).path[0].value) for token in step.task.right_tokens}
    left_out = () if step.task.hides_answer else step.task.tempting_tokens
    offered = tuple(action for action in question.actions if action.token not in left_out)
    if step.task.hides_answer and question.picks:
        lit = _list_choice_highlights(game, question, position)
    else:
        lit = list_lit_places(game, position, replace(question, actions=offered or question.actions), kinds)

    def locate_values(values: tuple[tuple[str, str], ...]) -> tuple[Box, ...]:
        return tuple(box for field, value in values for box in game.list_places(position, field, value))

    move = locate_values(step.task.moved_values)
    moves = ((move[0], move[1]),) if move else ()
    return lit._replace(mentioned=locate_values(step.task.mentioned_values), moves=moves)


def _list_choice_highlights(game: Game, question: FieldQuestion[ActionLike], position: ViewLike) -> LitPlaces:
    """Return the places of all values that a question offers, legal or not, and the actions' other places.

    Unlike :func:`list_lit_places`, leave out the places of the picks so far.
    """
    places = dict.fromkeys(
        box for action in question.actions for box in list_action_places(game, position, action)
    )
    picks = {action.path[len(question.path)] for action in question.actions}
    chosen = {box for pick in picks for box in game.list_places(position, pick.field, str(pick.value))}
    return LitPlaces(
        tuple(box for box in places if box in chosen), tuple(box for box in places if box not in chosen)
    )


PRESS_HANDLERS = (
    make_tableless_handler("les", open_step, acknowledge=None),
    make_tableless_handler("lep", add_pick, acknowledge="layout"),
    make_tableless_handler("lel", add_listed_pick, acknowledge="layout"),
    make_tableless_handler("lea", judge_step_answer, acknowledge="layout"),
)
