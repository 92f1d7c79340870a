"""Guides that tests control."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.model.table import Table
from bot.ui.play.guide import MARK
from games.core.match import Match
from tests.support.harbour import buttons


class Busy:
    """Stands in for the thinking, and has no answer."""

    async def advise(self, table: Table, match: Match, seat: int) -> Sequence[tuple[str, float]]:
        return ()

    def close(self) -> None:
        """Hold nothing."""


class Ranking(Busy):
    """Ranks what a seat can do in the order of the rules."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, int]] = []

    async def advise(self, table: Table, match: Match, seat: int) -> Sequence[tuple[str, float]]:
        self.asked.append((match.seq, seat))
        actions = match.rules.candidates(match.state, seat)
        return [(action.token, 1 / number) for number, action in enumerate(actions, 1)]


class Resting(Ranking):
    """Ranks the end of the turn first."""

    async def advise(self, table: Table, match: Match, seat: int) -> Sequence[tuple[str, float]]:
        ranked = await super().advise(table, match, seat)
        return sorted(ranked, key=lambda one: one[0] != "end")


def numbered(message: Any) -> dict[str, str]:
    """Return the guide's buttons: label to custom_id."""
    return {label: i for i, label in buttons(message).items() if i.startswith("b:ac") and i.endswith(MARK)}
