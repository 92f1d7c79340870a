"""In each round, everybody gets a table or a bye. Rematches are avoided, and byes are spread evenly."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from bot.features.tournaments.swiss import make_library_players, pair_round
from games.tournament.events import (
    BEGAN_EVENT,
    JOINED_EVENT,
    LEFT_EVENT,
    PAIRED_EVENT,
    SCORED_EVENT,
    TournamentEvent,
    apply_event,
)
from games.tournament.pairing import count_expected_rounds, find_pairing_faults, pair_next_round
from games.tournament.scoring import rank_entries
from games.tournament.state import (
    OVER_STATUS,
    Pairing,
    TableResult,
    TournamentRound,
    TournamentState,
    count_byes,
    count_pairings,
)
from games.tournament.steps import ALL_HAVE_MET, find_early_end, find_next_event
from games.tournament.terms import (
    ABSENT_FORFEITS,
    KNOCKOUT_FORMAT,
    ROUND_ROBIN_FORMAT,
    SWISS_FORMAT,
    TournamentTerms,
    split_into_tables,
)
from tests.proof.tournament.checking import check_swiss
from tests.proof.tournament.library import check_with_library
from tests.proof.tournament.random_play import draw_terms, play_tournament
from tests.support.cases import join_cases
from tests.support.nightly import defer_to_ci

FIRST_SEAT_WON = TableResult((1, 2))


def join_people(terms: TournamentTerms, person_count: int) -> TournamentState:
    state = TournamentState(terms)
    for entry in range(1, person_count + 1):
        state = apply_event(state, TournamentEvent(JOINED_EVENT, entry))
    return apply_event(state, TournamentEvent(BEGAN_EVENT))


@pytest.mark.parametrize("seed", defer_to_ci(range(24), *range(12, 24)))
def test_every_tournament_ends_without_seating_anyone_twice_in_a_round(seed: int) -> None:
    r = Random(seed)
    terms, people = draw_terms(r), r.randint(2, 17)
    if people < min(terms.allowed_sizes):
        people = min(terms.allowed_sizes)
    for drawn, (before, after) in enumerate(play_tournament(terms, people, r, pair_round)):
        found = after.rounds[-1]
        there = [entry for table in found.tables for entry in table.entries] + list(found.byes)
        assert len(there) == len(set(there)) and set(there) <= set(before.active_entries)
        if terms.format == SWISS_FORMAT:
            assert set(there) == set(before.active_entries)
        assert all(len(table.entries) in terms.allowed_sizes for table in found.tables)
        assert drawn <= 40
    assert [line.placement for line in rank_entries(after)] == sorted(
        line.placement for line in rank_entries(after)
    )


def test_the_same_tournament_is_paired_the_same_way() -> None:
    one, other = (
        [
            after.rounds[-1]
            for _, after in play_tournament(
                TournamentTerms(SWISS_FORMAT, 5, 2, (2,)), 13, Random(5), pair_round
            )
        ]
        for _ in range(2)
    )
    assert one == other and len(one) == 5


def test_swiss_rounds_follow_the_rules() -> None:
    checked = check_swiss(40, seed=1, max_people=16)
    assert checked.round_count >= 40 and not checked.faults
    assert checked.examined_round_count >= 30 and not checked.differences, "the library's own checker agrees"


def test_the_librarys_checker_gets_only_played_games() -> None:
    """A latecomer has no colour history. Missed rounds must not count as games of one colour."""
    terms = TournamentTerms(SWISS_FORMAT, 5, 2, (2,))
    state = join_people(terms, 4)
    for number in range(2):
        event = find_next_event(state, pair_round)
        assert event is not None
        state = apply_event(state, event)
        for table in range(2):
            state = apply_event(
                state,
                TournamentEvent(SCORED_EVENT, round_number=number, table_number=table, result=FIRST_SEAT_WON),
            )
    state = apply_event(state, TournamentEvent(JOINED_EVENT, 5))
    colours = {one["id"]: one["color_hist"] for one in make_library_players(state)}
    assert colours[5] == [] and all(len(colours[entry]) == 2 for entry in range(1, 5))


def test_the_librarys_checker_finds_pairings_it_would_not_have_made() -> None:
    state = join_people(TournamentTerms(SWISS_FORMAT, 5, 2, (2,)), 4)
    for number, tables in enumerate([((1, 2), (3, 4)), ((1, 2), (3, 4))]):
        state = apply_event(
            state, TournamentEvent(PAIRED_EVENT, new_round=TournamentRound(tuple(map(Pairing, tables))))
        )
        for table in range(2):
            state = apply_event(
                state,
                TournamentEvent(SCORED_EVENT, round_number=number, table_number=table, result=FIRST_SEAT_WON),
            )
    seen, differences = check_with_library(state)
    assert seen == 2 and any(what.startswith("round 2") for what in differences)


def test_the_projects_checker_finds_wrong_pairings() -> None:
    state = join_people(TournamentTerms(SWISS_FORMAT, 5, 2, (2,)), 5)
    state = apply_event(
        state,
        TournamentEvent(PAIRED_EVENT, new_round=TournamentRound((Pairing((1, 2)), Pairing((3, 4))), (5,))),
    )
    for table in range(2):
        state = apply_event(state, TournamentEvent(SCORED_EVENT, table_number=table, result=FIRST_SEAT_WON))
    assert not find_pairing_faults(state, TournamentRound((Pairing((1, 3)), Pairing((2, 5))), (4,)))
    assert "two meet again" in find_pairing_faults(
        state, TournamentRound((Pairing((2, 1)), Pairing((3, 5))), (4,))
    )
    again = TournamentRound((Pairing((1, 3)), Pairing((2, 4))), (5,))
    assert find_pairing_faults(state, again) == ["somebody has a bye again while others have had fewer"]
    assert find_pairing_faults(state, TournamentRound((Pairing((1, 3)),), (4, 4))) == [
        "somebody is missing, or there twice"
    ]
    alone = TournamentRound((Pairing((1, 3, 5)),), (2, 4))
    assert "a table has too few or too many seats" in find_pairing_faults(state, alone)


def test_pairings_of_the_library_that_break_the_rules_are_discarded() -> None:
    state = join_people(TournamentTerms(SWISS_FORMAT, 5, 2, (2,)), 4)
    state = apply_event(
        state, TournamentEvent(PAIRED_EVENT, new_round=TournamentRound((Pairing((1, 2)), Pairing((3, 4)))))
    )
    for table in range(2):
        state = apply_event(state, TournamentEvent(SCORED_EVENT, table_number=table, result=FIRST_SEAT_WON))
    bad = TournamentRound((Pairing((1, 2)), Pairing((3, 4))))
    found = pair_next_round(state, lambda _: bad)
    assert found != bad and not find_pairing_faults(state, found)


@pytest.mark.parametrize("people", [2, 3, 4, 7, 8, 11])
def test_a_round_robin_pairs_everybody_once(people: int) -> None:
    met: list[frozenset[int]] = []
    for _, after in play_to_end(TournamentTerms(ROUND_ROBIN_FORMAT, 1, 2, (2,)), people):
        met += [frozenset(table.entries) for table in after.rounds[-1].tables]
    assert sorted(map(sorted, met)) == sorted(map(list, combinations(range(1, people + 1), 2)))
    begins = [sum(t.entries[0] == entry for r in after.rounds for t in r.tables) for entry in after.entries]
    assert max(begins) - min(begins) <= 1 + people % 2
    assert set(count_byes(after).values()) == {people % 2}


def play_open_round(state: TournamentState) -> TournamentState:
    """Play the open round, with the first seat winning at every table."""
    at = len(state.rounds) - 1
    for table in range(len(state.rounds[at].tables)):
        state = apply_event(
            state, TournamentEvent(SCORED_EVENT, round_number=at, table_number=table, result=FIRST_SEAT_WON)
        )
    return state


@join_cases([(people, seed) for people in range(4, 10) for seed in range(4)])
def test_no_round_of_a_round_robin_has_only_byes(people: int, seed: int) -> None:
    state, r = join_people(TournamentTerms(ROUND_ROBIN_FORMAT, 1, 2, (2,)), people), Random(seed)
    leave = people - 2 - seed % 2
    while (event := find_next_event(state)) is not None:
        state = apply_event(state, event)
        if event.kind != PAIRED_EVENT:
            break
        assert state.rounds[-1].tables
        state = play_open_round(state)
        for _ in range(leave):
            state = apply_event(state, TournamentEvent(LEFT_EVENT, r.choice(state.active_entries)))
        leave = 0
    assert state.status == OVER_STATUS
    met = count_pairings(state)
    assert all(met[one].get(other) == 1 for one, other in combinations(state.active_entries, 2)), (
        "each two once"
    )
    if len(state.rounds) < count_expected_rounds(state):
        assert find_early_end(state) == ALL_HAVE_MET


def test_a_round_robin_continues_after_an_old_round_with_only_byes() -> None:
    """Older versions made rounds with only byes. Tournaments keep such rounds, and all pairs still meet."""
    state = join_people(TournamentTerms(ROUND_ROBIN_FORMAT, 1, 2, (2,)), 6)
    event = find_next_event(state)
    assert event is not None and event.new_round is not None
    state = play_open_round(apply_event(state, event))
    pairs = [table.entries for table in state.rounds[0].tables]
    for entry in state.active_entries:
        if entry not in (pairs[0][0], pairs[1][0], pairs[2][0]):
            state = apply_event(state, TournamentEvent(LEFT_EVENT, entry))
    state = apply_event(
        state, TournamentEvent(PAIRED_EVENT, new_round=TournamentRound((), state.active_entries))
    )
    while (event := find_next_event(state)) is not None and event.kind == PAIRED_EVENT:
        state = play_open_round(apply_event(state, event))
    met = count_pairings(state)
    assert all(met[one].get(other) == 1 for one, other in combinations(state.active_entries, 2))


def play_to_end(
    terms: TournamentTerms, person_count: int, result: TableResult = FIRST_SEAT_WON
) -> list[tuple[TournamentState, TournamentState]]:
    """Play a tournament in which each table has the same result.

    Return the states before and after the pairing of each round.
    """
    state, found = join_people(terms, person_count), []
    while (event := find_next_event(state)) is not None:
        before, state = state, apply_event(state, event)
        if event.kind == PAIRED_EVENT:
            found.append((before, state))
            for table in range(len(state.rounds[-1].tables)):
                at = len(state.rounds) - 1
                state = apply_event(
                    state, TournamentEvent(SCORED_EVENT, round_number=at, table_number=table, result=result)
                )
    return found


@pytest.mark.parametrize(("people", "rounds"), [(2, 1), (3, 2), (4, 2), (5, 3), (8, 3), (13, 4), (64, 6)])
def test_a_knockout_leaves_one_person(people: int, rounds: int) -> None:
    found = play_to_end(TournamentTerms(KNOCKOUT_FORMAT, 1, 2, (2,)), people)
    assert len(found) == rounds
    byes = count_byes(found[-1][1])
    assert max(byes.values()) <= 1
    final = found[-1][1].rounds[-1]
    assert len(final.tables) == 1 and not final.byes


def test_the_second_player_advances_after_a_draw() -> None:
    (_, after), (_, last) = play_to_end(TournamentTerms(KNOCKOUT_FORMAT, 1, 2, (2,)), 4, TableResult((1, 1)))
    seconds = {table.entries[1] for table in after.rounds[0].tables}
    assert {entry for table in last.rounds[1].tables for entry in table.entries} == seconds


def test_tables_are_as_few_and_as_equal_as_possible() -> None:
    assert split_into_tables(7, (4, 3, 2)) == (4, 3)
    assert split_into_tables(9, (4, 3, 2)) == (3, 3, 3)
    assert split_into_tables(5, (4,)) == (4,)
    assert split_into_tables(3, (2,)) == (2,)
    assert split_into_tables(1, (4, 3, 2)) == ()
    assert split_into_tables(6, (4, 3)) == (3, 3)


def test_a_person_absent_twice_is_withdrawn() -> None:
    state = join_people(TournamentTerms(SWISS_FORMAT, 6, 2, (2,), absent=ABSENT_FORFEITS), 4)
    for number in range(2):
        event = find_next_event(state)
        assert event is not None and event.kind == PAIRED_EVENT
        state = apply_event(state, event)
        for table, pairing in enumerate(state.rounds[-1].tables):
            away = tuple(seat for seat, entry in enumerate(pairing.entries) if entry == 3)
            scored = TournamentEvent(
                SCORED_EVENT,
                round_number=number,
                table_number=table,
                result=TableResult((1, 1), absent_seats=away),
            )
            state = apply_event(state, scored)
    event = find_next_event(state)
    assert event is not None and (event.kind, event.entry) == ("left", 3)
