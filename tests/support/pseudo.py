"""A pseudo-locale that puts every translated text into ``⟦…⟧``, to find untranslated text."""

from __future__ import annotations

import gettext
from collections.abc import Iterable

import pytest

from games.core.words import Words

OPEN, CLOSE = "⟦", "⟧"


class PseudoWords(Words):
    """English words with every text in brackets."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__("en-XA", gettext.NullTranslations())

    def _fill_placeholders(self, template: str, values: dict[str, object]) -> str:
        return OPEN + super()._fill_placeholders(template, values) + CLOSE


def bracket_all_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every locale put its texts into brackets, for an end-to-end test."""
    fill = Words._fill_placeholders
    monkeypatch.setattr(
        Words, "_fill_placeholders", lambda w, template, values: OPEN + fill(w, template, values) + CLOSE
    )


def find_untranslated_letters(text: str, allowed: Iterable[str] = ()) -> str:
    """Return the letters of ``text`` outside the brackets. They belong to untranslated text.

    :param allowed: texts that need no translation, such as names and cells. They are removed first.
    """
    for word in sorted(allowed, key=len, reverse=True):
        text = text.replace(word, "")
    depth, found = 0, []
    for character in text:
        depth += (character == OPEN) - (character == CLOSE)
        if depth <= 0 and character.isalpha():
            found.append(character)
    return "".join(found)
