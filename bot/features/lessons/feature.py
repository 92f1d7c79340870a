"""Lessons that teach a game in private, step by step."""

from __future__ import annotations

from bot.features.contract import Feature, FeatureServices
from bot.features.lessons import ending, lesson, menu
from bot.features.lessons.links import make_lesson_button
from bot.ui.offers import DataLine
from games.core.words import plural

DATA_LINES = (
    DataLine(("lessons",), plural("- how far you are in {n} lesson", "- how far you are in {n} lessons", 0)),
)


def create_feature(services: FeatureServices) -> Feature:
    """Create the feature's objects and return its :class:`Feature`."""
    return Feature(
        name="lessons",
        press_handlers=(*lesson.PRESS_HANDLERS, *menu.PRESS_HANDLERS, *ending.PRESS_HANDLERS),
        game_buttons=(make_lesson_button,),
        learn_tabs=(menu.LESSONS_TAB,),
        data_lines=DATA_LINES,
    )
