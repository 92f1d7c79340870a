"""All texts of Das Riff, as a :class:`games.core.texts.GameTexts`."""

from games.das_riff.texts.advice import advise
from games.das_riff.texts.descriptions import alt, describe
from games.das_riff.texts.endings import moments, standing
from games.das_riff.texts.hints import hint
from games.das_riff.texts.labels import icon, label, question
from games.das_riff.texts.narration import status, task, tell
from games.das_riff.texts.phrases import phrase, verb
from games.das_riff.texts.recap import recap
from games.das_riff.texts.rules_pages import rules

__all__ = ["advise", "alt", "describe", "hint", "icon", "label", "moments", "phrase", "question"]
__all__ += ["recap", "rules", "standing", "status", "task", "tell", "verb"]
