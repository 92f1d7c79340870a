"""The ``expert``'s evaluation of a position."""

from __future__ import annotations

import hashlib

import pytest

from games.coral_reef import GAME
from games.coral_reef.notation import make_position
from games.coral_reef.player.insight import (
    choose_preferred_action,
    estimate_closely,
    predict_round,
    weigh_hand,
)
from games.coral_reef.player.traits import find_traits
from games.coral_reef.player.weights import HELD_HAND_WEIGHTS, MANY_SEAT_WEIGHTS, TWO_SEAT_WEIGHTS
from games.coral_reef.rules import RULES
from games.core.rng import Chance
from games.players import think
from tests.support.cases import join_cases
from tools import fit_coral_reef as fit


def test_every_trait_has_weights() -> None:
    assert set(TWO_SEAT_WEIGHTS) == set(MANY_SEAT_WEIGHTS) == set(HELD_HAND_WEIGHTS)
    assert all(len(each) == 2 for each in TWO_SEAT_WEIGHTS.values())
    assert all(len(each) == 3 for each in MANY_SEAT_WEIGHTS.values())
    assert all(len(each) == 1 for each in HELD_HAND_WEIGHTS.values())
    dice = Chance(b"traits", 0)
    found: set[str] = set()
    for number in range(300):
        hand = "".join(sorted(dice.shuffled("23456789kqjat" * 2)[: 1 + number % 14]))
        found |= set(find_traits(hand, tuple(1 + dice.draw_below(10) for _ in range(4 + number % 4))))
    assert found <= set(TWO_SEAT_WEIGHTS)


@pytest.mark.parametrize("seat_count", GAME.seat_counts)
def test_the_values_of_all_seats_add_up_to_one(seat_count: int) -> None:
    rules = GAME.rules[GAME.version]
    key = hashlib.sha256(b"insight").digest()
    state, _ = rules.setup(seat_count, {**GAME.get_default_options(), "rounds_to_win": "2"}, Chance(key, 0))
    for ply in range(1, 40):
        if not (to_act := rules.to_act(state)):
            break
        values = [estimate_closely(state, seat) for seat in range(seat_count)]
        assert sum(values) == pytest.approx(1)
        assert all(0 <= value <= 1 for value in values)
        action = Chance(key, 1000 + ply).choice(rules.list_candidates(state, to_act[0]))
        state, _ = rules.apply(state, to_act[0], action, Chance(key, ply))


def test_a_new_round_is_even() -> None:
    hands = ("2345678a", "kkkkqqqq")
    new = make_position(*hands, deck=None, number=2, wins=(1, 0), rounds=2)
    assert estimate_closely(new, 0) == pytest.approx(0.75)
    begun = make_position(*hands, stacks="9 9 9 9 5", deck=None, number=2, wins=(1, 0), rounds=2)
    assert estimate_closely(begun, 0) != pytest.approx(0.75)


def test_a_seat_that_can_go_out_immediately_has_nearly_won() -> None:
    chance, _ = predict_round(make_position("45", "2345678", deck=None))
    assert chance > 0.9


def test_hidden_cards_do_not_change_the_experts_choice() -> None:
    state = make_position("2347", "568a", deck=None, stacks="9 9 9 5")
    view = RULES.view(state, 0)
    other = RULES.sample(view, Chance(b"reformed", 0))
    assert other.hands[1] != state.hands[1]
    chosen = [
        think(GAME, 2, RULES.view(each, 0), 0, "expert", Chance(b"same", 0), lambda: False, 40)
        for each in (state, other)
    ]
    assert chosen[0] == chosen[1]


def test_the_preferred_action_empties_the_hand_if_possible() -> None:
    state = make_position("46", "2345678", stacks="9 9 9 4 t", deck=None)
    done = choose_preferred_action(state, 0, RULES.list_candidates(state, 0))
    assert RULES.apply(state, 0, done, Chance(b"out", 0))[0].hands[0] == ()


@join_cases([(number,) for number in range(12)])
def test_the_preferred_action_does_not_depend_on_hidden_cards(number: int) -> None:
    state = make_position("23478", "568akq", deck=None, stacks="9 9 9 5")
    other = RULES.sample(RULES.view(state, 0), Chance(b"reformed", number))
    actions = RULES.list_candidates(state, 0)
    assert other.hands[1] != state.hands[1]
    assert choose_preferred_action(state, 0, actions) == choose_preferred_action(other, 0, actions)


def test_easily_played_cards_are_less_likely_to_be_held() -> None:
    stays, goes = (weigh_hand(make_position("2345", hand, deck=None), 0) for hand in ("kqjq", "2346"))
    assert stays is not None
    assert goes is not None
    assert stays > goes
    assert weigh_hand(make_position("2345", "36", "45", deck=None), 0) is None


def test_the_held_hand_is_listed_before_other_possible_hands() -> None:
    state = make_position("2347", "568a", deck=None, stacks="9 9 9 5")
    hands, held = fit.compare_hands(state, Chance(b"dealt", 0))
    assert held.tolist() == [1.0, *[0.0] * fit.RANDOM_HAND_COUNT]
    assert (hands[0] == fit.describe_hands(state)[1]).all()
    assert any((hand != hands[0]).any() for hand in hands[1:])
