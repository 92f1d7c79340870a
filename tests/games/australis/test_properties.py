"""Properties of every position of random matches, and the skipping of questions with a single answer."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.australis import GAME
from games.australis.actions import Action
from games.australis.events import (
    CompetitionRolled,
    CompetitionWon,
    DieTaken,
    FinalPointsScored,
    PointsGained,
    RoundBegan,
    RoundPointsScored,
)
from games.australis.legal import find_only_action
from games.australis.parts import (
    CARD_CODES,
    DIE_BY_CODE,
    MAX_SECTION_CARDS,
    CardFunction,
    get_card_function,
    get_colour,
)
from games.australis.rules import RULES
from games.australis.state import State
from games.australis.view import CHOOSE_STAGE, CORAL_STAGE, ORDER_STAGE, START_SOURCE, TILE_STAGE, TurnTask
from games.core.errors import UnreadableToken
from games.core.match import GenericMatch, would_seal
from games.core.rng import Chance
from tests.games.australis.build import list_tokens, make_board, make_position, play_moves
from tests.games.australis.matches import play_randomly
from tests.support.cases import join_cases

MATCHES = [(seats, end, seed) for seats in (2, 3, 4) for end in ("25", "18") for seed in range(4)]


@join_cases(MATCHES)
def test_taking_a_die_and_choosing_a_tile_each_end_a_turn(seat_count: int, end: str, seed: int) -> None:
    states = list(play_randomly(seat_count, end, seed))
    counted = [
        RULES.count_ended_turns(before, after, events)
        for (before, _), (after, events) in itertools.pairwise(states)
    ]
    assert sum(counted) == 5 * 4 * seat_count + sum(state.stage == TILE_STAGE for state, _ in states)
    assert RULES.count_ended_turns(None, *states[0]) == 0


@pytest.mark.parametrize(("seat_count", "end", "seed"), MATCHES)
def test_a_match_has_five_rounds_of_four_dice_each_and_adds_up(seat_count: int, end: str, seed: int) -> None:
    events: list[Any] = []
    for state, step_events in play_randomly(seat_count, end, seed):
        events += step_events
        spaces = [b.space for b in state.boards if b.space < state.track_end]
        assert len(set(spaces)) == len(spaces)
        assert sorted(state.arrived) == [s for s, b in enumerate(state.boards) if b.space == int(end)]
        for b in state.boards:
            assert len(b.food) <= 6
            assert b.supply >= 0
            assert len(set(b.cards)) == len(b.cards)
            for colour in range(5):
                there = [
                    c
                    for c in b.cards
                    if get_colour(c) == colour and get_card_function(c) != CardFunction.COMPETITION
                ]
                assert len(there) <= MAX_SECTION_CARDS
        assert len(RULES.legal_actions(state, state.seat)) != 1
    assert sum(isinstance(e, RoundBegan) for e in events) == 5
    for seat in range(seat_count):
        assert sum(isinstance(e, DieTaken) and e.seat == seat for e in events) == 20
        gained = sum(e.points for e in events if isinstance(e, PointsGained) and e.seat == seat)
        rounds = [e for e in events if isinstance(e, RoundPointsScored) and e.seat == seat]
        final = [e for e in events if isinstance(e, FinalPointsScored) and e.seat == seat]
        assert len(rounds) == 5
        total = state.boards[seat].ledger[START_SOURCE] + gained
        total += sum(e.reefs + e.school + e.turtle for e in rounds)
        total += sum(e.corals + e.token + e.tiles for e in final)
        assert total == state.boards[seat].points


def test_a_sample_changes_only_the_order_of_the_draw_pile() -> None:
    for number, (state, _) in enumerate(play_randomly(3, "25", 7)):
        view = RULES.view(state, 0)
        others = [RULES.sample(view, Chance(bytes([salt]), number)) for salt in range(2)]
        assert all(RULES.view(other, 0) == view for other in others)
        if len(state.draw_pile) > 9:
            assert others[0] != others[1], "no order is the real one"


@pytest.mark.parametrize(("seat_count", "end", "seed"), MATCHES[:8])
def test_the_rolls_of_a_competition_follow_from_one_another(seat_count: int, end: str, seed: int) -> None:
    for _, events in play_randomly(seat_count, end, seed):
        rolls = [event for event in events if isinstance(event, CompetitionRolled)]
        for number, (roll, after) in enumerate(itertools.pairwise(rolls), 1):
            assert roll.number == number
            kept = [(c.seat, c.die.colour) for c in roll.casts if c.competition_value > roll.lowest]
            assert sorted(kept) == sorted((c.seat, c.die.colour) for c in after.casts)
        if rolls:
            last = {c.seat for c in rolls[-1].casts if c.competition_value > rolls[-1].lowest}
            assert len(last) <= 1
            winner = next(event.seat for event in events if isinstance(event, CompetitionWon))
            assert last <= {winner}


def test_candidates_leave_out_orders_that_cannot_matter() -> None:
    state = play_moves(make_position(make_board(cards="pb fb cb"), make_board(space=1)), "die:b5")
    assert state.stage == ORDER_STAGE
    assert len(RULES.legal_actions(state, 0)) == 3
    assert len(RULES.list_candidates(state, 0)) == 1
    state = play_moves(make_position(make_board(cards="py ty cy"), make_board(space=1)), "die:y40")
    assert [action.token for action in RULES.list_candidates(state, 0)] == ["card:ty", "card:cy"]


@join_cases(MATCHES)
def test_cards_whose_order_is_not_asked_lead_to_the_same_position_in_any_order(
    seat_count: int, end: str, seed: int
) -> None:
    for state, _ in play_randomly(seat_count, end, seed):
        unasked = RULES.find_unasked_action(state, state.seat)
        if unasked is None:
            assert state.stage != ORDER_STAGE or {"t", "c"} == {token[5] for token in list_tokens(state)}
            continue
        legal = RULES.legal_actions(state, state.seat)
        assert unasked in legal
        if not {"t", "c"} <= {token[5] for token in list_tokens(state)}:
            assert len({finish_turn(state, action) for action in legal}) == 1


def finish_turn(state: State, action: Action) -> State:
    """Return the state at the end of the turn after an action, followed by the first legal actions."""
    ply = 1
    after, events = RULES.apply(state, state.seat, action, Chance(b"turn", ply))
    while not RULES.count_ended_turns(state, after, events):
        ply += 1
        first = RULES.legal_actions(after, after.seat)[0]
        after, events = RULES.apply(after, after.seat, first, Chance(b"turn", ply))
    return after


def test_the_order_of_cards_is_asked_only_where_it_matters() -> None:
    match = replace(
        GenericMatch.begin(GAME, 2, {}, bytes(32)),
        opening_state=make_position(make_board(cards="pb fb cb", space=4), make_board(space=1)),
    )
    after = match.act_until_asked(0, "die:b5")
    assert [row.text for row in after.rows] == ["die:b5", "card:pb", "card:fb"]
    assert list_tokens(after.state)[0] == "reef:4", "the coral card was carried out as the only one left"
    assert after.find_undo_ply(0) == after.find_agreed_undo_ply(0) == 0
    assert not would_seal(match, 0, "die:b5")
    asking = replace(
        match, opening_state=make_position(make_board(cards="py ty cy", space=3), make_board(space=1))
    ).act_until_asked(0, "die:y40")
    assert [row.text for row in asking.rows] == ["die:y40", "card:py"]
    assert list_tokens(asking.state) == ["card:ty", "card:cy"]
    ended = replace(match, opening_state=make_position(make_board(cards="pb fb"), make_board(space=1)))
    assert would_seal(ended, 0, "die:b5"), "the turn passes without another question"
    assert ended.act_until_asked(0, "die:b5").active_seat == 1


SINGLE_ANSWER_STATES_BY_NAME = {
    "one kind of die": make_position(offer="b5 b5 b5"),
    "one card that can only be kept": make_position(
        stage=CHOOSE_STAGE, task=TurnTask(None, (), 0, 1), display="db db -- -- -- --"
    ),
    "a coral for the lowest reef": make_position(stage=CORAL_STAGE, task=TurnTask(None, (), 3, 0)),
    "no coral to move": make_position(
        make_board(supply=0), make_board(space=1), stage=CORAL_STAGE, task=TurnTask(None, (), 5, 0)
    ),
}
SEVERAL_ANSWER_STATES_BY_NAME = {
    "two kinds of dice": make_position(offer="b5 b5 b6"),
    "a card that can be kept or used": make_position(
        stage=CHOOSE_STAGE, task=TurnTask(None, (), 0, 1), display="tw -- -- -- -- --"
    ),
    "a coral for two reefs": make_position(stage=CORAL_STAGE, task=TurnTask(None, (), 4, 0)),
    "two cards to carry out": make_position(stage=ORDER_STAGE, task=TurnTask(None, (1, 4), 0, 0)),
    "a tile": make_position(stage=TILE_STAGE),
}


@pytest.mark.parametrize(
    "state", SINGLE_ANSWER_STATES_BY_NAME.values(), ids=SINGLE_ANSWER_STATES_BY_NAME.keys()
)
def test_a_sole_answer_is_taken_without_a_question(state: State) -> None:
    assert RULES.legal_actions(state, state.seat) == (find_only_action(state),)


@pytest.mark.parametrize(
    "state", SEVERAL_ANSWER_STATES_BY_NAME.values(), ids=SEVERAL_ANSWER_STATES_BY_NAME.keys()
)
def test_a_question_with_several_answers_is_asked(state: State) -> None:
    assert len(RULES.legal_actions(state, state.seat)) > 1
    assert find_only_action(state) is None


@given(
    st.text(max_size=12)
    | st.from_regex(r"(die|card|keep|use|reef|move):[a-z]?[0-9>a-z]{1,4}", fullmatch=True)
)
@settings(max_examples=60)
def test_every_readable_token_round_trips(token: str) -> None:
    try:
        action = RULES.read(token)
    except UnreadableToken:
        return
    assert action.token == token


def test_every_die_and_card_can_be_read() -> None:
    assert len(DIE_BY_CODE) == 29
    for code in DIE_BY_CODE:
        assert RULES.read(f"die:{code}").token == f"die:{code}"
    for code in CARD_CODES:
        assert RULES.read(f"card:{code}").token == f"card:{code}"


def test_a_turn_with_an_automatic_last_die_is_counted() -> None:
    steps = [pair for match in MATCHES for pair in itertools.pairwise(play_randomly(*match))]
    ended = {RULES.count_ended_turns(one, two, events) for (one, _), (two, events) in steps}
    assert ended == {0, 1, 2}
