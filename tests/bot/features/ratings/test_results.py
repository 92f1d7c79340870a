"""The rules in ratings.md: which matches are rated, for whom, and with which placement."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.features.ratings.results import (
    MIN_TURNS,
    MOVES_UNDONE,
    NO_RESULT,
    ONLY_ONE_PERSON,
    PERSON_ON_BOTH_SIDES,
    TOO_SHORT,
    UNREADABLE_LOG,
    compute_rated_result,
)
from bot.model.table import TABLE_OVER, FormerOccupant, Occupant, Place, Table
from games.core.match import Match
from games.registry import GAMES
from tests.bot.features.ratings.club import play_randomly
from tests.support.game_parts import GAMES_WITH_RECORDS
from tests.support.toy import TOY

ANN, BEN, CAT = (11, "Ann", None), (22, "Ben", None), (33, "Cat", None)
COMPUTER_PLAYER = (0, "Octopus", "normal")


def begin_match(seat_count: int = 2) -> Match:
    return Match.begin(TOY, seat_count, {}, bytes(32))


def play_turns(seat_count: int = 2, turn_count: int = MIN_TURNS) -> Match:
    """Return a match in which every seat has ended at least the given number of turns."""
    match = begin_match(seat_count)
    while any(count_turns(match, seat) < turn_count for seat in range(seat_count)):
        seat = match.to_act[0]
        token = "gift:n" if "gift:n" in {one.token for one in match.legal_actions(seat)} else "end:0"
        match = match.act(seat, token)
    return match


def count_turns(match: Match, seat: int) -> int:
    """Return the number of turns that a seat has ended in a match made by :func:`play_turns`."""
    return sum(step.seat == seat and step.action.token == "end:0" for step in match.steps)


def make_table(match: Match | None, *people: Any, former: tuple[FormerOccupant, ...] = ()) -> Table:
    return Table(
        id=7,
        game=TOY if match is None else match.game,
        place=Place(900, 1, "en"),
        host_id=11,
        status=TABLE_OVER,
        options={},
        capacity=len(people),
        occupants=tuple(Occupant(seat, *one) for seat, one in enumerate(people)),
        commitment="",
        match=match,
        proposal=None,
        invited_ids=(),
        secret=None,
        opened_at=5,
        ended_at=100,
        former_occupants=former,
    )


def list_seat_results(table: Table) -> list[tuple[int, str | None, int, bool]]:
    return [(one.user_id, one.computer, one.place, one.is_draw) for one in compute_rated_result(table).seats]


def test_a_finished_match_is_rated_with_its_placements() -> None:
    match = play_randomly(play_turns(3), Random(1))
    assert match.outcome is not None
    found = compute_rated_result(make_table(match, ANN, BEN, CAT))
    assert found.is_rated and found.ended_at == 100 and found.turn_count > 0
    assert tuple(one.place for one in found.seats) == match.outcome.placements


@pytest.mark.parametrize("end", ["resign", "forfeit"])
def test_a_player_who_resigned_or_forfeited_is_placed_last(end: str) -> None:
    match = getattr(play_turns(3), end)(1)
    assert list_seat_results(make_table(match, ANN, BEN, CAT)) == [
        (11, None, 1, False),
        (22, None, 2, False),
        (33, None, 1, False),
    ]


def test_an_agreed_draw_is_a_draw_for_both() -> None:
    assert list_seat_results(make_table(play_turns().agree_draw(0), ANN, BEN)) == [
        (11, None, 1, True),
        (22, None, 1, True),
    ]


def test_a_closed_table_has_no_result() -> None:
    assert compute_rated_result(make_table(play_turns().close(), ANN, BEN)).unrated_reason == NO_RESULT


def test_undoing_a_roll_makes_a_match_unrated() -> None:
    match = begin_match().act(0, "add:1").act(0, "roll:0")
    back = match.undo(0, 1)
    assert not back.is_rated
    ended = play_randomly(back.act(0, "end:0"), Random(1))
    assert compute_rated_result(make_table(ended, ANN, BEN)).unrated_reason == MOVES_UNDONE
    own = begin_match().act(0, "add:1").undo(0, 0)
    assert compute_rated_result(make_table(play_randomly(own, Random(1)), ANN, BEN)).unrated_reason == ""


def test_a_match_in_which_a_player_never_moved_is_not_rated() -> None:
    match = begin_match().act(0, "add:1")
    assert compute_rated_result(make_table(match.resign(1), ANN, BEN)).unrated_reason == TOO_SHORT
    assert compute_rated_result(make_table(play_turns().resign(1), ANN, BEN)).unrated_reason == ""


@pytest.mark.parametrize("end", ["resign", "forfeit", "agree_draw"])
def test_a_match_that_ended_early_is_rated_only_after_three_turns_each(end: str) -> None:
    """Otherwise an account could raise another's rating by resigning after one move."""
    early, late = play_turns(turn_count=1), play_turns()
    assert compute_rated_result(make_table(getattr(early, end)(1), ANN, BEN)).unrated_reason == TOO_SHORT
    assert compute_rated_result(make_table(getattr(late, end)(1), ANN, BEN)).unrated_reason == ""


def test_a_match_is_not_rated_if_a_player_left_before_three_turns() -> None:
    whole = play_randomly(play_turns(), Random(1))
    assert (
        whole.outcome is not None and compute_rated_result(make_table(whole, ANN, BEN)).unrated_reason == ""
    )
    early = play_turns(turn_count=1).seq
    for rows, why in ((early, TOO_SHORT), (play_turns().seq, "")):
        left = FormerOccupant(1, 22, "Ben", None, rows)
        assert (
            compute_rated_result(make_table(whole, ANN, COMPUTER_PLAYER, former=(left,))).unrated_reason
            == why
        )


def test_undone_turns_of_a_player_who_left_do_not_count() -> None:
    match = play_turns()
    back = match.undo(1, 1)
    left = FormerOccupant(1, 22, "Ben", None, back.seq)
    ended = play_randomly(back, Random(1))
    assert compute_rated_result(make_table(ended, ANN, COMPUTER_PLAYER, former=(left,))).unrated_reason in (
        TOO_SHORT,
        MOVES_UNDONE,
    )


def test_a_short_match_is_rated_if_its_rules_ended_it() -> None:
    ended = begin_match()
    while ended.outcome is None:
        seat = ended.to_act[0]
        legal = {one.token for one in ended.legal_actions(seat)}
        preferred_tokens = ("gift:n", "add:2", "end:0") if seat == 0 else ("gift:n", "end:0")
        ended = ended.act(seat, next(token for token in preferred_tokens if token in legal))
    assert count_turns(ended, 1) < MIN_TURNS
    assert compute_rated_result(make_table(ended, ANN, BEN)).unrated_reason == ""


def test_an_undone_move_does_not_count_as_a_move() -> None:
    match = play_turns(turn_count=1)
    last = match.steps[-1].seat
    assert {step.seat for step in match.undo(last, match.ply - 1).steps} != {0, 1}
    assert (
        compute_rated_result(make_table(match.undo(last, match.ply - 1).resign(0), ANN, BEN)).unrated_reason
        == TOO_SHORT
    )


def test_nobody_is_rated_for_beating_themselves() -> None:
    match = play_randomly(play_turns(3), Random(2))
    assert compute_rated_result(make_table(match, ANN, BEN, ANN)).unrated_reason == PERSON_ON_BOTH_SIDES
    erased = (0, "Somebody", None)
    assert compute_rated_result(make_table(match, ANN, erased, erased)).unrated_reason == PERSON_ON_BOTH_SIDES
    assert compute_rated_result(make_table(match, ANN, erased, COMPUTER_PLAYER)).unrated_reason == ""
    assert (
        compute_rated_result(make_table(match, erased, COMPUTER_PLAYER, COMPUTER_PLAYER)).unrated_reason
        == ONLY_ONE_PERSON
    )


def test_a_player_who_left_is_last_even_if_their_seat_wins() -> None:
    match = play_turns().resign(0)
    left = FormerOccupant(1, 22, "Ben", None, 2)
    # The computer that replaced Ben has won against Ann.
    assert list_seat_results(make_table(match, ANN, COMPUTER_PLAYER, former=(left,))) == [
        (11, None, 2, False),
        (22, None, 3, False),
    ]


def test_a_player_who_took_over_a_seat_is_not_rated() -> None:
    match = play_turns().resign(0)
    left = FormerOccupant(1, 22, "Ben", None, match.seq)
    found = compute_rated_result(make_table(match, ANN, CAT, former=(left,)))
    assert 33 not in {one.user_id for one in found.seats} and found.is_rated


def test_a_player_who_came_back_gets_the_result_of_the_seat() -> None:
    match = play_turns().resign(0)
    away = (FormerOccupant(1, 22, "Ben", None, 2), FormerOccupant(1, 0, "Octopus", "normal", 3))
    assert list_seat_results(make_table(match, ANN, BEN, former=away)) == [
        (11, None, 2, False),
        (22, None, 1, False),
    ]


def test_a_draw_is_a_win_against_a_player_who_left() -> None:
    match = play_turns().agree_draw(0)
    left = FormerOccupant(1, 22, "Ben", None, 2)
    assert list_seat_results(make_table(match, ANN, COMPUTER_PLAYER, former=(left,))) == [
        (11, None, 1, False),
        (22, None, 2, False),
    ]


def test_a_computers_seat_that_a_person_took_over_is_credited_to_nobody() -> None:
    match = play_turns().resign(0)
    was = FormerOccupant(1, 0, "Octopus", "normal", 2)
    found = compute_rated_result(make_table(match, ANN, CAT, former=(was,)))
    assert [(one.user_id, one.computer, one.place) for one in found.seats] == [(11, None, 2), (0, None, 1)]


def test_a_match_whose_log_cannot_be_replayed_has_no_result() -> None:
    found = compute_rated_result(make_table(None, ANN, BEN))
    assert found.unrated_reason == UNREADABLE_LOG and found.seats == ()


@pytest.mark.parametrize("key", sorted(GAMES_WITH_RECORDS))
def test_each_game_finds_all_its_records_in_random_matches(key: str) -> None:
    game = GAMES[key]
    assert len({record.name for record in game.records}) == len(game.records)
    seen: set[str] = set()
    moments = 0
    for seed in range(6):
        r = Random(seed)
        match = Match.begin(game, 2, {}, bytes([seed]) * 32)
        while match.outcome is None:
            seat = match.to_act[0]
            match = match.act(seat, r.choice(match.rules.list_candidates(match.state, seat)).token)
        found = compute_rated_result(replace(make_table(match, ANN, BEN), options=match.options))
        assert found.is_rated
        known = {record.name for record in game.records}
        assert all(
            feat.record in known and feat.value >= 0 and feat.seat in (0, 1) for feat in found.record_values
        )
        assert len({(feat.seat, feat.record) for feat in found.record_values}) == len(found.record_values)
        seen |= {feat.record for feat in found.record_values}
        if found.best_moment is not None:
            moments += 1
            assert match.steps[found.best_moment.ply - 1].seat == found.best_moment.seat
        # A seat that changed hands sets no record.
        left = FormerOccupant(0, 44, "Dan", None, 1)
        other = compute_rated_result(
            replace(make_table(match, ANN, BEN, former=(left,)), options=match.options)
        )
        assert {feat.seat for feat in other.record_values} <= {1}
    assert seen == {record.name for record in game.records}
    assert moments
