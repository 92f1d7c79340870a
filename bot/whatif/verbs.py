"""The index of the verbs of *What if*, loaded where it docks on."""

from __future__ import annotations

from bot.ui.verbs import SOLO, Verb

PANEL = "bot.whatif.panel:Panel"

VERBS = {
    "ifo": Verb("open a position of a match to try moves from it in private", PANEL, dear=True),
    "ifg": Verb("go on with the picks of a tried move", SOLO),
    "ifl": Verb("go on with a pick from a list", SOLO),
    "ifa": Verb("try an action", SOLO),
    "ifu": Verb("take the newest tried step back", PANEL),
    "ifh": Verb("give a hint", PANEL),
    "ifn": Verb("begin again with another deal", PANEL),
    "ifb": Verb("go back to the match", PANEL),
}

TURNED = {"go": "ifg", "pk": "ifl", "ac": "ifa"}
"""The verbs of the panel of a table, and those that answer in their place."""
