"""Verbs in the custom_ids of a review's buttons. The verb selects the handler of a press."""

from __future__ import annotations

from typing import Final

OPEN_VERB: Final = "rv"
SHOW_TURNING_POINTS_VERB: Final = "rvp"
SWITCH_POSTS_VERB: Final = "rvs"
TRY_AGAIN_VERB: Final = "rvt"
PICK_VERB: Final = "rvg"
PICK_FROM_SELECT_VERB: Final = "rvk"
ANSWER_VERB: Final = "rva"


VERB_BY_TABLE_VERB = {"go": PICK_VERB, "pk": PICK_FROM_SELECT_VERB, "ac": ANSWER_VERB}
"""Custom_id verbs of *Try again*, by those of a table's panel."""
