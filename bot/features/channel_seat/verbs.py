"""Verbs in the custom_ids of the channel seat's buttons. The verb selects the handler of a press."""

from __future__ import annotations

from typing import Final

OPEN: Final = "cv"
GIVE: Final = "cvo"
TAKE_BACK: Final = "cve"
SIT: Final = "cvs"
STAND: Final = "cvx"
INVITE: Final = "cvi"
WITHDRAW: Final = "cvw"
AGREE: Final = "cvy"
DECLINE: Final = "cvd"
QUIT: Final = "cvz"
TIME: Final = "cvt"
QUORUM: Final = "cvn"
ASK: Final = "cvq"
PICK: Final = "cvg"
LISTED: Final = "cvl"
VOTE: Final = "cva"


PANEL_VERBS = {"go": PICK, "pk": LISTED, "ac": VOTE}
"""Maps the custom_id verbs of a table's panel to those for voting."""
