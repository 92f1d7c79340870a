"""The index of the lessons' verbs, loaded by the cog of ``/learn``.

A step is no dearer than a move: whoever learns presses on, and its picture is kept for the next press.
"""

from __future__ import annotations

from bot.ui.verbs import Verb

VERBS = {
    "les": Verb("open the lesson of a game, or go to a step", "bot.ui.lessons.lesson:open_step"),
    "lea": Verb("answer a step with an action", "bot.ui.lessons.lesson:answer_step"),
    "lep": Verb("go on with the picks of an answer", "bot.ui.lessons.lesson:take_pick"),
    "lel": Verb("go on with a pick from a list", "bot.ui.lessons.lesson:take_listed_pick"),
    "lem": Verb("show the lessons of all games", "bot.ui.lessons.menu:open_menu"),
    "lev": Verb("leave a lesson", "bot.ui.lessons.menu:leave_lesson"),
    "lec": Verb("play the easy computer after a lesson", "bot.ui.lessons.ending:play_computer", dear=True),
}
