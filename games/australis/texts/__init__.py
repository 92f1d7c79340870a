"""All texts of Australis, as a :class:`games.core.texts.GameTexts`."""

from games.australis.texts.advice import advise
from games.australis.texts.descriptions import alt, describe
from games.australis.texts.endings import moments, standing
from games.australis.texts.labels import hint, icon, label, phrase, question, verb
from games.australis.texts.narration import status, task, tell
from games.australis.texts.recap import recap
from games.australis.texts.rules_pages import rules

__all__ = ["advise", "alt", "describe", "hint", "icon", "label", "moments", "phrase", "question"]
__all__ += ["recap", "rules", "standing", "status", "task", "tell", "verb"]
