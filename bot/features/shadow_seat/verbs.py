"""Verbs in the custom_ids of the shadow seat's buttons. The verb selects the handler of a press."""

from __future__ import annotations

from typing import Final

OPEN_VERB: Final = "hs"
SWITCH_SEAT_VERB: Final = "hss"
ASK_VERB: Final = "hsq"
PICK_VERB: Final = "hsg"
PICK_FROM_SELECT_VERB: Final = "hsl"
SEAL_VERB: Final = "hsa"


VERB_BY_TABLE_VERB = {"go": PICK_VERB, "pk": PICK_FROM_SELECT_VERB, "ac": SEAL_VERB}
"""Custom_id verbs of the panel for sealing a move, by those of a table's panel."""
