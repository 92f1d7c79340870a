"""A search that ends early chooses the same move as a search that continues to its end."""

from __future__ import annotations

from itertools import product

import pytest

from games.core.match import Match
from games.core.rng import Chance
from games.players import SEARCHING_LEVELS, list_levels, think
from games.players.tree import SearchBranch, is_choice_decided
from games.registry import GAMES
from tests.games.players.pile import Take
from tests.support.nightly import defer_to_ci

ITERATION_COUNT = 80
MAX_PLIES = 6
GAMES_AND_LEVELS = list(product(GAMES, SEARCHING_LEVELS))
GAMES_AND_LEVELS = defer_to_ci(
    GAMES_AND_LEVELS, *(case for number, case in enumerate(GAMES_AND_LEVELS) if number % 4 in (1, 2))
)
"""In the suite, each level searches in two games."""
UNREACHABLE_ITERATIONS = 1_000_000
"""Number of iterations that no search of these tests reaches."""


def return_many_iterations_left(done_iterations: int) -> int:
    return UNREACHABLE_ITERATIONS


@pytest.mark.parametrize(("key", "level"), GAMES_AND_LEVELS)
def test_a_search_that_ends_early_makes_the_same_choice(key: str, level: str) -> None:
    game = GAMES[key]
    if level not in list_levels(game):
        pytest.skip("the game has no such level")
    shorter_search_count = 0
    match, dice = Match.begin(game, game.seat_counts[0], {}, bytes(32)), Chance(b"early", 0)
    for ply in range(MAX_PLIES):
        if not match.to_act:
            match = Match.begin(game, game.seat_counts[0], {}, bytes([ply] * 32))
        seat = match.to_act[0]
        if ply % 3 == 2:
            view = match.rules.recall(match.state, seat)
            full, early = (
                think(
                    game,
                    game.version,
                    view,
                    seat,
                    level,
                    Chance(b"", ply),
                    lambda: False,
                    ITERATION_COUNT,
                    left,
                )
                for left in (None, return_many_iterations_left)
            )
            assert early[0].action == full[0].action
            shorter_search_count += sum(one.visits for one in early) < sum(one.visits for one in full)
        match = match.act(seat, dice.choice(match.rules.list_candidates(match.state, seat)).token)
    # Without an estimate all moves look alike, so no choice is ever clear.
    assert shorter_search_count or game.computer_settings.estimate is None


def make_root(*found: tuple[int, float]) -> list[SearchBranch]:
    root = [SearchBranch(Take(number), 0.0, visits) for number, (visits, _) in enumerate(found)]
    for branch, (_, total) in zip(root, found, strict=True):
        branch.total = total
    return root


def test_a_choice_is_decided_once_the_second_best_cannot_catch_up() -> None:
    root = make_root((10, 5.0), (50, 25.0), (33, 10.0))
    assert is_choice_decided(root, 84, 100, return_many_iterations_left) is False, (
        "16 are left, and 17 are between them"
    )
    assert is_choice_decided(root, 80, 96, return_many_iterations_left) is True
    assert is_choice_decided(root, 80, 97, return_many_iterations_left) is False, (
        "with 17 visits the second would be equal"
    )
    assert is_choice_decided(root, 80, UNREACHABLE_ITERATIONS, lambda done: 16) is True
    assert is_choice_decided(root, 81, 96, return_many_iterations_left) is False, (
        "only every 16th iteration is checked"
    )
    assert is_choice_decided(root, 80, 80, None) is False


@pytest.mark.parametrize("total", [0.0, 50.0])
def test_a_choice_with_a_certain_win_or_loss_is_never_decided_early(total: float) -> None:
    """Among certain wins or losses, the value decides instead of the visits."""
    assert is_choice_decided(make_root((50, total), (33, 10.0)), 80, 96, return_many_iterations_left) is False
