"""Verbs in the custom_ids of imported matches' buttons. The verb selects the handler of a press."""

from __future__ import annotations

from typing import Final

OPEN: Final = "imo"
SHOW_STEP: Final = "imp"
REPLAY: Final = "imr"
REVIEW: Final = "imv"
SHOW_HASHES: Final = "imh"
POST: Final = "ims"
ASK_REMOVAL: Final = "imq"
REMOVE: Final = "imx"
LIST: Final = "iml"
CHOOSE_MATCH: Final = "imc"
IMPORT: Final = "imm"
UPLOAD: Final = "imu"
