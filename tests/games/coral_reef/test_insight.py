"""What a position is worth to the strongest computer player."""

from __future__ import annotations

import hashlib

import pytest

from games.coral_reef import GAME
from games.coral_reef.insight import judge, share_out
from games.coral_reef.laid import position
from games.coral_reef.rules import RULES
from games.coral_reef.traits import traits
from games.coral_reef.weights import OF_MANY, OF_TWO
from games.core.rng import Chance
from games.players import think


def test_weights_are_those_of_the_traits() -> None:
    assert set(OF_TWO) == set(OF_MANY)
    assert all(len(each) == 2 for each in OF_TWO.values())
    assert all(len(each) == 3 for each in OF_MANY.values())
    dice = Chance(b"traits", 0)
    found: set[str] = set()
    for number in range(300):
        hand = "".join(sorted(dice.shuffled("23456789kqjat" * 2)[: 1 + number % 14]))
        found |= set(traits(hand, tuple(1 + dice.below(10) for _ in range(4 + number % 4))))
    assert found <= set(OF_TWO)


@pytest.mark.parametrize("seats", GAME.seats)
def test_the_values_of_all_seats_add_up_to_one(seats: int) -> None:
    rules = GAME.rules[GAME.version]
    key = hashlib.sha256(b"insight").digest()
    state, _ = rules.setup(seats, {**GAME.defaults(), "rounds_to_win": "2"}, Chance(key, 0))
    for ply in range(1, 40):
        if not (to_act := rules.to_act(state)):
            break
        values = [judge(state, seat) for seat in range(seats)]
        assert sum(values) == pytest.approx(1)
        assert all(0 <= value <= 1 for value in values)
        action = Chance(key, 1000 + ply).choice(rules.candidates(state, to_act[0]))
        state, _ = rules.apply(state, to_act[0], action, Chance(key, ply))


def test_a_round_that_was_just_dealt_is_anybodys() -> None:
    hands = ("2345678a", "kkkkqqqq")
    new = position(*hands, deck=None, number=2, wins=(1, 0), rounds=2)
    assert judge(new, 0) == pytest.approx(0.75)
    begun = position(*hands, stacks="9 9 9 9 5", deck=None, number=2, wins=(1, 0), rounds=2)
    assert judge(begun, 0) != pytest.approx(0.75)


def test_who_can_go_out_at_once_is_as_good_as_there() -> None:
    chance, _ = share_out(position("45", "2345678", deck=None))
    assert chance > 0.9


def test_hidden_cards_do_not_change_what_it_plays() -> None:
    state = position("2347", "568a", deck=None, stacks="9 9 9 5")
    view = RULES.view(state, 0)
    other = RULES.sample(view, Chance(b"anew", 0))
    assert other.hands[1] != state.hands[1]
    chosen = [
        think(GAME, 2, RULES.view(each, 0), 0, "expert", Chance(b"same", 0), lambda: False, 40)
        for each in (state, other)
    ]
    assert chosen[0] == chosen[1]
