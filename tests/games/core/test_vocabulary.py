"""Words that no text may use (CONTRIBUTING.md, *The words we use*), and translations of the glossary."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from functools import cache

import pytest

from tools.locales import (
    CATALOGUE_FOLDER,
    TEMPLATE,
    is_translated,
    list_catalogues,
    list_forms,
    read_catalogue,
)

BANNED_WORDS_BY_LANGUAGE = {
    "en": (
        r"anew|afresh|mend(s|ed|ing)?|upon|seldom|unforeseen|shall|lapse[sd]?|consent|amid|whom|cannot",
        r"awaited|waits for an answer|just now|give(s|n)? up|lack(s|ing)?|of equals",
        r"is to (choose|play|place|lay|draw|be|take (a|an|\{cards\}))|as the reef is|in succession",
        r"schools|seeds|seeded|for circles",
        r"(it|that|this|there|what) is not|there is no|(do|does|did|has|have|will|could|is) not",
    ),
    "de": (
        r"Tischleitung|Gastgeber|Spielfeld|Spielbrett|Schaltfl\w+|Futterwürfel|Soll ich|Frag sie",
        r"(Fischs|S)chwärme|für Kreise",
        r"die Bank|jemandes|niemandes|Zehner|Tischs|Zugs|Beste Folge",
        r"leitet den|geführt|gleich (einziehen|danach|genommen|jetzt)|SHA-256-Zahl",
    ),
    "nl": (
        r"druk(ken|t)?|gastheer|tafelleiding|kweek|kweken|vaste instelling\w*",
        r"voor rondjes|scholen vissen",
        r"winkans(en)?|gepost|posten|vakjes?|rivaal|negen uit(leggen)?",
        r"Zal ik|beeld(en)?|leidt de tafel",
        r"[\w]+’\w+|‘.*’",
    ),
}
"""Banned words by language: whole words, case-insensitive."""
ALLOWED_PHRASES = {
    "in druk gezien",
    "kweek vissen",
    "kweek je vissen",
}
"""Phrases in which a banned word is correct."""
AT_ONCE_PATTERN = re.compile(r"\bat once\b")
ALLOWED_AT_ONCE_PATTERN = re.compile(r"(a lot|cards|broods|several) at once")
"""The only phrases that may contain *at once*, in the sense of at the same time."""
PERCENT_PATTERNS_BY_LANGUAGE = {"en": r"(\}|\d)\s%", "de": r"(\}|\d)%", "nl": r"(\}|\d)\s%"}
"""Wrong percentages by language: German requires a space before the sign, the others forbid it."""


def list_texts(language: str) -> Iterator[str]:
    path = TEMPLATE if language == "en" else next(p for p in list_catalogues() if p.stem == language)
    for message in read_catalogue(path):
        if message.id:
            found = message.id if language == "en" else message.string
            yield from (found,) if isinstance(found, str) else found or ()


def find_banned_words(language: str, text: str) -> list[str]:
    for kept in ALLOWED_PHRASES:
        text = text.replace(kept, "")
    pattern = re.compile(
        rf"(?<![\w{{])(?:{'|'.join(BANNED_WORDS_BY_LANGUAGE[language])})(?![\w}}])", re.IGNORECASE
    )
    return [found[0] for found in pattern.finditer(text)]


@pytest.mark.parametrize("language", BANNED_WORDS_BY_LANGUAGE)
def test_no_text_contains_a_banned_word(language: str) -> None:
    found = {text: words for text in list_texts(language) if (words := find_banned_words(language, text))}
    assert not found


def test_at_once_means_at_the_same_time() -> None:
    assert not [
        text for text in list_texts("en") if AT_ONCE_PATTERN.search(ALLOWED_AT_ONCE_PATTERN.sub("", text))
    ]


@pytest.mark.parametrize("language", PERCENT_PATTERNS_BY_LANGUAGE)
def test_percentages_follow_the_rules_of_the_language(language: str) -> None:
    pattern = re.compile(PERCENT_PATTERNS_BY_LANGUAGE[language])
    assert not [text for text in list_texts(language) if pattern.search(text)]


def test_banned_words_are_detected() -> None:
    assert find_banned_words("en", "Post the table anew; it cannot be mended.") == [
        "anew",
        "cannot",
        "mended",
    ]
    assert find_banned_words("de", "Die Tischleitung startet die Partie.") == ["Tischleitung"]
    assert find_banned_words("de", "Die Bank ist leer.") == ["Die Bank"]
    assert find_banned_words("nl", "Druk op Start.") == ["Druk"]
    assert find_banned_words("nl", "Nog 5% winkans.") == ["winkans"]
    assert not find_banned_words("nl", "Gedrukt zijn de 6 vissen; kweek vissen.")


CONSISTENT_TERMS = (
    "match",
    "table",
    "seat",
    "channel",
    "prediction",
    "tournament",
    "puzzle",
    "coral",
    "reef",
    "fish",
    "worm",
    "pearl",
    "shark",
    "die",
    "supply",
    "bank",
    "boat",
    "space",
    "position",
    "win chance",
    "permission",
)
"""Terms of the glossary that have the same meaning in almost every sentence."""
MIN_CONSISTENT_SHARE = 0.9
"""Minimum share of the sentences with a term that translate it as in the glossary."""
UNTRANSLATED_PART_PATTERN = re.compile(r"\{[^}]*\}|`[^`]*`|Das Riff|Coral Reef")


def read_glossary() -> list[dict[str, str]]:
    with (CATALOGUE_FOLDER / "glossary.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def simplify_text(text: str) -> str:
    """Return a text in lower case without placeholders or umlauts, so that plurals contain the singular."""
    return UNTRANSLATED_PART_PATTERN.sub("", text).casefold().translate(str.maketrans("äöü", "aou"))


@cache
def list_sentences(language: str) -> list[tuple[str, str]]:
    """Return each translated sentence without a context, and its translation, both simplified."""
    (path,) = [path for path in list_catalogues() if path.stem == language]
    return [
        (simplify_text(list_forms(message.id)[0]), simplify_text(list_forms(message.string)[0]))
        for message in read_catalogue(path)
        if message.context is None and is_translated(message)
    ]


def count_consistent_sentences(term: str, language: str, wanted: str) -> tuple[int, int]:
    """Return the number of sentences with ``term`` that are translated with ``wanted``, and their total."""
    found, follow = 0, 0
    for english, said in list_sentences(language):
        if re.search(rf"\b{term}(s|es)?\b", english):
            found += 1
            # A plural can change the last letters (*koraal, koralen*).
            follow += simplify_text(wanted)[: max(3, len(wanted) - 3)] in said
    return follow, found


def test_the_glossary_has_each_term_in_each_language() -> None:
    rows = read_glossary()
    assert len(rows) >= 50
    assert len({row["term"] for row in rows}) == len(rows)
    assert [row for row in rows if not all(row.values())] == []
    assert {"term", "what it means", "de", "nl"} <= set(rows[0])


@pytest.mark.parametrize("language", ["de", "nl"])
@pytest.mark.parametrize("term", CONSISTENT_TERMS)
def test_translations_follow_the_glossary(term: str, language: str) -> None:
    (row,) = [row for row in read_glossary() if row["term"] == term]
    follow, found = count_consistent_sentences(term, language, row[language])
    assert found >= 3
    assert follow >= MIN_CONSISTENT_SHARE * found, f"{follow} of {found} sentences say {row[language]}"


def test_translations_that_differ_from_the_glossary_are_detected() -> None:
    follow, found = count_consistent_sentences("coral", "de", "Muschel")
    assert follow < MIN_CONSISTENT_SHARE * found
