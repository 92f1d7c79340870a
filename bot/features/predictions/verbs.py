"""Verbs in the custom_ids of this feature's buttons."""

from __future__ import annotations

from typing import Final

OPEN: Final = "tp"
GIVE: Final = "tpg"
WITHDRAW: Final = "tpx"
TURN: Final = "tpb"
POST: Final = "tpp"
