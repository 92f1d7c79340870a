"""Points, comparisons and tie-breaks in tournaments small enough to count by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from games.tournament.events import (
    BEGAN,
    CORRECTED,
    ENDED,
    JOINED,
    LEFT,
    PAIRED,
    RESUMED,
    SCORED,
    STOPPED,
    Event,
    EventRefused,
    apply,
    compute_state,
)
from games.tournament.scoring import DUPLICATE_BYE_POINTS, WIN_POINTS, rank_entries, score_round
from games.tournament.state import OPEN, PAUSED, RUNNING, Pairing, Result, Round, State
from games.tournament.steps import find_next
from games.tournament.terms import FORFEIT, KNOCKOUT, ROUND_ROBIN, SWISS, Terms

WON, LOST, DRAWN = Result((1, 2)), Result((2, 1)), Result((1, 1))


def make_state(*rounds: Round, terms: Terms | None = None, people: int = 4) -> State:
    return State(
        terms or Terms(SWISS, 5, 2, (2,)), RUNNING, tuple(range(1, people + 1)), frozenset(), tuple(rounds)
    )


def list_points(state: State) -> dict[int, Fraction]:
    return score_round(state, state.rounds[0])


def test_a_win_and_a_bye_score_one_point_and_a_draw_half() -> None:
    state = make_state(Round((Pairing((1, 2), WON), Pairing((3, 4), DRAWN)), (5,)), people=5)
    assert list_points(state) == {1: WIN_POINTS, 2: 0, 3: WIN_POINTS // 2, 4: WIN_POINTS // 2, 5: WIN_POINTS}


def test_with_more_seats_each_beaten_opponent_counts_equally() -> None:
    four = Terms(SWISS, 5, 4, (2, 3, 4))
    state = make_state(Round((Pairing((1, 2, 3, 4), Result((1, 2, 2, 4))),)), terms=four)
    assert list_points(state) == {1: 120, 2: 60, 3: 60, 4: 0}


def test_an_absent_person_scores_nothing_and_is_last() -> None:
    state = make_state(Round((Pairing((1, 2), Result((1, 2), absent=(0,))), Pairing((3, 4), DRAWN))))
    assert list_points(state) == {1: 0, 2: WIN_POINTS, 3: 60, 4: 60}
    void = Result((1, 1), absent=(1,), void=True)
    assert list_points(make_state(Round((Pairing((1, 2), void),)))) == {1: WIN_POINTS, 2: 0}


def test_in_a_duplicate_each_seat_is_compared_with_the_same_seat_elsewhere() -> None:
    terms = Terms(SWISS, 5, 2, (2,), duplicate=True)
    tables = (
        Pairing((1, 2), Result((1, 2), (30, 10))),
        Pairing((3, 4), Result((1, 2), (25, 20))),
        Pairing((5, 6), Result((2, 1), (10, 12))),
    )
    state = make_state(Round(tables, (7,)), terms=terms, people=7)
    # The first seats of two tables won, by 20 and by 5. The best second seat is the winner.
    assert list_points(state) == {1: 120, 3: 60, 5: 0, 2: 0, 4: 60, 6: 120, 7: DUPLICATE_BYE_POINTS}


def test_a_duplicate_with_one_table_is_scored_as_any_other() -> None:
    terms = Terms(SWISS, 5, 2, (2,), duplicate=True)
    assert list_points(make_state(Round((Pairing((1, 2), WON),)), terms=terms, people=2)) == {
        1: WIN_POINTS,
        2: 0,
    }


def test_the_opponents_points_break_ties() -> None:
    state = make_state(
        Round((Pairing((1, 2), WON), Pairing((3, 4), WON))),
        Round((Pairing((1, 3), LOST), Pairing((2, 4), WON))),
    )
    lines = rank_entries(state)
    assert [(line.entry, line.place, int(line.points)) for line in lines] == [
        (3, 1, 240),
        (1, 2, 120),
        (2, 3, 120),
        (4, 4, 0),
    ]
    # Entry 1 played against 3 and 2 (2 + 1 points), entry 2 against 1 and 4 (1 + 0 points).
    assert [line.breaks[0] for line in lines[1:3]] == [360, 120]


def test_people_with_equal_scores_share_a_place() -> None:
    lines = rank_entries(make_state(Round((Pairing((1, 2), DRAWN), Pairing((3, 4), DRAWN)))))
    assert [line.place for line in lines] == [1, 1, 1, 1]


def test_a_knockout_ranks_by_the_round_reached() -> None:
    terms = Terms(KNOCKOUT, 1, 2, (2,))
    state = make_state(
        Round((Pairing((1, 2), WON), Pairing((3, 4), LOST))),
        Round((Pairing((1, 4), LOST),)),
        terms=terms,
    )
    assert [(line.place, line.entry) for line in rank_entries(state)] == [(1, 4), (2, 1), (3, 2), (3, 3)]


def begin_tournament(terms: Terms, people: int = 4) -> State:
    events = [Event(JOINED, entry) for entry in range(1, people + 1)]
    return compute_state(terms, [*events, Event(BEGAN)])


def play_first_pairing(terms: Terms) -> State:
    state = begin_tournament(terms)
    event = find_next(state)
    assert event is not None
    state = apply(state, event)
    for table in range(2):
        state = apply(state, Event(SCORED, table=table, result=WON))
    return state


@pytest.mark.parametrize(
    ("event", "why"),
    [
        (Event(JOINED, 1), "in"),
        (Event(LEFT, 9), "not_in"),
        (Event(BEGAN), "begun"),
        (Event(RESUMED), "not_paused"),
        (Event(SCORED, table=0, result=WON), "result"),
        (Event(CORRECTED, round=3, result=WON), "no_table"),
        (Event(CORRECTED, result=Result((1, 3))), "unreadable"),
        (Event(CORRECTED, result=Result((1, 2, 3))), "unreadable"),
        (Event(CORRECTED, result=Result((1, 2), absent=(2,))), "unreadable"),
        (Event(PAIRED, paired=Round((Pairing((1, 9)),))), "unreadable"),
        (Event(PAIRED, paired=Round((Pairing((1, 2)),), (2,))), "unreadable"),
    ],
)
def test_impossible_events_are_refused(event: Event, why: str) -> None:
    with pytest.raises(EventRefused) as refused:
        apply(play_first_pairing(Terms(SWISS, 5, 2, (2,))), event)
    assert refused.value.reason == why


def test_nobody_joins_a_running_round_robin() -> None:
    with pytest.raises(EventRefused) as refused:
        apply(begin_tournament(Terms(ROUND_ROBIN, 1, 2, (2,))), Event(JOINED, 5))
    assert refused.value.reason == "late"
    late = apply(begin_tournament(Terms(SWISS, 5, 2, (2,))), Event(JOINED, 5))
    assert late.active == (1, 2, 3, 4, 5)
    assert apply(apply(late, Event(LEFT, 5)), Event(JOINED, 5)) == late


def test_a_result_can_be_corrected_until_later_rounds_depend_on_it() -> None:
    wrong = play_first_pairing(Terms(SWISS, 5, 2, (2,)))
    assert apply(wrong, Event(CORRECTED, result=LOST)).rounds[0].tables[0].result == LOST
    out = play_first_pairing(Terms(KNOCKOUT, 1, 2, (2,)))
    assert apply(out, Event(CORRECTED, result=LOST)).rounds[0].tables[0].result == LOST
    event = find_next(out)
    assert event is not None and event.kind == PAIRED
    with pytest.raises(EventRefused) as refused:
        apply(apply(out, event), Event(CORRECTED, result=LOST))
    assert refused.value.reason == "too_late"


def test_a_paused_tournament_pairs_no_round_until_it_resumes() -> None:
    state = apply(play_first_pairing(Terms(SWISS, 5, 2, (2,))), Event(STOPPED))
    assert state.status == PAUSED and find_next(state) is None
    assert find_next(apply(state, Event(RESUMED))) is not None


def test_a_tournament_needs_several_people_and_nothing_follows_its_end() -> None:
    with pytest.raises(EventRefused):
        compute_state(Terms(SWISS, 5, 2, (2,)), [Event(JOINED, 1), Event(BEGAN)])
    over = apply(begin_tournament(Terms(SWISS, 5, 2, (2,))), Event(ENDED))
    with pytest.raises(EventRefused):
        apply(over, Event(JOINED, 7))
    assert State(over.terms).status == OPEN


@pytest.mark.parametrize(
    "event",
    [
        Event(JOINED, 3),
        Event(ENDED),
        Event(SCORED, round=1, table=2, result=Result((1, 2), (5, 6), (1,), True)),
        Event(PAIRED, paired=Round((Pairing((1, 2)), Pairing((4, 3))), (5,))),
    ],
)
def test_every_event_round_trips(event: Event) -> None:
    assert Event.read(event.kind, event.text) == event


@pytest.mark.parametrize(
    ("kind", "text"), [("joined", "{}"), ("other", "{}"), ("scored", "[]"), ("paired", "x")]
)
def test_malformed_events_are_refused(kind: str, text: str) -> None:
    with pytest.raises(EventRefused):
        Event.read(kind, text)


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
    usual: dict[str, object] = {"format": SWISS, "rounds": 3, "seats": 2, "sizes": (2,), "absent": FORFEIT}
    with pytest.raises(ValueError, match="no such"):
        Terms(**{**usual, **values})  # type: ignore[arg-type]
