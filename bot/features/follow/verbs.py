"""Verbs in the custom_ids of this feature's buttons."""

from __future__ import annotations

from typing import Final

OPEN: Final = "fo"
CHOOSE: Final = "fos"
END: Final = "fox"
ALL: Final = "fol"
