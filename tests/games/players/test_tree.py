"""The tree search in a solvable game, in which taking the last piece of a pile wins."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from games.core.outcome import Outcome
from games.core.protocol import ComputerSettings, Game
from games.core.rng import Chance
from games.players.judge import Judge, rank_moves
from games.players.tree import SearchBranch, choose_branch, search_tree
from tests.games.players.pile import Pile, PileRules, Take


def make_judge(playout: int) -> Judge:
    """Return a judge that evaluates only finished games."""
    game: Any = SimpleNamespace(
        rules={1: PileRules()},
        computer_settings=ComputerSettings(estimate=lambda state, seat: 0.5, playout_turns=playout),
    )
    return Judge(cast(Game, game), 1)


@pytest.mark.parametrize("playout", [0, 12])
@pytest.mark.parametrize(("left", "best"), [(4, 1), (5, 2), (7, 1), (8, 2)])
def test_the_search_finds_a_move_that_wins_later(playout: int, left: int, best: int) -> None:
    found = search_tree(make_judge(playout), Pile(left, 0), 0, Chance(b"tree", 1), lambda: False, 400)
    assert found[0].action == Take(best)
    assert found[0].value > found[1].value


def test_a_playout_ends_after_its_turns() -> None:
    """Eight pieces last longer than the playouts, so the search can't distinguish the moves."""
    (one, two) = search_tree(make_judge(2), Pile(8, 0), 0, Chance(b"tree", 1), lambda: False, 50)
    assert one.value == two.value == 0.5


def test_unvisited_actions_come_first() -> None:
    tried, fresh = SearchBranch(Take(1), 0.9, 5), SearchBranch(Take(2), 0.1, 0)
    assert choose_branch([tried, fresh], 0.1) is fresh


def test_exploration_prefers_rarely_visited_actions() -> None:
    often, seldom = SearchBranch(Take(1), 0.52, 90), SearchBranch(Take(2), 0.5, 2)
    assert choose_branch([often, seldom], 0.0) is often
    assert choose_branch([often, seldom], 0.1) is seldom


def test_an_action_is_evaluated_only_on_deals_in_which_it_is_possible() -> None:
    class HiddenPileRules(PileRules):
        """Rules of a hidden pile. It has one piece in every other deal and two pieces otherwise."""

        deal_count = 0

        def sample(self, view: Pile, rng: Chance) -> Pile:
            self.deal_count += 1
            return Pile(1 + self.deal_count % 2, view.seat)

        def outcome(self, state: Pile) -> Outcome | None:
            return None

    game: Any = SimpleNamespace(
        rules={1: HiddenPileRules()},
        computer_settings=ComputerSettings(estimate=lambda state, seat: 0.8 - state.piece_count / 2),
    )
    judge = Judge(cast(Game, game), 1)
    found = rank_moves(judge, Pile(1, 0), 0, Chance(b"deals", 0), lambda: False, 4)
    assert [(thought.action, thought.visits) for thought in found] == [(Take(2), 2), (Take(1), 4)]
    one_left, none_left = judge.evaluate(Pile(1, 1), 0), judge.evaluate(Pile(0, 1), 0)
    assert [thought.value for thought in found] == pytest.approx([none_left, (one_left + none_left) / 2])
