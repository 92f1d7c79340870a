"""Verbs of *What if* in custom_ids.

The first two letters name the source of the match, and the last one the action.
"""

from __future__ import annotations

from typing import Final

TABLE_VERB_PREFIX: Final = "if"
RECORD_VERB_PREFIX: Final = "iw"
"""First two letters of the verbs for matches at tables and for imported matches."""
ACTION_LETTERS: Final = "oglauhnb"
"""The last letters of all verbs."""


def map_verbs(source: str) -> dict[str, str]:
    """Map the verbs of a table's panel to those of *What if*, and each verb of *What if* to itself."""
    own = [start + letter for start in (TABLE_VERB_PREFIX, RECORD_VERB_PREFIX) for letter in ACTION_LETTERS]
    return {"go": f"{source}g", "pk": f"{source}l", "ac": f"{source}a", **{verb: verb for verb in own}}
