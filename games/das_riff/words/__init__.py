"""Every text of Das Riff."""

from __future__ import annotations

from typing import Final

from games.core.protocol import GameWords
from games.das_riff.words import advice, labels, narration, phrases, rules_pages
from games.das_riff.words.alt import alt as alt_text
from games.das_riff.words.alt import describe as whole_text


class _RiffWords:
    """The texts as the protocol asks for them; each function is documented where it stands."""

    label = staticmethod(labels.label)
    hint = staticmethod(labels.hint)
    icon = staticmethod(labels.icon)
    question = staticmethod(labels.question)
    phrase = staticmethod(phrases.phrase)
    advise = staticmethod(advice.advise)
    tell = staticmethod(narration.tell)
    status = staticmethod(narration.status)
    alt = staticmethod(alt_text)
    describe = staticmethod(whole_text)
    rules = staticmethod(rules_pages.rules)


WORDS: Final[GameWords] = _RiffWords()
