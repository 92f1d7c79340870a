"""Every text of Das Riff, as :class:`games.core.texts.GameTexts` asks for them."""

from games.das_riff.texts.advice import advise
from games.das_riff.texts.descriptions import alt, describe
from games.das_riff.texts.hints import hint
from games.das_riff.texts.labels import icon, label, question
from games.das_riff.texts.narration import status, tell
from games.das_riff.texts.phrases import phrase, verb
from games.das_riff.texts.rules_pages import rules

__all__ = ["advise", "alt", "describe", "hint", "icon", "label", "phrase", "question"]
__all__ += ["rules", "status", "tell", "verb"]
