"""Playouts follow a habit. The tests use games that are small enough to solve."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import log
from types import SimpleNamespace
from typing import Any, cast

import pytest

from games.core.protocol import ComputerSettings, Game, SearchSettings
from games.core.rng import Chance
from games.players.judge import Judge, Thought
from games.players.playouts import MAX_DEALS, sample_likely_state, search_flat
from games.players.tree import DEAL_COUNT
from tests.games.players.pile import Pile, PileRules, Take

Habit = Callable[[Any, int, tuple[Any, ...]], Any]


def leave_threes(state: Pile, seat: int, actions: tuple[Take, ...]) -> Take:
    """Play perfectly, by leaving a multiple of three."""
    return next((one for one in actions if (state.piece_count - one.number) % 3 == 0), actions[0])


def take_one(state: Pile, seat: int, actions: tuple[Take, ...]) -> Take:
    """Play badly, by always taking one."""
    return actions[0]


def make_judge(
    rules: object, habit: Habit, playout: int = 12, likely: Any = None, breadth: int | None = None
) -> Judge:
    settings: Any = ComputerSettings(estimate=lambda state, seat: 0.5)
    game: Any = SimpleNamespace(rules={1: rules}, computer_settings=settings)
    own: Any = SearchSettings(
        playout_turns=playout,
        choose_by_habit=habit,
        rate_likelihood=likely,
        exploration_weight=0.6,
        max_root_actions=breadth,
    )
    return Judge(cast(Game, game), 1, own)


def search_pile(
    judged: Judge, view: Any, iterations: int = 60, stop: Iterable[bool] = ()
) -> tuple[Thought, ...]:
    stops = iter(stop)
    return search_flat(judged, view, 0, Chance(b"habit", 1), lambda: next(stops, False), iterations)


@pytest.mark.parametrize(("left", "best"), [(4, 1), (5, 2), (7, 1), (8, 2)])
def test_actions_are_valued_by_playing_on_by_habit(left: int, best: int) -> None:
    found = search_pile(make_judge(PileRules(), leave_threes), Pile(left, 0))
    assert found[0].action == Take(best)
    assert found[0].value > 0.8 > found[1].value


def test_a_habit_decides_even_if_another_move_would_be_better() -> None:
    """Six pieces are lost against a perfect opponent. Against one who always takes one, taking two wins."""
    (best, other) = search_pile(make_judge(PileRules(), take_one), Pile(6, 0))
    assert best.action == Take(2)
    assert best.value > 0.8 > 0.5 > other.value


def test_playouts_have_a_maximum_number_of_turns() -> None:
    """Eight pieces last longer than the playouts, so that no playout reaches an end."""
    (one, two) = search_pile(make_judge(PileRules(), leave_threes, playout=2), Pile(8, 0))
    assert one.value == two.value == pytest.approx(0.5)


def test_an_immediate_win_needs_no_playout() -> None:
    found = search_pile(make_judge(PileRules(), leave_threes), Pile(2, 0))
    assert found[0].action == Take(2)
    assert found[0].visits == DEAL_COUNT


def test_little_time_gives_estimates_and_no_time_gives_nothing() -> None:
    well = make_judge(PileRules(), leave_threes)
    assert search_pile(well, Pile(8, 0), stop=[True]) == ()
    found = search_pile(well, Pile(8, 0), stop=[False, False, True, True])
    assert {one.action for one in found} == {Take(1), Take(2)}


def test_only_as_many_actions_as_the_breadth_get_playouts() -> None:
    first, second = search_pile(make_judge(PileRules(), leave_threes, breadth=1), Pile(8, 0))
    assert (first.visits, second.visits) == (DEAL_COUNT + 60, DEAL_COUNT)


class GuessingRules(PileRules):
    """A game with a hidden number below ten, drawn by each sample and listed in :attr:`dealt`."""

    def __init__(self) -> None:
        self.dealt: list[int] = []

    def sample(self, view: object, rng: Chance) -> Any:
        self.dealt.append(rng.draw_below(10))
        return Pile(9, self.dealt[-1])

    def list_candidates(self, state: Pile, seat: int) -> tuple[Take, ...]:
        return tuple(map(Take, range(3)))

    def apply(self, state: Pile, seat: int, action: Take, rng: Chance) -> tuple[Pile, tuple[()]]:
        return Pile(state.piece_count - 1, state.seat), ()

    def to_act(self, state: Pile) -> tuple[int, ...]:
        return (state.piece_count % 2,)


@pytest.mark.parametrize(("iterations", "is_reused"), [(90, False), (4 * MAX_DEALS, True)])
def test_all_actions_get_playouts_from_the_same_deals(iterations: int, is_reused: bool) -> None:
    rules = GuessingRules()
    found = search_pile(make_judge(rules, take_one, playout=2), Pile(9, 0), iterations)
    most = max(one.visits for one in found) - DEAL_COUNT
    assert most >= 30 and (most > MAX_DEALS) is is_reused
    assert len(rules.dealt) == DEAL_COUNT + min(most, MAX_DEALS)


def test_likely_deals_are_sampled_first() -> None:
    def rate_likelihood(state: Pile, seat: int) -> float | None:
        return log(9) if state.seat == 7 else 0.0

    weighed = make_judge(GuessingRules(), take_one, likely=rate_likelihood)
    drawn = [
        cast(Pile, sample_likely_state(weighed, cast(Any, None), 0, Chance(b"deal", n))).seat
        for n in range(600)
    ]
    # With k sevens among eight deals, the probability of choosing a seven is 9k / (8 + 8k). k is binomial.
    assert 0.3 < drawn.count(7) / len(drawn) < 0.42
    assert all(0.02 < drawn.count(other) / len(drawn) < 0.1 for other in range(10) if other != 7)


def test_without_information_the_first_deal_is_used() -> None:
    rules = GuessingRules()
    for likely in (None, lambda state, seat: None):
        sample_likely_state(
            make_judge(rules, take_one, likely=likely), cast(Any, None), 0, Chance(b"deal", 0)
        )
    assert rules.dealt[0] == rules.dealt[1]
    assert len(rules.dealt) == 2


class StakeRules(GuessingRules):
    """Two actions with random gains. The second action's gains are one higher on average."""

    def list_candidates(self, state: Pile, seat: int) -> tuple[Take, ...]:
        return (Take(0), Take(1))

    def apply(self, state: Pile, seat: int, action: Take, rng: Chance) -> tuple[Any, tuple[()]]:
        return (rng.draw_below(10) + action.number, 0), ()

    def to_act(self, state: object) -> tuple[int, ...]:
        return ()

    def outcome(self, state: object) -> None:
        return None


@pytest.mark.parametrize("scale", [0.5, 0.01])
def test_exploration_is_scaled_by_the_stakes(scale: float) -> None:
    """The search divides its visits in the same way, however small the difference between two actions is."""
    judged = make_judge(StakeRules(), take_one)
    judged.estimate = lambda state, seat: 0.4 + scale * cast(Any, state)[0] / 10
    visits = [one.visits for one in search_pile(judged, Pile(9, 0), 400)]
    assert visits == [365, 59]
