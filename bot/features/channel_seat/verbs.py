"""Verbs in the custom_ids of the channel seat's buttons. The verb selects the handler of a press."""

from __future__ import annotations

from typing import Final

OPEN_VERB: Final = "cv"
GIVE_SEAT_VERB: Final = "cvo"
RETURN_SEAT_VERB: Final = "cve"
SEAT_CHANNEL_VERB: Final = "cvs"
UNSEAT_CHANNEL_VERB: Final = "cvx"
INVITE_VERB: Final = "cvi"
WITHDRAW_VERB: Final = "cvw"
AGREE_VERB: Final = "cvy"
DECLINE_VERB: Final = "cvd"
QUIT_VERB: Final = "cvz"
SET_TIME_VERB: Final = "cvt"
SET_QUORUM_VERB: Final = "cvn"
ASK_VERB: Final = "cvq"
PICK_VERB: Final = "cvg"
PICK_FROM_SELECT_VERB: Final = "cvl"
VOTE_VERB: Final = "cva"


VERB_BY_TABLE_VERB = {"go": PICK_VERB, "pk": PICK_FROM_SELECT_VERB, "ac": VOTE_VERB}
"""Custom_id verbs of the panel for voting, by those of a table's panel."""
