"""Points, comparisons and tie-breaks in tournaments small enough to count by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from games.tournament.events import (
    BEGAN_EVENT,
    CORRECTED_EVENT,
    ENDED_EVENT,
    JOINED_EVENT,
    LEFT_EVENT,
    PAIRED_EVENT,
    RESUMED_EVENT,
    SCORED_EVENT,
    STOPPED_EVENT,
    EventRefused,
    TournamentEvent,
    apply_event,
    compute_state,
)
from games.tournament.scoring import DUPLICATE_BYE_POINTS, WIN_POINTS, rank_entries, score_round
from games.tournament.state import (
    OPEN_STATUS,
    PAUSED_STATUS,
    RUNNING_STATUS,
    Pairing,
    TableResult,
    TournamentRound,
    TournamentState,
)
from games.tournament.steps import find_next_event
from games.tournament.terms import (
    ABSENT_FORFEITS,
    KNOCKOUT_FORMAT,
    ROUND_ROBIN_FORMAT,
    SWISS_FORMAT,
    TournamentTerms,
)
from tests.support.cases import join_cases

WON, LOST, DRAWN = TableResult((1, 2)), TableResult((2, 1)), TableResult((1, 1))


def make_state(
    *rounds: TournamentRound, terms: TournamentTerms | None = None, person_count: int = 4
) -> TournamentState:
    return TournamentState(
        terms or TournamentTerms(SWISS_FORMAT, 5, 2, (2,)),
        RUNNING_STATUS,
        tuple(range(1, person_count + 1)),
        frozenset(),
        tuple(rounds),
    )


def count_points(state: TournamentState) -> dict[int, Fraction]:
    return score_round(state, state.rounds[0])


def test_a_win_and_a_bye_score_one_point_and_a_draw_half() -> None:
    state = make_state(TournamentRound((Pairing((1, 2), WON), Pairing((3, 4), DRAWN)), (5,)), person_count=5)
    assert count_points(state) == {1: WIN_POINTS, 2: 0, 3: WIN_POINTS // 2, 4: WIN_POINTS // 2, 5: WIN_POINTS}


def test_with_more_seats_each_beaten_opponent_counts_equally() -> None:
    four = TournamentTerms(SWISS_FORMAT, 5, 4, (2, 3, 4))
    state = make_state(TournamentRound((Pairing((1, 2, 3, 4), TableResult((1, 2, 2, 4))),)), terms=four)
    assert count_points(state) == {1: 120, 2: 60, 3: 60, 4: 0}


def test_an_absent_person_scores_nothing_and_is_last() -> None:
    state = make_state(
        TournamentRound((Pairing((1, 2), TableResult((1, 2), absent_seats=(0,))), Pairing((3, 4), DRAWN)))
    )
    assert count_points(state) == {1: 0, 2: WIN_POINTS, 3: 60, 4: 60}
    void = TableResult((1, 1), absent_seats=(1,), is_void=True)
    assert count_points(make_state(TournamentRound((Pairing((1, 2), void),)))) == {1: WIN_POINTS, 2: 0}


def test_in_a_duplicate_each_seat_is_compared_with_the_same_seat_elsewhere() -> None:
    terms = TournamentTerms(SWISS_FORMAT, 5, 2, (2,), duplicate=True)
    tables = (
        Pairing((1, 2), TableResult((1, 2), (30, 10))),
        Pairing((3, 4), TableResult((1, 2), (25, 20))),
        Pairing((5, 6), TableResult((2, 1), (10, 12))),
    )
    state = make_state(TournamentRound(tables, (7,)), terms=terms, person_count=7)
    # Entries 1 and 3 won in the first seat, by 20 and by 5, and entry 6 in the second seat.
    assert count_points(state) == {1: 120, 3: 60, 5: 0, 2: 0, 4: 60, 6: 120, 7: DUPLICATE_BYE_POINTS}


def test_a_duplicate_with_one_table_is_scored_as_any_other() -> None:
    terms = TournamentTerms(SWISS_FORMAT, 5, 2, (2,), duplicate=True)
    assert count_points(
        make_state(TournamentRound((Pairing((1, 2), WON),)), terms=terms, person_count=2)
    ) == {
        1: WIN_POINTS,
        2: 0,
    }


def test_the_opponents_points_break_ties() -> None:
    state = make_state(
        TournamentRound((Pairing((1, 2), WON), Pairing((3, 4), WON))),
        TournamentRound((Pairing((1, 3), LOST), Pairing((2, 4), WON))),
    )
    lines = rank_entries(state)
    assert [(line.entry, line.placement, int(line.points)) for line in lines] == [
        (3, 1, 240),
        (1, 2, 120),
        (2, 3, 120),
        (4, 4, 0),
    ]
    # Entry 1 played against 3 and 2 (240 + 120 points), entry 2 against 1 and 4 (120 + 0 points).
    assert [line.tie_break_values[0] for line in lines[1:3]] == [360, 120]


def test_people_with_equal_scores_share_a_place() -> None:
    lines = rank_entries(make_state(TournamentRound((Pairing((1, 2), DRAWN), Pairing((3, 4), DRAWN)))))
    assert [line.placement for line in lines] == [1, 1, 1, 1]


def test_a_knockout_ranks_by_the_round_reached() -> None:
    terms = TournamentTerms(KNOCKOUT_FORMAT, 1, 2, (2,))
    state = make_state(
        TournamentRound((Pairing((1, 2), WON), Pairing((3, 4), LOST))),
        TournamentRound((Pairing((1, 4), LOST),)),
        terms=terms,
    )
    assert [(line.placement, line.entry) for line in rank_entries(state)] == [(1, 4), (2, 1), (3, 2), (3, 3)]


def begin_tournament(terms: TournamentTerms, person_count: int = 4) -> TournamentState:
    events = [TournamentEvent(JOINED_EVENT, entry) for entry in range(1, person_count + 1)]
    return compute_state(terms, [*events, TournamentEvent(BEGAN_EVENT)])


def play_first_pairing(terms: TournamentTerms) -> TournamentState:
    state = begin_tournament(terms)
    event = find_next_event(state)
    assert event is not None
    state = apply_event(state, event)
    for table in range(2):
        state = apply_event(state, TournamentEvent(SCORED_EVENT, table_number=table, result=WON))
    return state


@join_cases(
    [
        (TournamentEvent(JOINED_EVENT, 1), "in"),
        (TournamentEvent(LEFT_EVENT, 9), "not_in"),
        (TournamentEvent(BEGAN_EVENT), "begun"),
        (TournamentEvent(RESUMED_EVENT), "not_paused"),
        (TournamentEvent(SCORED_EVENT, table_number=0, result=WON), "result"),
        (TournamentEvent(CORRECTED_EVENT, round_number=3, result=WON), "no_table"),
        (TournamentEvent(CORRECTED_EVENT, result=TableResult((1, 3))), "unreadable"),
        (TournamentEvent(CORRECTED_EVENT, result=TableResult((1, 2, 3))), "unreadable"),
        (TournamentEvent(CORRECTED_EVENT, result=TableResult((1, 2), absent_seats=(2,))), "unreadable"),
        (TournamentEvent(PAIRED_EVENT, new_round=TournamentRound((Pairing((1, 9)),))), "unreadable"),
        (TournamentEvent(PAIRED_EVENT, new_round=TournamentRound((Pairing((1, 2)),), (2,))), "unreadable"),
    ]
)
def test_impossible_events_are_refused(event: TournamentEvent, reason: str) -> None:
    with pytest.raises(EventRefused) as refused:
        apply_event(play_first_pairing(TournamentTerms(SWISS_FORMAT, 5, 2, (2,))), event)
    assert refused.value.reason == reason


def test_nobody_joins_a_running_round_robin() -> None:
    with pytest.raises(EventRefused) as refused:
        apply_event(
            begin_tournament(TournamentTerms(ROUND_ROBIN_FORMAT, 1, 2, (2,))),
            TournamentEvent(JOINED_EVENT, 5),
        )
    assert refused.value.reason == "late"
    late = apply_event(
        begin_tournament(TournamentTerms(SWISS_FORMAT, 5, 2, (2,))), TournamentEvent(JOINED_EVENT, 5)
    )
    assert late.active_entries == (1, 2, 3, 4, 5)
    assert (
        apply_event(apply_event(late, TournamentEvent(LEFT_EVENT, 5)), TournamentEvent(JOINED_EVENT, 5))
        == late
    )


def test_a_result_can_be_corrected_until_later_rounds_depend_on_it() -> None:
    wrong = play_first_pairing(TournamentTerms(SWISS_FORMAT, 5, 2, (2,)))
    assert (
        apply_event(wrong, TournamentEvent(CORRECTED_EVENT, result=LOST)).rounds[0].tables[0].result == LOST
    )
    out = play_first_pairing(TournamentTerms(KNOCKOUT_FORMAT, 1, 2, (2,)))
    assert apply_event(out, TournamentEvent(CORRECTED_EVENT, result=LOST)).rounds[0].tables[0].result == LOST
    event = find_next_event(out)
    assert event is not None and event.kind == PAIRED_EVENT
    with pytest.raises(EventRefused) as refused:
        apply_event(apply_event(out, event), TournamentEvent(CORRECTED_EVENT, result=LOST))
    assert refused.value.reason == "too_late"


def test_a_paused_tournament_does_not_pair_rounds_until_it_resumes() -> None:
    state = apply_event(
        play_first_pairing(TournamentTerms(SWISS_FORMAT, 5, 2, (2,))), TournamentEvent(STOPPED_EVENT)
    )
    assert state.status == PAUSED_STATUS and find_next_event(state) is None
    assert find_next_event(apply_event(state, TournamentEvent(RESUMED_EVENT))) is not None


def test_a_tournament_needs_several_people_and_nothing_follows_its_end() -> None:
    with pytest.raises(EventRefused):
        compute_state(
            TournamentTerms(SWISS_FORMAT, 5, 2, (2,)),
            [TournamentEvent(JOINED_EVENT, 1), TournamentEvent(BEGAN_EVENT)],
        )
    over = apply_event(
        begin_tournament(TournamentTerms(SWISS_FORMAT, 5, 2, (2,))), TournamentEvent(ENDED_EVENT)
    )
    with pytest.raises(EventRefused):
        apply_event(over, TournamentEvent(JOINED_EVENT, 7))
    assert TournamentState(over.terms).status == OPEN_STATUS


@pytest.mark.parametrize(
    "event",
    [
        TournamentEvent(JOINED_EVENT, 3),
        TournamentEvent(ENDED_EVENT),
        TournamentEvent(
            SCORED_EVENT, round_number=1, table_number=2, result=TableResult((1, 2), (5, 6), (1,), True)
        ),
        TournamentEvent(PAIRED_EVENT, new_round=TournamentRound((Pairing((1, 2)), Pairing((4, 3))), (5,))),
    ],
)
def test_every_event_can_be_written_and_read_back(event: TournamentEvent) -> None:
    assert TournamentEvent.from_text(event.kind, event.text) == event


@pytest.mark.parametrize(
    ("kind", "text"), [("joined", "{}"), ("other", "{}"), ("scored", "[]"), ("paired", "x")]
)
def test_malformed_events_are_refused(kind: str, text: str) -> None:
    with pytest.raises(EventRefused):
        TournamentEvent.from_text(kind, text)


@pytest.mark.parametrize(
    "values",
    [
        {"format": "ladder"},
        {"rounds": 0},
        {"rounds": 99},
        {"seats": 5},
        {"absent": "whatever"},
    ],
)
def test_terms_that_cannot_be_played_are_refused(values: dict[str, object]) -> None:
    usual: dict[str, object] = {
        "format": SWISS_FORMAT,
        "rounds": 3,
        "seats": 2,
        "sizes": (2,),
        "absent": ABSENT_FORFEITS,
    }
    with pytest.raises(ValueError, match="no such"):
        TournamentTerms(**{**usual, **values})  # type: ignore[arg-type]
