"""Verbs in the custom_ids of this feature's buttons."""

from __future__ import annotations

from typing import Final

OPEN: Final = "imo"
STEP: Final = "imp"
FILM: Final = "imr"
REVIEW: Final = "imv"
VALUES: Final = "imh"
POST: Final = "ims"
ASK: Final = "imq"
REMOVE: Final = "imx"
LIST: Final = "iml"
CHOOSE: Final = "imc"
BRING: Final = "imm"
UPLOAD: Final = "imu"
