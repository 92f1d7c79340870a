"""Verbs in the custom_ids of the channel seat's buttons. The verb selects the handler of a press."""

from __future__ import annotations

from typing import Final

OPEN: Final = "cv"
GIVE_SEAT: Final = "cvo"
RETURN_SEAT: Final = "cve"
SEAT_CHANNEL: Final = "cvs"
UNSEAT_CHANNEL: Final = "cvx"
INVITE: Final = "cvi"
WITHDRAW: Final = "cvw"
AGREE: Final = "cvy"
DECLINE: Final = "cvd"
QUIT: Final = "cvz"
SET_TIME: Final = "cvt"
SET_QUORUM: Final = "cvn"
ASK: Final = "cvq"
PICK: Final = "cvg"
PICK_FROM_SELECT: Final = "cvl"
VOTE: Final = "cva"


PANEL_VERBS = {"go": PICK, "pk": PICK_FROM_SELECT, "ac": VOTE}
"""Maps the custom_id verbs of a table's panel to those for voting."""
