"""Every text of Coral Reef."""

from __future__ import annotations

from typing import Final

from games.coral_reef.words import advice, labels, narration, rules_pages
from games.coral_reef.words.alt import alt as alt_text
from games.coral_reef.words.alt import describe as whole_text
from games.core.protocol import GameWords


class _CoralWords:
    """The texts as the protocol asks for them; each function is documented where it stands."""

    label = staticmethod(labels.label)
    hint = staticmethod(labels.hint)
    icon = staticmethod(labels.icon)
    question = staticmethod(labels.question)
    phrase = staticmethod(labels.phrase)
    advise = staticmethod(advice.advise)
    tell = staticmethod(narration.tell)
    status = staticmethod(narration.status)
    alt = staticmethod(alt_text)
    describe = staticmethod(whole_text)
    rules = staticmethod(rules_pages.rules)


WORDS: Final[GameWords] = _CoralWords()
