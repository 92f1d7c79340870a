"""Round robins at tables of more than two: everybody meets, about equally often, and byes rotate.

The plans for 3 to 29 people at tables of up to 3 to 6 need at most four rounds more than the minimum. Two
people meet four times at most, and in six of seven plans three times at most.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from games.tournament.events import (
    BEGAN_EVENT,
    JOINED_EVENT,
    LEFT_EVENT,
    PAIRED_EVENT,
    SCORED_EVENT,
    TournamentEvent,
    apply_event,
)
from games.tournament.round_robin import MIN_UNSEARCHED_PLAYERS, Seating, count_min_rounds, plan_rounds
from games.tournament.state import (
    OVER_STATUS,
    RUNNING_STATUS,
    TableResult,
    TournamentState,
    count_byes,
    count_pairings,
)
from games.tournament.steps import ALL_HAVE_MET, TOO_FEW_LEFT, find_early_end, find_next_event
from games.tournament.terms import ROUND_ROBIN_FORMAT, TournamentTerms, split_into_tables
from tests.support.nightly import defer_to_ci, defer_to_night

ALLOWED_SIZES = [(3,), (3, 2), (4,), (4, 3, 2), (5, 4, 3), (6, 5, 4, 3)]
MAX_EXTRA_ROUNDS, MAX_MEETINGS = 4, 4
"""Maximum number of rounds above the minimum, and of meetings of two people."""


def count_meetings(rounds: tuple[Seating, ...], person_count: int) -> list[int]:
    met = Counter(pair for tables, _ in rounds for table in tables for pair in combinations(sorted(table), 2))
    return [met[pair] for pair in combinations(range(person_count), 2)]


@pytest.mark.parametrize("allowed_sizes", ALLOWED_SIZES, ids=str)
@pytest.mark.parametrize(
    "people",
    defer_to_night([5, 6, 9, 11, 13, MIN_UNSEARCHED_PLAYERS, MIN_UNSEARCHED_PLAYERS + 11], 6, 11, 13),
)
def test_meetings_are_as_even_as_documented(people: int, allowed_sizes: tuple[int, ...]) -> None:
    sizes, rounds = split_into_tables(people, allowed_sizes), plan_rounds(people, allowed_sizes)
    if not sizes:
        assert not rounds
        return
    met = count_meetings(rounds, people)
    assert min(met) >= 1
    byes = Counter(person for _, spare in rounds for person in spare)
    times = [byes[person] for person in range(people)]
    assert max(times) - min(times) <= 1
    for tables, spare in rounds:
        there = [person for table in tables for person in table] + list(spare)
        assert sorted(there) == list(range(people))
        assert sorted(map(len, tables), reverse=True) == list(sizes)
    if people < MIN_UNSEARCHED_PLAYERS:
        assert max(met) <= MAX_MEETINGS
        assert len(rounds) <= count_min_rounds(people, sizes) + MAX_EXTRA_ROUNDS


@pytest.mark.parametrize(("people", "seat_count", "rounds"), [(9, 3, 4), (15, 3, 7), (16, 4, 5), (4, 4, 1)])
def test_everybody_meets_everybody_exactly_once_if_possible(
    people: int, seat_count: int, rounds: int
) -> None:
    found = plan_rounds(people, (seat_count,))
    if (people, seat_count) == (15, 3):
        # Kirkman's plan has seven rounds. A quick search finds plans with one or two more.
        assert len(found) <= rounds + 2
        return
    assert len(found) == rounds and set(count_meetings(found, people)) == {1}


def test_a_plan_is_the_same_each_time() -> None:
    before = plan_rounds(11, (4, 3))
    plan_rounds.cache_clear()
    assert plan_rounds(11, (4, 3)) == before


def play_tournament(
    person_count: int,
    terms: TournamentTerms,
    rng: Random,
    leaver_count: int = 0,
    *,
    all_after_first_round: bool = False,
) -> TournamentState:
    """Play a tournament to its end.

    :param leaver_count: number of people who withdraw: one after each round, or all after the first round.
    :param all_after_first_round: whether all withdraw after the first round.
    """
    state = TournamentState(terms)
    for entry in range(1, person_count + 1):
        state = apply_event(state, TournamentEvent(JOINED_EVENT, entry))
    state = apply_event(state, TournamentEvent(BEGAN_EVENT))
    while (event := find_next_event(state)) is not None:
        state = apply_event(state, event)
        if event.kind != PAIRED_EVENT:
            continue
        at = len(state.rounds) - 1
        for table, pairing in enumerate(state.rounds[at].tables):
            result = TableResult(tuple(range(1, len(pairing.entries) + 1)))
            state = apply_event(
                state, TournamentEvent(SCORED_EVENT, round_number=at, table_number=table, result=result)
            )
        for _ in range(leaver_count if all_after_first_round else min(leaver_count, 1)):
            leaver_count -= 1
            state = apply_event(state, TournamentEvent(LEFT_EVENT, rng.choice(state.active_entries)))
    assert state.status == OVER_STATUS
    return state


@pytest.mark.parametrize(("people", "seat_count"), [(3, 3), (7, 3), (7, 4), (10, 4), (13, 4)])
def test_a_tournament_follows_its_plan_to_the_end(people: int, seat_count: int) -> None:
    terms = TournamentTerms(ROUND_ROBIN_FORMAT, 1, seat_count, (2, 3, 4))
    state = play_tournament(people, terms, Random(1))
    met, byes = count_pairings(state), count_byes(state)
    assert all(met[one].get(other) for one in state.entries for other in state.entries if one != other)
    assert max(byes.values()) - min(byes.values()) <= 1
    assert (
        len(state.rounds) == state.rounds[0].planned_rounds == len(plan_rounds(people, terms.allowed_sizes))
    )
    again = [
        TournamentEvent.from_text(PAIRED_EVENT, TournamentEvent(PAIRED_EVENT, new_round=found).text).new_round
        for found in state.rounds
    ]
    assert [one and one.planned_rounds for one in again] == [found.planned_rounds for found in state.rounds]


@pytest.mark.parametrize("leaver_count", [1, 3])
def test_the_plan_continues_without_players_who_leave(leaver_count: int) -> None:
    state = play_tournament(11, TournamentTerms(ROUND_ROBIN_FORMAT, 1, 4, (2, 3, 4)), Random(2), leaver_count)
    missed = list_missed_pairs(state, len(state.rounds))
    assert len(missed) <= leaver_count
    assert len(state.rounds) == state.rounds[0].planned_rounds or not missed
    last = state.rounds[-1]
    assert last.entries == frozenset(state.active_entries) and not last.byes


def list_missed_pairs(state: TournamentState, round_count: int) -> list[tuple[int, int]]:
    """Return the pairs of remaining people that have not met in the first ``round_count`` rounds."""
    met = count_pairings(replace(state, rounds=state.rounds[:round_count]))
    return [pair for pair in combinations(state.active_entries, 2) if not met[pair[0]].get(pair[1])]


@pytest.mark.parametrize("seed", defer_to_ci(range(2), 1))
@pytest.mark.parametrize(("people", "leaver_count"), [(9, 4), (11, 6), (12, 8), (7, 3)])
def test_after_many_withdrawals_no_round_consists_of_repeats(
    people: int, leaver_count: int, seed: int
) -> None:
    state = play_tournament(
        people,
        TournamentTerms(ROUND_ROBIN_FORMAT, 1, 4, (2, 3, 4)),
        Random(seed),
        leaver_count,
        all_after_first_round=True,
    )
    drawn = len(state.rounds)
    early = drawn < state.rounds[0].planned_rounds
    assert find_early_end(state) == (ALL_HAVE_MET if early else "")
    assert early or people in (9, 11), "few enough stay to have met before the last round"
    assert not early or not list_missed_pairs(state, drawn)
    # The first round was paired before anybody withdrew.
    assert drawn == 1 or list_missed_pairs(state, drawn - 1)
    assert all(found.tables for found in state.rounds)


def test_with_too_few_people_the_tournament_ends_with_a_reason() -> None:
    state = play_tournament(
        7, TournamentTerms(ROUND_ROBIN_FORMAT, 1, 4, (3, 4)), Random(1), 5, all_after_first_round=True
    )
    assert len(state.active_entries) == 2 and len(state.rounds) == 1
    assert all(len(table.entries) >= 3 for found in state.rounds for table in found.tables)
    assert find_early_end(state) == TOO_FEW_LEFT


def test_a_tournament_played_to_the_end_gives_no_reason() -> None:
    terms = TournamentTerms(ROUND_ROBIN_FORMAT, 1, 3, (2, 3, 4))
    whole = play_tournament(7, terms, Random(1))
    assert find_early_end(whole) == "" and find_early_end(replace(whole, status=RUNNING_STATUS)) == ""
    ended = replace(whole, rounds=whole.rounds[:1])
    assert find_early_end(ended) == "", "its host has ended it"


@pytest.mark.parametrize("seed", defer_to_night(range(2), 1))
@pytest.mark.parametrize(
    ("people", "sizes", "leaver_count"),
    defer_to_ci(
        [
            (12, (3, 2), 1),
            (12, (3,), 1),
            (11, (3, 2), 2),
            (13, (4, 3, 2), 2),
            (12, (4, 3), 3),
            (MIN_UNSEARCHED_PLAYERS + 2, (4, 3), 2),
        ],
        (12, (3, 2), 1),
        (13, (4, 3, 2), 2),
        (12, (4, 3), 3),
    ),
)
def test_all_remaining_people_meet_each_other(
    people: int, sizes: tuple[int, ...], leaver_count: int, seed: int
) -> None:
    state = play_tournament(
        people, TournamentTerms(ROUND_ROBIN_FORMAT, 1, sizes[0], sizes), Random(seed), leaver_count
    )
    assert not list_missed_pairs(state, len(state.rounds))
    assert len(state.rounds) <= state.rounds[-1].planned_rounds


def test_after_a_withdrawal_byes_go_to_people_with_the_fewest_byes() -> None:
    state = play_tournament(13, TournamentTerms(ROUND_ROBIN_FORMAT, 1, 3, (3,)), Random(1), 3)
    byes = count_byes(state)
    counts = [byes[entry] for entry in state.active_entries]
    assert max(counts) - min(counts) <= 2


def test_rounds_of_another_plan_are_followed_by_the_missing_ones() -> None:
    """An earlier version may have stored a plan after which some people have not met."""
    terms = TournamentTerms(ROUND_ROBIN_FORMAT, 1, 3, (3, 2))
    whole = play_tournament(9, terms, Random(1))
    drawn = tuple(replace(found, planned_rounds=2) for found in whole.rounds[:1]) * 2
    state = replace(whole, status=RUNNING_STATUS, rounds=drawn)
    while (event := find_next_event(state)) is not None:
        state = apply_event(state, event)
        if event.kind == PAIRED_EVENT:
            for table, pairing in enumerate(state.rounds[-1].tables):
                result = TableResult(tuple(range(1, len(pairing.entries) + 1)))
                state = apply_event(
                    state,
                    TournamentEvent(
                        SCORED_EVENT, round_number=len(state.rounds) - 1, table_number=table, result=result
                    ),
                )
    assert state.status == OVER_STATUS and not list_missed_pairs(state, len(state.rounds))
