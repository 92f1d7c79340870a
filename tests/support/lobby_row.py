"""The database row of a lobby, for tests."""

from __future__ import annotations

from dataclasses import replace

from tests.support.rows import make_row

LOBBY_ROW = replace(make_row(), status="lobby", version=None, start_press=None)
