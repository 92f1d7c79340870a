"""The index of the lessons' verbs, loaded by the cog of ``/learn``."""

from __future__ import annotations

from bot.ui.verbs import Verb

VERBS = {
    "les": Verb("open the lesson of a game, or go to a step", "bot.ui.lessons.lesson:open_step", dear=True),
    "lea": Verb("answer a step with an action", "bot.ui.lessons.lesson:answer_step", dear=True),
    "lep": Verb("go on with the picks of an answer", "bot.ui.lessons.lesson:take_pick", dear=True),
    "lel": Verb("go on with a pick from a list", "bot.ui.lessons.lesson:take_listed_pick", dear=True),
    "lem": Verb("show the lessons of all games", "bot.ui.lessons.menu:open_menu"),
    "lev": Verb("leave a lesson", "bot.ui.lessons.menu:leave_lesson"),
    "lec": Verb("play the easy computer after a lesson", "bot.ui.lessons.ending:play_computer", dear=True),
}
