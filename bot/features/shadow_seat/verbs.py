"""The index of this room's verbs."""

from __future__ import annotations

from typing import Final

from bot.ui.verbs import SOLO, Verb

OPEN: Final = "hs"
SWITCH: Final = "hss"
ASK: Final = "hsq"
PICK: Final = "hsg"
LISTED: Final = "hsl"
SEAL: Final = "hsa"

_PANEL = "bot.features.shadow_seat.pages:Panel"

VERBS = {
    OPEN: Verb("show the shadow seat of a match", _PANEL),
    SWITCH: Verb("open the shadow seat, or close it", _PANEL),
    ASK: Verb("ask what one would play", _PANEL, dear=True),
    PICK: Verb("go on with the picks of a move to be sealed", SOLO),
    LISTED: Verb("go on with a pick from a list", SOLO),
    SEAL: Verb("seal a move", SOLO),
}

TURNED = {"go": PICK, "pk": LISTED, "ac": SEAL}
"""The verbs of the panel of a table, and those that answer in their place."""
