"""The database row of a lobby, for tests."""

from __future__ import annotations

from dataclasses import replace

from tests.support.rows import table

LOBBY = replace(table(), status="lobby", version=None, start_press=None)
