"""Thinkers with fixed rankings, and a helper that lists the guide's buttons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.model.table import Table
from bot.ui.play.guide import TOKEN_SUFFIX
from games.core.match import Match
from tests.support.harbour import list_buttons


class SilentThinker:
    """A thinker that has no advice."""

    async def rank_moves_for_hint(self, table: Table, match: Match, seat: int) -> Sequence[tuple[str, float]]:
        return ()

    def refuse_hints(self) -> None:
        """Do nothing, because no hint takes time."""

    def close(self) -> None:
        """Do nothing, because the thinker has no processes."""


class RankingThinker(SilentThinker):
    """A thinker that ranks a seat's candidates in the order of the rules."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, int]] = []

    async def rank_moves_for_hint(self, table: Table, match: Match, seat: int) -> Sequence[tuple[str, float]]:
        self.asked.append((match.seq, seat))
        actions = match.rules.list_candidates(match.state, seat)
        return [(action.token, 1 / number) for number, action in enumerate(actions, 1)]


class EndFirstThinker(RankingThinker):
    async def rank_moves_for_hint(self, table: Table, match: Match, seat: int) -> Sequence[tuple[str, float]]:
        ranked = await super().rank_moves_for_hint(table, match, seat)
        return sorted(ranked, key=lambda one: one[0] != "end")


def list_guide_buttons(message: Any) -> dict[str, str]:
    """Return the custom_ids of the guide's buttons by label."""
    return {
        label: i
        for i, label in list_buttons(message).items()
        if i.startswith("b:ac") and i.endswith(TOKEN_SUFFIX)
    }
