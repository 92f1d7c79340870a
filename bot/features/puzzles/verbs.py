"""The index of the verbs of puzzles, loaded where they dock on."""

from __future__ import annotations

from bot.ui.verbs import SOLO, Verb

PANEL = "bot.features.puzzles.presses:Panel"

VERBS = {
    "zg": Verb("go on with the picks of an answer to a puzzle", SOLO),
    "zl": Verb("go on with a pick from a list", SOLO),
    "za": Verb("answer a puzzle with an action", SOLO),
    "zpo": Verb("open a puzzle again", PANEL),
    "zps": Verb("show the solution of a puzzle", PANEL),
    "zpn": Verb("open another puzzle of a game", PANEL),
}

TURNED = {"go": "zg", "pk": "zl", "ac": "za"}
"""The verbs of the panel of a table, and those that answer in their place."""
