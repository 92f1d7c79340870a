"""Verbs in the custom_ids of imported matches' buttons. The verb selects the handler of a press."""

from __future__ import annotations

from typing import Final

OPEN: Final = "imo"
STEP: Final = "imp"
REPLAY: Final = "imr"
REVIEW: Final = "imv"
VALUES: Final = "imh"
POST: Final = "ims"
ASK: Final = "imq"
REMOVE: Final = "imx"
LIST: Final = "iml"
CHOOSE: Final = "imc"
IMPORT: Final = "imm"
UPLOAD: Final = "imu"
