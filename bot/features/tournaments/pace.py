"""Limits how often a panel is edited, so that a hundred people who join don't cause a hundred edits.

The edits in each status of a tournament are counted separately, so that a new status is shown right away.
"""

from __future__ import annotations

from collections.abc import Callable

MAX_EDIT_BURST = 5
"""Afterwards only one edit per :data:`SECONDS_PER_EDIT` is allowed."""
SECONDS_PER_EDIT = 30
"""Also the seconds until a postponed edit is tried again."""


class EditLimiter:
    """Counts the edits of each panel, and decides whether another one is allowed."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._used: dict[tuple[int, str], tuple[float, int]] = {}
        self.is_unlimited = False

    def claim_edit(self, tournament_id: int, status: str) -> bool:
        """Count an edit of a panel if one is allowed now; return ``False`` if none is allowed."""
        now, panel = self._now(), (tournament_id, status)
        used, at = self._used.get(panel, (0.0, now))
        used = max(used - (now - at) / SECONDS_PER_EDIT, 0.0)
        if used > MAX_EDIT_BURST - 1 and not self.is_unlimited:
            return False
        self._used[panel] = used + 1, now
        return True
