from collections import Counter

import pytest

from games.coral_reef.events import RoundBegan
from games.coral_reef.parts import CARDS_VARIANT, RANKS_BY_VARIANT, TILES_VARIANT, format_letters
from games.coral_reef.rules import RULES
from games.coral_reef.state import State
from games.core.rng import Chance
from tests.games.coral_reef.build import make_position, play_moves, read_stacks


def deal_match(seat_count: int = 4, seed: int = 0, corals: str = CARDS_VARIANT) -> State:
    options = {"corals": corals, "rounds_to_win": "1"}
    return RULES.setup(seat_count, options, Chance(seed.to_bytes(4, "big"), 0))[0]


@pytest.mark.parametrize("corals", [CARDS_VARIANT, TILES_VARIANT])
def test_cr_1_1_allows_four_nines_as_stacks(corals: str) -> None:
    assert read_stacks(deal_match(corals=corals)) == "9 9 9 9"


@pytest.mark.parametrize(("corals", "count"), [(CARDS_VARIANT, 104), (TILES_VARIANT, 80)])
def test_cr_1_1_forbids_more_than_eight_cards_of_a_rank(corals: str, count: int) -> None:
    state = deal_match(corals=corals)
    held = Counter(
        format_letters((*state.deck, *(card for part in (*state.hands, *state.stacks) for card in part)))
    )
    assert dict(held) == dict.fromkeys(RANKS_BY_VARIANT[corals], 8)
    assert sum(held.values()) == count


@pytest.mark.parametrize("seat_count", range(2, 7))
def test_cr_1_2_allows_eight_cards_for_each_seat(seat_count: int) -> None:
    view = RULES.view(deal_match(seat_count), None)
    drawn = sum(view.hand_sizes) - 8 * seat_count
    assert all(size >= 8 for size in view.hand_sizes)
    assert view.deck == 100 - 8 * seat_count - drawn


def test_cr_1_2_forbids_seeing_other_hands() -> None:
    state = deal_match(3)
    assert RULES.view(state, None).hand == ()
    for seat in range(3):
        assert RULES.view(state, seat).hand == tuple(sorted(state.hands[seat]))


def test_cr_1_2_allows_everybody_to_see_every_card_of_a_stack() -> None:
    state = play_moves(make_position("45", "45"), "play:1:45>5")
    assert state.ending or RULES.view(state, None).stacks == state.stacks


def test_cr_1_3_allows_every_seat_to_start() -> None:
    assert {deal_match(4, seed).round.starter for seed in range(40)} == {0, 1, 2, 3}


def test_cr_1_3_forbids_any_seat_but_the_next_to_begin_the_next_round() -> None:
    state = make_position("9", "2345", "2345", rounds=2, starter=2)
    after, events = RULES.apply(state, 0, RULES.read("seed"), Chance(b"k", 1))
    began = [event for event in events if isinstance(event, RoundBegan)]
    assert began == [RoundBegan(2, 0)]
    assert after.round.starter == 0
    again = make_position("2345", "9", "2345", seat=1, rounds=2, starter=0)
    _, events = RULES.apply(again, 1, RULES.read("seed"), Chance(b"k", 1))
    assert [event.seat for event in events if isinstance(event, RoundBegan)] == [1]
