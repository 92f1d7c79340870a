"""Verbs in the custom_ids of a review's buttons. The verb selects the handler of a press."""

from __future__ import annotations

from typing import Final

OPEN: Final = "rv"
SHOW_POINTS: Final = "rvp"
SWITCH_POSTS: Final = "rvs"
TRY_AGAIN: Final = "rvt"
PICK: Final = "rvg"
PICK_FROM_SELECT: Final = "rvk"
ANSWER: Final = "rva"


PANEL_VERBS = {"go": PICK, "pk": PICK_FROM_SELECT, "ac": ANSWER}
"""Maps custom_id verbs of a table's panel to verbs of *Try again*."""
