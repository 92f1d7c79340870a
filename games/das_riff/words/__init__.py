"""Every text of Das Riff, as :class:`games.core.texts.GameWords` asks for them."""

from games.das_riff.words.advice import advise
from games.das_riff.words.alt import alt, describe
from games.das_riff.words.labels import hint, icon, label, question
from games.das_riff.words.narration import status, tell
from games.das_riff.words.phrases import phrase
from games.das_riff.words.rules_pages import rules

__all__ = ["advise", "alt", "describe", "hint", "icon", "label", "phrase", "question"]
__all__ += ["rules", "status", "tell"]
