"""Computer players obey the rules of every registered game, however little time they have."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from games.core.protocol import Game
from games.core.rng import Chance
from games.players import COMPUTER_LEVELS, Thought, think
from games.registry import GAMES

FEW_ITERATIONS = 12
"""Number of iterations of a search, enough to run every part of a level's code."""
EACH_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
EACH_LEVEL = pytest.mark.parametrize("level", COMPUTER_LEVELS)


@cache
def list_match_states(game: Game, seat_count: int) -> tuple[Any, ...]:
    """Return the states of a match of random players, from the deal to the end."""
    rules, dice = game.rules[game.version], Chance(b"walk of players", seat_count)
    states = [rules.setup(seat_count, game.get_default_options(), dice)[0]]
    while to_act := rules.to_act(states[-1]):
        seat = dice.choice(to_act)
        action = dice.choice(rules.list_candidates(states[-1], seat))
        states.append(rules.apply(states[-1], seat, action, dice)[0])
    return tuple(states)


def select_states(game: Game, seat_count: int, count: int) -> list[Any]:
    """Return ``count`` states of a random match, evenly spread from the deal to the last decision."""
    asked = list_match_states(game, seat_count)[:-1]
    return [asked[i * (len(asked) - 1) // (count - 1)] for i in range(count)]


def think_about(
    game: Game,
    state: Any,
    level: str,
    iterations: int | None = FEW_ITERATIONS,
    should_stop: Callable[[], bool] = lambda: False,
    key: bytes = b"players",
) -> tuple[Thought, ...]:
    rules = game.rules[game.version]
    seat = rules.to_act(state)[0]
    view = rules.view(state, seat)
    return think(game, game.version, view, seat, level, Chance(key, 1), should_stop, iterations)


@EACH_GAME
@EACH_LEVEL
def test_thoughts_are_legal_and_have_values(game: Game, level: str) -> None:
    rules = game.rules[game.version]
    for seats in game.seat_counts:
        for state in select_states(game, seats, 3):
            found = think_about(game, state, level, iterations=3)
            assert found
            assert len({thought.action.token for thought in found}) == len(found)
            for thought in found:
                assert rules.is_legal(state, rules.to_act(state)[0], thought.action)
                assert 0 <= thought.value <= 1
                assert thought.visits >= 1
            if level != "easy":
                assert found[0].visits == max(thought.visits for thought in found)


@EACH_GAME
@EACH_LEVEL
def test_the_same_seed_gives_the_same_thoughts(game: Game, level: str) -> None:
    for state in select_states(game, game.seat_counts[0], 3):
        assert think_about(game, state, level) == think_about(game, state, level)


@EACH_GAME
@EACH_LEVEL
def test_stopping_immediately_gives_a_legal_action(game: Game, level: str) -> None:
    rules = game.rules[game.version]
    for state in select_states(game, game.seat_counts[-1], 3):
        asked: list[bool] = []

        def should_stop(asked: list[bool] = asked) -> bool:
            asked.append(True)
            return True

        found = think_about(game, state, level, None, should_stop)
        assert len(asked) <= 2
        assert rules.is_legal(state, rules.to_act(state)[0], found[0].action)
        assert not any(thought.visits for thought in found)


@EACH_GAME
def test_a_search_can_be_stopped_midway(game: Game) -> None:
    state = max(
        list_match_states(game, game.seat_counts[0])[:-1],
        key=lambda state: len(list_searched_actions(game, state)),
    )
    for polls in range(2, 12, 3):
        left = iter(range(polls))
        found = think_about(game, state, "hard", None, lambda left=left: next(left, None) is None)  # type: ignore[misc]
        assert {thought.action for thought in found} <= set(list_searched_actions(game, state))


@EACH_GAME
def test_the_position_with_the_most_actions_can_be_searched(game: Game) -> None:
    state = max(
        list_match_states(game, game.seat_counts[-1])[:-1],
        key=lambda state: len(list_searched_actions(game, state)),
    )
    for level in COMPUTER_LEVELS:
        assert think_about(game, state, level, 2)


@EACH_GAME
def test_hidden_parts_do_not_change_thoughts(game: Game) -> None:
    rules = game.rules[game.version]
    for state in select_states(game, game.seat_counts[0], 3):
        seat = rules.to_act(state)[0]
        other = rules.sample(rules.view(state, seat), Chance(b"another deal", 0))
        assert think_about(game, other, "hard") == think_about(game, state, "hard")


@EACH_GAME
def test_thinking_for_a_seat_that_is_not_to_act_is_refused(game: Game) -> None:
    rules = game.rules[game.version]
    state = list_match_states(game, game.seat_counts[0])[0]
    idle = next(seat for seat in range(game.seat_counts[0]) if seat not in rules.to_act(state))
    with pytest.raises(ValueError, match="nothing to do"):
        think(game, game.version, rules.view(state, idle), idle, "easy", Chance(b"", 1), lambda: False)


@EACH_GAME
def test_estimates_lie_between_loss_and_win(game: Game) -> None:
    if game.computer_settings.estimate is None:
        pytest.skip(f"{game.key} has no estimate")
    for seats in game.seat_counts:
        for state in list_match_states(game, seats)[:-1]:
            values = [game.computer_settings.estimate(state, seat) for seat in range(seats)]
            assert all(0 <= value <= 1 for value in values)


@EACH_GAME
def test_views_can_be_sent_to_another_process(game: Game) -> None:
    rules = game.rules[game.version]
    for seats in game.seat_counts:
        for state in (*select_states(game, seats, 6), list_match_states(game, seats)[-1]):
            for viewer in (None, *range(seats)):
                view = rules.view(state, viewer)
                assert pickle.loads(pickle.dumps(view)) == view


def list_searched_actions(game: Game, state: Any) -> tuple[Any, ...]:
    rules = game.rules[game.version]
    return (game.computer_settings.list_promising_actions or rules.list_candidates)(
        state, rules.to_act(state)[0]
    )
