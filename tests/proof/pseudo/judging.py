"""Finds faults of texts in the pseudo-language: unmarked parts, truncation and excess length."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from bot.platform.limits import (
    MAX_ALT_TEXT_LENGTH,
    MAX_BUTTON_LABEL_LENGTH,
    MAX_CHOICE_NAME_LENGTH,
    MAX_MESSAGE_LENGTH,
    MAX_OPTION_TEXT_LENGTH,
    MAX_PLACEHOLDER_LENGTH,
)
from games.registry import GAMES
from tests.proof.pseudo.reading import GameText
from tools.pseudo import BEGIN, END

UNTRANSLATED_PATTERN = re.compile(
    r"`[^`]*`|<[@#/:a][^>]*>|<t:\d+(?::\w)?>|https?://\S+|\]\([^)]*\)|\b[A-Z]{2}-\d+(?:\.\d+)*\b"
    r"|\b[A-Za-z]?\d+[a-z]?\b|\b[AJQK](?= \()"
)
"""Matches text that is the same in every language, such as mentions, times and cells."""
NAMES = ("Anna", "Ben", "Dana", "Mo", "Eva", "Finn", "Reef Harbour", *(game.title for game in GAMES.values()))
MAX_LENGTHS_BY_PLACE = {
    "content": MAX_MESSAGE_LENGTH,
    "alt text": MAX_ALT_TEXT_LENGTH,
    "button": MAX_BUTTON_LABEL_LENGTH,
    "option": MAX_OPTION_TEXT_LENGTH,
    "choice": MAX_CHOICE_NAME_LENGTH,
    "placeholder": MAX_PLACEHOLDER_LENGTH,
    "field of a form": 45,
    "title of a form": 45,
    "description": 100,
}
SHORTENED_PLACES = ("content", "alt text")
"""Places where the bot itself shortens a long list of events or a reason with an ellipsis."""
MAX_SHORT_LABEL_LENGTH = 34
"""Maximum number of characters of a button label that a phone shows in full."""


def find_faults(texts: Iterable[GameText]) -> Counter[str]:
    """Return the number of occurrences of each fault: unmarked, truncated or too long for Discord."""
    found: Counter[str] = Counter()
    for one in texts:
        bare = UNTRANSLATED_PATTERN.sub("", one.text)
        for name in NAMES:
            bare = bare.replace(name, "")
        outside = find_unmarked_letters(bare)
        if outside:
            found[f"not marked: {outside!r} in the {one.place} {one.text[:200]!r}"] += 1
        if one.place not in SHORTENED_PLACES and one.text.count(BEGIN) != one.text.count(END):
            found[f"cut: the {one.place} {one.text[:60]!r} … {one.text[-60:]!r}"] += 1
        limit = MAX_LENGTHS_BY_PLACE.get(one.place)
        if limit is not None and len(one.text) > limit:
            found[f"longer than {limit}: the {one.place} {one.text[:200]!r}"] += 1
    return found


def find_unmarked_letters(text: str) -> str:
    """Return a text's letters outside all pairs of marks."""
    depth, found = 0, []
    for character in text:
        depth += (character == BEGIN) - (character == END)
        if depth <= 0 and character.isalpha():
            found.append(character)
    return "".join(found)
