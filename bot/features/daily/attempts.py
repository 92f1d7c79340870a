"""A player's attempt at a day, with its match replayed from the log."""

from __future__ import annotations

from dataclasses import replace

from bot.model.table import NO_USER_ID
from bot.storage.daily import ATTEMPT_DRAWN, ATTEMPT_LOST, ATTEMPT_WON, AttemptRow, DayRow
from bot.tables.seats import name_computer
from games.core.match import Match
from games.core.solo import COMPUTER_LEVEL, PERSON_SEAT, STRONG_LEVEL
from games.core.values import value_class
from games.core.words import Words


@value_class
class Attempt:
    """One player's attempt at a day's deal, and its match."""

    day: DayRow
    row: AttemptRow
    match: Match

    def name_seats(self, w: Words) -> tuple[str, ...]:
        """Return the name shown for each seat. The first seat made the attempt: a person or a computer."""
        own = name_computer(STRONG_LEVEL, w) if self.row.user_id <= NO_USER_ID else self.row.name
        return (own, *(name_computer(COMPUTER_LEVEL, w) for _ in range(1, self.match.seat_count)))


def make_result_row(attempt: Attempt) -> AttemptRow:
    """Return the row of a finished attempt with its result, but without the marks of its moves."""
    outcome = attempt.match.outcome
    assert outcome is not None
    others = [score for seat, score in enumerate(outcome.scores) if seat != PERSON_SEAT]
    if outcome.is_draw:
        result = ATTEMPT_DRAWN
    else:
        result = ATTEMPT_WON if PERSON_SEAT in outcome.winners else ATTEMPT_LOST
    return replace(
        attempt.row,
        result=result,
        points=outcome.scores[PERSON_SEAT] if others else None,
        opponent_points=max(others) if others else None,
    )
