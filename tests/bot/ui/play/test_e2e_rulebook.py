"""Rules with a single page are shown without an empty row of buttons."""

from __future__ import annotations

from pathlib import Path

from tests.support.harbour import Harbour
from tests.support.standin.world import list_components
from tests.support.toy import TOYS


async def test_a_single_page_of_rules_has_no_empty_row(tmp_path: Path) -> None:
    harbour = await Harbour.open(tmp_path, TOYS)
    try:
        await harbour.open_lobby("toy")
        await harbour.ben.click(harbour.board, label="Rules")
        asked = [request.json or {} for request in harbour.env.http_requests]
        parts = [
            part
            for one in asked
            if isinstance(one, dict)
            for part in list_components(one.get("components") or [])
        ]
        rows = [part["components"] for part in parts if part["type"] == 1]
        assert len(rows) > 1 and all(rows)
    finally:
        await harbour.close()
