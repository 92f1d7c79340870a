"""A fixture and a helper for tests of reminders."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.harbour import Harbour
from tests.support.reading import list_sent_payloads
from tests.support.toy import TOYS


@pytest.fixture
async def hall(tmp_path: Path):  # type: ignore[no-untyped-def]
    """A harbour with the toy games."""
    harbour = await Harbour.open(tmp_path, TOYS)
    yield harbour
    await harbour.close()


def list_reminders(hall: Harbour) -> list[str]:
    """Return the texts of all reminders that were posted, even if they are deleted by now."""
    return [
        str(post["content"])
        for post in list_sent_payloads(hall)
        if re.search("(is|are) waiting for you:", str(post["content"]))
    ]
