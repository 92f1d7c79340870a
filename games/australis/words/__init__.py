"""Every text of Australis, as :class:`games.core.texts.GameWords` asks for them."""

from games.australis.words.advice import advise
from games.australis.words.alt import alt, describe
from games.australis.words.labels import hint, icon, label, phrase, question
from games.australis.words.narration import status, tell
from games.australis.words.rules_pages import rules

__all__ = ["advise", "alt", "describe", "hint", "icon", "label", "phrase", "question"]
__all__ += ["rules", "status", "tell"]
