"""Verbs of this feature's buttons."""

from __future__ import annotations

from typing import Final

OPEN: Final = "hs"
SWITCH: Final = "hss"
ASK: Final = "hsq"
PICK: Final = "hsg"
LISTED: Final = "hsl"
SEAL: Final = "hsa"


TURNED = {"go": PICK, "pk": LISTED, "ac": SEAL}
"""Maps the verbs of a table's panel to those that answer here."""
