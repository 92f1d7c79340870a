"""Verbs in the custom_ids of the buttons for following a match. The verb selects the handler of a press."""

from __future__ import annotations

from typing import Final

OPEN: Final = "fo"
CHOOSE: Final = "fos"
STOP_FOLLOWING: Final = "fox"
LIST_ALL: Final = "fol"
