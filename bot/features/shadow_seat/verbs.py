"""Verbs in the custom_ids of the shadow seat's buttons. The verb selects the handler of a press."""

from __future__ import annotations

from typing import Final

OPEN: Final = "hs"
SWITCH_SEAT: Final = "hss"
ASK: Final = "hsq"
PICK: Final = "hsg"
PICK_FROM_SELECT: Final = "hsl"
SEAL: Final = "hsa"


PANEL_VERBS = {"go": PICK, "pk": PICK_FROM_SELECT, "ac": SEAL}
"""Maps the custom_id verbs of a table's panel to those for sealing a move."""
