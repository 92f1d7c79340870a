"""A helper for tests of reminders."""

from __future__ import annotations

import re

from tests.support.harbour import Harbour
from tests.support.reading import list_sent_payloads


def list_reminders(harbour: Harbour) -> list[str]:
    """Return the texts of all posted reminders, including those deleted since."""
    return [
        str(post["content"])
        for post in list_sent_payloads(harbour)
        if re.search("(is|are) waiting for you:", str(post["content"]))
    ]
