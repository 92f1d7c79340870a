import pytest

from games.coral_reef.events import CardDrawn, DeckReformed, RoundBegan, RoundEnded, TurnPassed
from games.coral_reef.rules import RULES
from games.coral_reef.view import ALL_PASSED_ENDING, DECK_SPENT_ENDING, HAND_EMPTY_ENDING
from tests.games.clauses import select_events
from tests.games.coral_reef.build import make_position, take_step


def test_cr_3_1_allows_an_empty_hand_to_win_immediately() -> None:
    state, events = take_step(make_position("45", "9"), "play:1:45>5")
    assert select_events(events, RoundEnded) == [RoundEnded(HAND_EMPTY_ENDING, (0,), (0, 1), 1, (1, 0))]
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert (outcome.ending, outcome.placements, outcome.scores) == (HAND_EMPTY_ENDING, (1, 2), (1, 0))
    assert RULES.to_act(state) == ()


def test_cr_3_1_allows_a_seed_to_win() -> None:
    state, _ = take_step(make_position("9", "9"), "seed")
    assert state.wins == (1, 0)


def test_cr_3_1_forbids_winning_with_a_card_left() -> None:
    state, events = take_step(make_position("45k", "9"), "play:1:45>5")
    assert not select_events(events, RoundEnded)
    assert RULES.outcome(state) is None


def test_cr_3_2_allows_the_seat_with_the_fewest_cards_to_win_when_all_pass() -> None:
    state, events = take_step(make_position("9kq", "kqj", "k"), "seed")
    assert [event.seat for event in select_events(events, TurnPassed)] == [1, 2, 0]
    assert select_events(events, RoundEnded) == [RoundEnded(ALL_PASSED_ENDING, (2,), (2, 3, 1), 1, (0, 0, 1))]
    assert state.wins == (0, 0, 1)


def test_cr_3_2_allows_every_tied_seat_to_win_the_round() -> None:
    state, _ = take_step(make_position("9k", "k", "kq"), "seed")
    assert state.wins == (1, 1, 0)
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert outcome.placements == (1, 1, 3)


def test_cr_3_2_forbids_an_end_while_somebody_can_act() -> None:
    state, events = take_step(make_position("9kq", "kqj", "k9"), "seed")
    assert not select_events(events, RoundEnded)
    assert state.round.seat == 2


@pytest.mark.parametrize("rounds", [2, 3, 5])
def test_cr_3_3_forbids_an_end_before_the_agreed_rounds(rounds: int) -> None:
    state, events = take_step(make_position("9", "92", rounds=rounds, wins=(rounds - 2, 0)), "seed")
    assert RULES.outcome(state) is None
    (began,) = select_events(events, RoundBegan)
    assert began.number == 2
    assert state.wins == (rounds - 1, 0)
    assert all(len(hand) >= 8 for hand in state.hands)


@pytest.mark.parametrize("rounds", [1, 2, 3, 5])
def test_cr_3_3_allows_the_end_with_the_agreed_rounds(rounds: int) -> None:
    state, events = take_step(make_position("9", "92", rounds=rounds, wins=(rounds - 1, 0)), "seed")
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert outcome.scores == (rounds, 0)
    assert not select_events(events, RoundBegan)


def test_cr_3_3_allows_ranking_by_rounds_won_then_by_fewest_cards() -> None:
    state, _ = take_step(make_position("9", "92", "2", "23", rounds=2, wins=(1, 1, 0, 0)), "seed")
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert outcome.placements == (1, 2, 3, 4)


def test_cr_3_3_allows_tied_seats_to_share_a_place() -> None:
    state, _ = take_step(make_position("9", "92", "34", "5", rounds=1), "seed")
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert outcome.placements == (1, 3, 3, 2)


def test_cr_3_4_allows_a_fifth_new_deck() -> None:
    state, events = take_step(make_position("453", "k", stacks="9 9", reform_count=4), "play:1:45>5")
    assert [event.deck_count for event in select_events(events, DeckReformed)] == [5]
    assert state.round.reform_count == 5


def test_cr_3_4_allows_the_count_of_new_decks_to_restart_each_round() -> None:
    state, events = take_step(make_position("9", "92", rounds=2, reform_count=5), "seed")
    assert select_events(events, RoundBegan)
    assert state.round.reform_count == 0


def test_cr_3_4_forbids_a_sixth_new_deck() -> None:
    state, events = take_step(make_position("4533", "k", stacks="9 9", reform_count=5), "play:1:45>5")
    assert not select_events(events, DeckReformed)
    assert not select_events(events, CardDrawn)
    assert select_events(events, RoundEnded) == [RoundEnded(DECK_SPENT_ENDING, (1,), (2, 1), 1, (0, 1))]
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert outcome.ending == DECK_SPENT_ENDING
