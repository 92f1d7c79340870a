"""A text that names a button says what is on that button, in every language."""

from __future__ import annotations

import re

import pytest
from babel.messages.pofile import read_po

from games.core.words import LOCALES, SOURCE, list_locales

QUOTED = re.compile(r"(?<!\*)\*([A-Z][^*{}]*)\*(?!\*)|Press \*\*([A-Z][^*{}]*)\*\*", re.IGNORECASE)
"""A button in italics, or in bold if it should be pressed."""


@pytest.mark.parametrize("locale", [one for one in list_locales() if one != SOURCE])
def test_a_text_names_a_button_as_the_button_is_labelled(locale: str) -> None:
    with (LOCALES / f"{locale}.po").open("rb") as file:
        catalogue = read_po(file, locale=locale)
    labels: dict[str, set[str]] = {}
    for entry in catalogue:
        if isinstance(entry.id, str) and entry.id:
            labels.setdefault(entry.id, set()).add(str(entry.string))
    wrong, seen = [], 0
    for entry in catalogue:
        if not isinstance(entry.id, str):
            continue
        for italic, bold in QUOTED.findall(entry.id):
            for label in labels.get(italic or bold, ()):
                seen += 1
                if f"*{label}*" not in str(entry.string):
                    wrong.append((italic or bold, label, entry.string))
    assert seen > 20 and not wrong, wrong
