"""Verbs of *What if*: the letters of where the match is, and one letter for what the press does."""

from __future__ import annotations

from typing import Final

TABLE: Final = "if"
RECORD: Final = "iw"
"""A match that is played at no table, kept by a feature."""
LETTERS: Final = "oglauhnb"


def turn(home: str) -> dict[str, str]:
    """Map the verbs of a table's panel to those that answer here, and the verbs from here to themselves."""
    own = [start + letter for start in (TABLE, RECORD) for letter in LETTERS]
    return {"go": f"{home}g", "pk": f"{home}l", "ac": f"{home}a", **{verb: verb for verb in own}}
