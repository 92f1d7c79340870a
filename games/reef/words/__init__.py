"""Every text of Reef, as :class:`games.core.texts.GameWords` asks for them."""

from games.reef.words.advice import advise
from games.reef.words.alt import alt, describe
from games.reef.words.labels import hint, icon, label, phrase, question
from games.reef.words.narration import status, tell
from games.reef.words.rules_pages import rules

__all__ = ["advise", "alt", "describe", "hint", "icon", "label", "phrase", "question"]
__all__ += ["rules", "status", "tell"]
