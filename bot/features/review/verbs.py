"""Verbs in the custom_ids of a review's buttons. The verb selects the handler of a press."""

from __future__ import annotations

from typing import Final

OPEN: Final = "rv"
POINTS: Final = "rvp"
SWITCH: Final = "rvs"
AGAIN: Final = "rvt"
PICK: Final = "rvg"
LIST_PICK: Final = "rvk"
ANSWER: Final = "rva"


PANEL_VERBS = {"go": PICK, "pk": LIST_PICK, "ac": ANSWER}
"""Maps custom_id verbs of a table's panel to verbs of *Try again*."""
