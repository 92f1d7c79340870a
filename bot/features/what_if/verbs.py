"""The index of the verbs of *What if*, loaded where it docks on.

Each has the letters of where its match is, and one for what it does.
"""

from __future__ import annotations

from typing import Final

from bot.ui.verbs import SOLO, Verb

PANEL = "bot.features.what_if.presses:Panel"
TABLE: Final = "if"
RECORD: Final = "iw"
"""A match that is played at no table, which a feature keeps."""

LETTERS = {
    "o": Verb("open a position of a match to try moves from it in private", PANEL, dear=True),
    "g": Verb("go on with the picks of a tried move", SOLO),
    "l": Verb("go on with a pick from a list", SOLO),
    "a": Verb("try an action", SOLO),
    "u": Verb("take the newest tried step back", PANEL),
    "h": Verb("give a hint", PANEL),
    "n": Verb("begin again with another deal", PANEL),
    "b": Verb("go back to the match", PANEL),
}
VERBS = {home + letter: verb for home in (TABLE, RECORD) for letter, verb in LETTERS.items()}


def turn(home: str) -> dict[str, str]:
    """Return the verbs of the panel of a table and those of here, with those that answer in their place."""
    return {"go": f"{home}g", "pk": f"{home}l", "ac": f"{home}a", **{verb: verb for verb in VERBS}}
