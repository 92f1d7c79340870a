"""Helpers that find reminders in a channel."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.harbour import Harbour
from tests.support.reading import sent
from tests.support.toy import TOYS


@pytest.fixture
async def hall(tmp_path: Path):  # type: ignore[no-untyped-def]
    """A world with a small game."""
    harbour = await Harbour.open(tmp_path, TOYS)
    yield harbour
    await harbour.close()


def reminders(hall: Harbour) -> list[str]:
    """Return the texts of all reminders posted so far."""
    return [
        str(post["content"])
        for post in sent(hall)
        if re.search("(is|are) waiting for you:", str(post["content"]))
    ]
