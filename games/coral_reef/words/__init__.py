"""Every text of Coral Reef, as :class:`games.core.texts.GameWords` asks for them."""

from games.coral_reef.words.advice import advise
from games.coral_reef.words.alt import alt, describe
from games.coral_reef.words.labels import hint, icon, label, phrase, question
from games.coral_reef.words.narration import status, tell
from games.coral_reef.words.rules_pages import rules

__all__ = ["advise", "alt", "describe", "hint", "icon", "label", "phrase", "question"]
__all__ += ["rules", "status", "tell"]
