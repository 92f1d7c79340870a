"""Verbs in the custom_ids of the buttons for predictions. The verb selects the handler of a press."""

from __future__ import annotations

from typing import Final

OPEN_VERB: Final = "tp"
GIVE_PREDICTION_VERB: Final = "tpg"
WITHDRAW_VERB: Final = "tpx"
SEASON_VERB: Final = "tpb"
POST_VERB: Final = "tpp"
