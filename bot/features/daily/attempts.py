"""A try as it stands: its day, what is noted of it, and its match, replayed from its log."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.model.table import NOBODY
from bot.storage.daily import DREW, LOST, WON, AttemptRow, DayRow
from bot.tables.seats import name_computer
from games.core.match import Match
from games.core.solo import LEVEL, PERSON, STRONG_LEVEL
from games.core.words import Words


@dataclass(frozen=True, slots=True)
class Attempt:
    """One person's try at a day."""

    day: DayRow
    row: AttemptRow
    match: Match

    def names(self, w: Words) -> tuple[str, ...]:
        """Return who sits on each seat."""
        own = name_computer(STRONG_LEVEL, w) if self.row.user_id <= NOBODY else self.row.name
        return (own, *(name_computer(LEVEL, w) for _ in range(1, self.match.seats)))


def find_result(attempt: Attempt) -> AttemptRow:
    """Return what is noted of a try whose match is over; its marks are found elsewhere."""
    outcome = attempt.match.outcome
    assert outcome is not None
    others = [score for seat, score in enumerate(outcome.scores) if seat != PERSON]
    won = DREW if outcome.is_draw else WON if PERSON in outcome.winners else LOST
    return replace(
        attempt.row,
        place=won,
        own=outcome.scores[PERSON] if others else None,
        other=max(others) if others else None,
    )
