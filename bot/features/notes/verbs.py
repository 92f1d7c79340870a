"""Verbs in the custom_ids of this feature's buttons and forms."""

from __future__ import annotations

from typing import Final

OPEN: Final = "no"
WRITE: Final = "nos"
LIST: Final = "nol"
