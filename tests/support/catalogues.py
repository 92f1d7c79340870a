"""Small copies of the translation catalogues, for tests of the tools that read and write them."""

from __future__ import annotations

from copy import deepcopy
from functools import lru_cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from tools import locales

COPY_INTERVAL = 25
"""One sentence in this many is copied. :data:`USED_SENTENCES` and sentences with a context are added."""
USED_SENTENCES = frozenset(
    {
        "**Is it fair?**",
        "Follow…",
        "Join",
        "More…",
        "Press Join! {host} starts the match.",
        "This match has ended.",
        "You follow no table. Press *More…* on a board, then *Follow…*.",
        "{n} shark",
        "{name} begins.",
    }
)
"""Sentences that the tests translate, change or look for."""


def use_small_catalogues(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write a small template and a small German catalogue into a folder, and make the tools use them.

    Reading and writing all sentences takes a second, and these tests do it many times.
    """
    catalogue, files = _make_small_catalogues()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    monkeypatch.setattr(locales, "CATALOGUE_FOLDER", folder)
    monkeypatch.setattr(locales, "TEMPLATE", folder / "reefs.pot")
    monkeypatch.setattr(locales, "extract_texts", lambda: deepcopy(catalogue))


@lru_cache
def _make_small_catalogues() -> tuple[Catalog, dict[str, bytes]]:
    """Return the copied sentences as a catalogue, and the contents of the catalogue files by name.

    The sentences are read from the template, which another test compares with the sources.
    """
    template = locales.read_catalogue(locales.TEMPLATE)
    german = locales.read_catalogue(locales.CATALOGUE_FOLDER / "de.po")
    kept = set()
    for number, message in enumerate(template):
        forms = locales.list_forms(message.id)
        if message.context or number % COPY_INTERVAL == 0 or USED_SENTENCES & set(forms):
            kept.add((forms, message.context))
    assert {form for forms, _ in kept for form in forms} >= USED_SENTENCES
    for catalogue in template, german:
        for message in list(catalogue):
            if message.id and (locales.list_forms(message.id), message.context) not in kept:
                catalogue.delete(message.id, message.context)
    files = {
        "reefs.pot": locales.format_template(template),
        "de.po": locales.format_po(german),
        "de.mo": locales.compile_mo(german),
    }
    return template, files
