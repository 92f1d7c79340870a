"""Finds the scripts in which names can be drawn on this machine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.core.words import N_, Msg
from games.drawing.glyphs import strip_undrawable_characters

SCRIPT_SAMPLES: Final = (
    (N_("Latin"), "Añ"),
    (N_("Greek"), "Σώ"),
    (N_("Cyrillic"), "Дй"),
    (N_("Armenian"), "Հա"),
    (N_("Georgian"), "გი"),
    (N_("Hebrew"), "שר"),
    (N_("Arabic"), "مح"),
    (N_("Ethiopic"), "ማር"),
    (N_("Devanagari"), "हि"),
    (N_("Bengali"), "মি"),
    (N_("Tamil"), "மி"),
    (N_("Telugu"), "తె"),
    (N_("Thai"), "ที่"),
    (N_("Khmer"), "ខ្ម"),
    (N_("Han"), "山红"),
    (N_("kana"), "あア"),
    (N_("hangul"), "김한"),
    (N_("rare Han"), "龘"),
    (N_("rare hangul"), "뷁"),
    (N_("Gujarati"), "ગુ"),
    (N_("Gurmukhi"), "ਗੁ"),
    (N_("Kannada"), "ಕು"),
    (N_("Malayalam"), "മല"),
    (N_("Burmese"), "မြ"),
    (N_("Odia"), "ଓଡ"),
    (N_("Sinhala"), "සි"),
)
"""Names of scripts, each with a few characters."""


def list_scripts(*, is_drawable: bool) -> Iterator[Msg]:
    """Yield the names of the scripts that can be drawn, or of those that can't."""
    for name, sample in SCRIPT_SAMPLES:
        shown, lost = strip_undrawable_characters(sample)
        if (not lost and len(shown) == len(sample)) == is_drawable:
            yield Msg(name)
