"""The calibration error of win chances is measured per decile."""

from __future__ import annotations

import pytest

from games.core.rng import Chance
from games.registry import GAMES
from tests.proof.calibration import Contest, compute_error, play_match
from tests.proof.strength.players import Player
from tests.support.game_parts import GAMES_WITH_ESTIMATE


def test_accurate_values_have_no_error() -> None:
    assert compute_error([(0.75, 1.0), (0.75, 1.0), (0.75, 1.0), (0.75, 0.0)]) == 0
    assert compute_error([(0.25, 0.0), (0.25, 1.0), (0.25, 0.0), (0.25, 0.0)] * 3) == 0


def test_the_error_is_the_mean_deviation_of_each_decile() -> None:
    assert compute_error([(0.9, 1.0), (0.9, 0.0)]) == pytest.approx(0.4)
    assert compute_error([(0.95, 1.0), (0.95, 0.0), (0.5, 0.5), (0.5, 0.5)]) == pytest.approx(0.225)
    assert compute_error([(1.0, 1.0), (0.0, 0.0)]) == 0


def test_a_match_is_the_same_in_each_run() -> None:
    said, sums = play_match(Contest("coral_reef", 3), 0)
    assert (said, sums) == play_match(Contest("coral_reef", 3), 0)
    assert all(0 <= value <= 1 and 0 <= won <= 1 for value, won in said)


def test_players_of_a_contest_choose_the_moves_and_take_turns_in_the_first_seat() -> None:
    contest = Contest("reef", 2, Player("normal"), Player("random"))
    for number in range(2):
        said, _ = play_match(contest, number)
        assert said == play_match(contest, number)[0]
        assert said != play_match(Contest("reef", 2), number)[0]
        # ``normal`` beats random play from any seat.
        first = said[0][1]
        assert first == (number == 0)


@pytest.mark.parametrize("key", GAMES_WITH_ESTIMATE)
def test_the_values_of_all_seats_add_up_to_one(key: str) -> None:
    game = GAMES[key]
    assert game.computer_settings.estimate is not None
    rules = game.rules[game.version]
    for seats in game.seat_counts:
        dice = Chance(b"sums", seats)
        state, _ = rules.setup(seats, game.get_default_options(), dice)
        while to_act := rules.to_act(state):
            whole = sum(game.computer_settings.estimate(state, seat) for seat in range(seats))
            assert whole == pytest.approx(1)
            state, _ = rules.apply(
                state, to_act[0], dice.choice(rules.list_candidates(state, to_act[0])), dice
            )
