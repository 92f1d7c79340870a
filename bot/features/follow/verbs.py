"""Verbs in the custom_ids of the buttons for following a match. The verb selects the handler of a press."""

from __future__ import annotations

from typing import Final

OPEN_VERB: Final = "fo"
CHOOSE_VERB: Final = "fos"
STOP_FOLLOWING_VERB: Final = "fox"
LIST_ALL_VERB: Final = "fol"
