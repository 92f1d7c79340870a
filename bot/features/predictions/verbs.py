"""Verbs in the custom_ids of the buttons for predictions. The verb selects the handler of a press."""

from __future__ import annotations

from typing import Final

OPEN: Final = "tp"
GIVE_PREDICTION: Final = "tpg"
WITHDRAW: Final = "tpx"
TURN_PAGE: Final = "tpb"
POST: Final = "tpp"
