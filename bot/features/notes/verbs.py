"""Verbs in the custom_ids of the buttons and forms for notes. The verb selects the handler."""

from __future__ import annotations

from typing import Final

OPEN_VERB: Final = "no"
WRITE_VERB: Final = "nos"
LIST_VERB: Final = "nol"
