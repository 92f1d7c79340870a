"""The ``expert``'s evaluation of made-up positions."""

from __future__ import annotations

import random
import tracemalloc

import pytest

from games.core.rng import Chance
from games.players import think
from games.reef import GAME
from games.reef.matching import count_matches
from games.reef.parts import CARDS, CORALS_PER_COLOUR_BY_SEAT_COUNT
from games.reef.player.closeness import measure_closeness
from games.reef.player.estimate import predict_points
from games.reef.player.insight import (
    TURN_KNOTS,
    estimate_closely,
    interpolate_weights,
    list_features,
    list_open_features,
    list_own_features,
)
from games.reef.rules import RULES
from games.reef.sight import make_sight
from games.reef.view import OpenCard
from tests.games.reef.build import (
    DEFAULT_OPTIONS,
    START_REEF,
    fill_reef,
    make_position,
    parse_reef,
    play_move,
)
from tests.games.reef.reefs import make_random_reef
from tests.games.reef.walks import CORNER_REEF, SQUARE_REEF, list_states

LOW_REEF = parse_reef("y y y y", "y y y y", "r g p .", ". . . .")
HIGH_REEF = parse_reef("yyy yyy yyy yyy", "y y y y", "r g p .", ". . . .")


@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_every_estimate_is_between_0_and_1(seat_count: int) -> None:
    states = list_states(
        seat_count, DEFAULT_OPTIONS | {"start": "chosen", "deck_end": "finish_round"}, seat_count
    )
    for state in states[::5] + states[-3:]:
        values = [estimate_closely(state, seat) for seat in range(seat_count)]
        assert all(0 <= value <= 1 for value in values)
        assert sum(values) == pytest.approx(1)
    outcome = RULES.outcome(states[-1])
    assert outcome is not None
    if len(outcome.winners) == 1:
        values = [estimate_closely(states[-1], seat) for seat in range(seat_count)]
        assert values.index(max(values)) == outcome.winners[0]


def test_complete_patterns_count_as_in_the_rules() -> None:
    dice = random.Random(7)
    for _ in range(40):
        here = make_random_reef(dice)
        for number, card in CARDS.items():
            assert measure_closeness(number, make_sight(here)).complete == count_matches(card, here), number


@pytest.mark.parametrize(
    ("number", "filled_rows", "one_missing_count", "two_missing_count"),
    [
        # This reef scores already, and no other position needs only one or two corals.
        (14, ("yyyy . . .",), 0, 0),
        (14, ("yyy . . .",), 1, 0),
        (14, ("rr . . .",), 0, 1),
        (14, ("rrrr . . .",), 0, 0),
        (30, ("y y . .", "y . . ."), 1, 0),
        # The card requires no heights.
        (30, ("y y . .", "y rrrr . ."), 1, 0),
        (47, ("y . . .", ". rr . ."), 1, 3),
    ],
)
def test_missing_corals_are_counted(
    number: int, filled_rows: tuple[str, ...], one_missing_count: int, two_missing_count: int
) -> None:
    rows = (*filled_rows, *(". . . .",) * (4 - len(filled_rows)))
    found = measure_closeness(number, make_sight(parse_reef(*rows)))
    assert (found.one_missing, found.two_missing) == (one_missing_count, two_missing_count)


def test_a_stack_that_is_nearly_high_enough_is_worth_more() -> None:
    """The other levels value both reefs alike, because neither has a stack of height four."""
    low, high = (
        make_position(hands=((14,), (3,)), reefs=(r,), deck=(31, 32, 33)) for r in (LOW_REEF, HIGH_REEF)
    )
    assert predict_points(low, 0, 6.0) == predict_points(high, 0, 6.0)
    assert estimate_closely(low, 0) < estimate_closely(high, 0)


def test_a_card_is_worth_more_to_a_seat_whose_reef_it_matches() -> None:
    corner, square = (make_position(hands=((30,), (3,)), reefs=(r,)) for r in (CORNER_REEF, SQUARE_REEF))
    assert estimate_closely(corner, 0) < estimate_closely(square, 0)


def test_weights_fit_the_features_with_each_number_of_seats() -> None:
    for seats in CORALS_PER_COLOUR_BY_SEAT_COUNT:
        for left in (0.0, 0.5, *TURN_KNOTS, 40.0):
            features = list_features(make_position(hands=((1,), (2,), (3,), (4,))[:seats]), 0)
            assert len(interpolate_weights(seats, left)) == len(features)
        assert (
            interpolate_weights(seats, 1.0)
            != interpolate_weights(seats, 1.5)
            != interpolate_weights(seats, 2.0)
        )


def test_open_cards_have_no_features_with_a_full_hand_or_an_empty_display() -> None:
    closed = list_features(make_position(hands=((1, 2, 5, 6), (3,))), 0)[68:79]
    assert not any(closed)
    assert any(list_features(make_position(hands=((1, 2, 5), (3,))), 0)[68:79])
    assert not any(list_features(make_position(display=()), 0)[68:79])


def test_hidden_cards_do_not_change_thoughts() -> None:
    state = make_position(hands=((30, 7), (3, 4)), reefs=(CORNER_REEF, START_REEF))
    view = RULES.view(state, 0)
    other = RULES.sample(view, Chance(b"other", 1))
    assert other != state
    found = [
        think(GAME, 1, RULES.view(one, 0), 0, "expert", Chance(b"same", 1), lambda: False, 2)
        for one in (state, other)
    ]
    assert found[0] == found[1]


def test_placing_the_missing_coral_raises_the_estimate() -> None:
    state = make_position(hands=((30, 7), (3,)), reefs=(CORNER_REEF,), deck=(31, 32, 33))
    assert estimate_closely(play_move(state, "play:7:c2,d1"), 0) > estimate_closely(
        play_move(state, "play:7:d4,a1"), 0
    )
    assert 0 < estimate_closely(make_position(reefs=(fill_reef("rg"),)), 0) < 1


def test_caches_of_positions_use_limited_memory() -> None:
    # A worker serves all games until the bot stops, and has about a gigabyte for all caches.
    dice, numbers, some, kept = random.Random(5), tuple(CARDS), 100, 0.0
    asked = []
    for _ in range(some):
        hand = tuple(sorted(dice.sample(numbers, 4)))
        asked.append(
            (tuple(OpenCard(card, 0) for card in dice.sample(numbers, 3)), hand, make_random_reef(dice))
        )
    for look, first in ((list_own_features, 1), (list_open_features, 0)):
        look.cache_clear()
        tracemalloc.start()
        found = [look(*one[first:]) for one in asked]
        kept += tracemalloc.get_traced_memory()[0] / some * (look.cache_info().maxsize or 0)
        tracemalloc.stop()
        assert len(found) == some == look.cache_info().currsize
    assert kept < 100 * 2**20
