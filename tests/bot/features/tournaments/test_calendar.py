"""A tournament's record and state decide whether its event is created, edited, ended or left alone."""

from __future__ import annotations

from bot.features.tournaments.calendar import EventStep, choose_step
from bot.storage.tournament_events import EventRow
from games.tournament.state import (
    OPEN_STATUS,
    OVER_STATUS,
    RUNNING_STATUS,
    TournamentState,
    TournamentStatus,
)
from games.tournament.terms import TournamentTerms
from tests.support.cases import join_cases

NOW = 1000
REQUESTED_ROW = EventRow(marker=None, event_id=None, shown_content="", is_refused=False, is_wanted=True)
REFUSED_ROW = EventRow(marker=None, event_id=None, shown_content="", is_refused=True, is_wanted=True)
WITHDRAWN_ROW = EventRow(marker=None, event_id=None, shown_content="", is_refused=False, is_wanted=False)
CREATED_ROW = EventRow(marker="url", event_id=1, shown_content="{}", is_refused=False, is_wanted=True)
UNWANTED_ROW = EventRow(marker="url", event_id=1, shown_content="{}", is_refused=False, is_wanted=False)


@join_cases(
    [
        (REQUESTED_ROW, OPEN_STATUS, NOW + 1, EventStep.SHOW),
        (REQUESTED_ROW, OPEN_STATUS, NOW, EventStep.WAIT),
        (REQUESTED_ROW, OPEN_STATUS, 0, EventStep.WAIT),
        (REQUESTED_ROW, RUNNING_STATUS, NOW + 1, EventStep.WAIT),
        (REQUESTED_ROW, OVER_STATUS, NOW + 1, EventStep.FORGET),
        (REFUSED_ROW, OPEN_STATUS, NOW + 1, EventStep.WAIT),
        (REFUSED_ROW, OVER_STATUS, NOW + 1, EventStep.FORGET),
        (WITHDRAWN_ROW, OPEN_STATUS, NOW + 1, EventStep.FORGET),
        (CREATED_ROW, OPEN_STATUS, NOW + 1, EventStep.SHOW),
        (CREATED_ROW, RUNNING_STATUS, NOW, EventStep.SHOW),
        (CREATED_ROW, OPEN_STATUS, 0, EventStep.END),
        (CREATED_ROW, OVER_STATUS, NOW, EventStep.END),
        (UNWANTED_ROW, RUNNING_STATUS, NOW, EventStep.END),
    ]
)
def test_what_to_do_about_an_event(
    row: EventRow, status: TournamentStatus, starts_at: int, step: EventStep
) -> None:
    course = TournamentState(TournamentTerms("swiss", 3, 2, (2,)), status, starts_at=starts_at)
    assert choose_step(row, course, NOW) is step
