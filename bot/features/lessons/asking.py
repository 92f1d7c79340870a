"""Makes the buttons for the question of a lesson's step, like those of a match's panel."""

from __future__ import annotations

from typing import Any

from discord import ui

from bot.features.lessons.links import LessonPlace
from bot.ui.components import Item
from bot.ui.ids import MoveChoice, make_custom_id
from bot.ui.play import asking
from games.core.lesson import LEARNER_SEAT
from games.core.narrow import FieldQuestion, find_completed_action
from games.core.protocol import Game
from games.core.shapes import FIRST_FIELD, ActionLike, ViewLike
from games.core.texts import Scene

_NO_TABLE = 0
"""Lessons have no table, but custom_ids need a table ID."""


def make_answer_components(
    place: LessonPlace,
    question: FieldQuestion[ActionLike],
    game: Game,
    view: ViewLike,
    scene: Scene,
) -> list[Item]:
    """Return buttons and selects for all values of a question, like those of a match's panel."""
    choice = MoveChoice(_NO_TABLE, 0, LEARNER_SEAT, place.picks)

    def find_immediate_action(value: str) -> ActionLike | None:
        """Return the answer that a value completes, unless its button only names a kind of move."""
        action = find_completed_action(question, value, game.field_settings)
        if action is not None and question.field == FIRST_FIELD and len(action.path) > 1:
            return None
        return action

    prompt = asking.Prompt(choice, question, game, view, scene, find_immediate_action=find_immediate_action)
    return [_redirect_to_lesson(place, component) for component in asking.make_answer_components(prompt)]


def _redirect_to_lesson(place: LessonPlace, item: Item) -> Item:
    shown: Any = item.item
    kind, verb, *parts = shown.custom_id.split(":")
    if isinstance(shown, ui.Select):
        shown.custom_id = make_custom_id(kind, "lel", *place.list_parts(), *parts[-1:])
    elif verb == "ac":
        shown.custom_id = make_custom_id(kind, "lea", place.game, place.step, ":".join(parts[3:]))
    else:
        picked = LessonPlace(place.game, place.step, MoveChoice.parse(parts).picks)
        shown.custom_id = make_custom_id(kind, "lep", *picked.list_parts())
    return item
