"""Counts the words that a person reads in a message."""

from __future__ import annotations

import re
from typing import Any

from tests.support.reading import read_text

_SUBSTITUTES_BY_MARKUP_PATTERN = (
    (re.compile(r"<@[!&]?\d+>|<#\d+>"), "someone"),
    (re.compile(r"</([^:>]+):\d+>"), r"/\1"),
    (re.compile(r"<t:\d+(?::\w)?>"), "in two days"),
    (re.compile(r"<a?:\w+:\d+>"), " "),
    (re.compile(r"\[([^\]]*)\]\([^)\s]*\)"), r"\1"),
    (re.compile(r"<?https?://\S+"), " "),
)
"""Patterns of markup, and replacements with as many words as Discord shows instead."""


def count_words(text: str) -> int:
    """Return the number of words in a text as Discord shows it.

    A mention counts as one word, a timestamp as three. URLs, custom emoji and punctuation don't count.
    """
    for pattern, shown in _SUBSTITUTES_BY_MARKUP_PATTERN:
        text = pattern.sub(shown, text)
    return sum(any(map(str.isalnum, word)) for word in text.split())


def count_message_words(message: Any) -> int:
    """Return the number of words in a message without its buttons."""
    return count_words(read_text(message))
