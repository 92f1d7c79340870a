"""All texts of Reef, as a :class:`games.core.texts.GameTexts`."""

from games.reef.texts.advice import advise
from games.reef.texts.descriptions import alt, describe
from games.reef.texts.endings import moments, standing
from games.reef.texts.labels import hint, icon, label, phrase, question, verb
from games.reef.texts.narration import status, task, tell
from games.reef.texts.recap import recap
from games.reef.texts.rules_pages import rules

__all__ = ["advise", "alt", "describe", "hint", "icon", "label", "moments", "phrase", "question"]
__all__ += ["recap", "rules", "standing", "status", "task", "tell", "verb"]
