"""Computer levels make human-like mistakes, at rates that each game sets."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from games.core.protocol import LevelWeakness
from games.core.rng import Chance
from games.core.shapes import FIRST_FIELD, Pick
from games.players import BASIC_LEVELS
from games.players.judge import Thought
from games.players.weakness import apply_weakness
from games.registry import GAMES
from tests.support.game_parts import GAMES_WITH_WEAKNESSES

RUN_COUNT = 1000


class NamedAction(NamedTuple):
    token: str

    @property
    def path(self) -> tuple[Pick, ...]:
        return (Pick(FIRST_FIELD, self.token),)


GOOD, FAIR, POOR, WON = NamedAction("good"), NamedAction("fair"), NamedAction("poor"), NamedAction("won")
THOUGHTS = (Thought(GOOD, 0.6, 1), Thought(FAIR, 0.55, 1), Thought(POOR, 0.1, 1))


def measure_choices(weakness: LevelWeakness, thoughts: tuple[Thought, ...] = THOUGHTS) -> dict[str, float]:
    """Return the share of runs in which each action is ranked first."""
    firsts = [
        apply_weakness(thoughts, Chance(b"weakness", run), weakness)[0].action.token
        for run in range(RUN_COUNT)
    ]
    return {token: firsts.count(token) / RUN_COUNT for token in set(firsts)}


def test_without_weaknesses_the_best_action_is_played() -> None:
    assert measure_choices(LevelWeakness()) == {"good": 1}


def test_a_weak_level_overlooks_its_share_of_actions() -> None:
    """Each action is overlooked in one of five cases, but never are all actions overlooked together."""
    found = measure_choices(LevelWeakness(overlooked_percentage=20))
    assert found["good"] == pytest.approx(0.8 + 0.2**3 / 3, abs=0.04)
    assert found["fair"] == pytest.approx(0.2 * 0.8, abs=0.03)


def test_close_actions_are_misjudged_more_often_than_distant_ones() -> None:
    found = measure_choices(LevelWeakness(value_error=0.3))
    assert 0.5 < found["good"] < 0.8
    assert found["fair"] > 0.2
    assert found.get("poor", 0) == 0


@pytest.mark.parametrize(
    "weakness",
    [LevelWeakness(overlooked_percentage=100), LevelWeakness(value_error=4.0), LevelWeakness(100, 4.0)],
)
def test_an_available_win_is_neither_overlooked_nor_misjudged(weakness: LevelWeakness) -> None:
    assert measure_choices(weakness, (*THOUGHTS, Thought(WON, 1.0, 1))) in ({"won": 1}, {"won": 1.0})


def test_every_action_keeps_its_value() -> None:
    for run in range(20):
        assert set(apply_weakness(THOUGHTS, Chance(b"all", run), LevelWeakness(50, 1.0))) == set(THOUGHTS)


@pytest.mark.parametrize("key", GAMES_WITH_WEAKNESSES)
def test_each_game_declares_the_weaknesses_of_its_levels(key: str) -> None:
    weakness = GAMES[key].computer_settings.weaknesses
    assert set(weakness) == set(BASIC_LEVELS) - {"hard"}
    assert weakness["easy"].overlooked_percentage > weakness["normal"].overlooked_percentage
