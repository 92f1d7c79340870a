"""Words that no text may use: CONTRIBUTING.md, *The words we use*."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tools.locales import TEMPLATE, list_catalogues, read_catalogue

UNSAID = {
    "en": (
        r"anew|afresh|mend(s|ed|ing)?|upon|seldom|unforeseen|shall|lapse[sd]?|consent|amid|whom|cannot",
        r"awaited|waits for an answer|just now|give(s|n)? up|lack(s|ing)?|of equals",
        r"is to (choose|play|place|lay|draw|be|take (a|an|\{cards\}))|as the reef is|in succession",
        r"(it|that|this|there|what) is not|there is no|(do|does|did|has|have|will|could|is) not",
    ),
    "de": (
        r"Tischleitung|Gastgeber|Spielfeld|Spielbrett|Schaltfl\w+|Futterwürfel|Soll ich|Frag sie",
        r"leitet den|geführt|gleich (einziehen|danach|genommen|jetzt)|SHA-256-Zahl",
    ),
    "nl": (
        r"druk(ken|t)?|gastheer|tafelleiding|kweek|kweken|vaste instelling\w*",
        r"Zal ik|beeld(en)?|leidt de tafel",
        r"[\w]+’\w+|‘.*’",
    ),
}
"""Banned words by language: whole words, case-insensitive."""
KEPT = {
    "in druk gezien",
    "kweek vissen",
    "kweek je vissen",
    "zou hij {brood} kweken",
}
"""Exceptions in which such a word is right."""
AT_ONCE = re.compile(r"\bat once\b")
TOGETHER = re.compile(r"(a lot|corals|broods|several) at once")
"""*At once* may only mean at the same time."""
PERCENT = {"en": r"(\}|\d)\s%", "de": r"(\}|\d)%", "nl": r"(\}|\d)\s%"}
"""Wrong percentages by language: German requires a space before the sign, the others forbid it."""


def texts_of(language: str) -> Iterator[str]:
    path = TEMPLATE if language == "en" else next(p for p in list_catalogues() if p.stem == language)
    for message in read_catalogue(path):
        if message.id:
            found = message.id if language == "en" else message.string
            yield from (found,) if isinstance(found, str) else found or ()


def unsaid(language: str, text: str) -> list[str]:
    """Return the banned words in a text."""
    for kept in KEPT:
        text = text.replace(kept, "")
    pattern = re.compile(rf"(?<![\w{{])(?:{'|'.join(UNSAID[language])})(?![\w}}])", re.IGNORECASE)
    return [found[0] for found in pattern.finditer(text)]


@pytest.mark.parametrize("language", UNSAID)
def test_no_text_has_a_word_that_we_say_otherwise(language: str) -> None:
    found = {text: words for text in texts_of(language) if (words := unsaid(language, text))}
    assert not found


def test_at_once_means_together() -> None:
    assert not [text for text in texts_of("en") if AT_ONCE.search(TOGETHER.sub("", text))]


@pytest.mark.parametrize("language", PERCENT)
def test_a_percentage_is_written_as_the_language_does(language: str) -> None:
    pattern = re.compile(PERCENT[language])
    assert not [text for text in texts_of(language) if pattern.search(text)]


def test_the_words_are_found() -> None:
    assert unsaid("en", "Post the table anew; it cannot be mended.") == ["anew", "cannot", "mended"]
    assert unsaid("de", "Die Tischleitung startet die Partie.") == ["Tischleitung"]
    assert unsaid("nl", "Druk op Start.") == ["Druk"]
    assert not unsaid("nl", "Gedrukt zijn de 6 vissen; kweek vissen.")
