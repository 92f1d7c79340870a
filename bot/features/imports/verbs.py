"""Verbs in the custom_ids of imported matches' buttons. The verb selects the handler of a press."""

from __future__ import annotations

from typing import Final

OPEN_VERB: Final = "imo"
SHOW_STEP_VERB: Final = "imp"
REPLAY_VERB: Final = "imr"
REVIEW_VERB: Final = "imv"
SHOW_HASHES_VERB: Final = "imh"
POST_VERB: Final = "ims"
ASK_REMOVAL_VERB: Final = "imq"
REMOVE_VERB: Final = "imx"
LIST_VERB: Final = "iml"
CHOOSE_MATCH_VERB: Final = "imc"
IMPORT_VERB: Final = "imm"
UPLOAD_VERB: Final = "imu"
