"""All texts of Coral Reef, as a :class:`games.core.texts.GameTexts`."""

from games.coral_reef.texts.advice import advise
from games.coral_reef.texts.descriptions import alt, describe
from games.coral_reef.texts.endings import moments, standing
from games.coral_reef.texts.labels import hint, icon, label, phrase, question, verb
from games.coral_reef.texts.narration import status, task, tell
from games.coral_reef.texts.recap import recap
from games.coral_reef.texts.rules_pages import rules

__all__ = ["advise", "alt", "describe", "hint", "icon", "label", "moments", "phrase", "question"]
__all__ += ["recap", "rules", "standing", "status", "task", "tell", "verb"]
