"""A win that is there to be taken is taken, and the figures are those of the result."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.core.outcome import Outcome
from games.core.rng import Chance
from games.players import think
from games.players.judge import Judge, result
from games.registry import GAMES
from tests.games.australis.build import board
from tests.games.australis.build import position as australis
from tests.games.coral_reef.build import position as coral_reef
from tests.games.das_riff.build import position, reef

SKILLED = pytest.mark.parametrize("level", ["normal", "hard"])


def best(key: str, state: object, level: str) -> str:
    game = GAMES[key]
    rules = game.rules[game.version]
    seat = rules.to_act(state)[0]
    found = think(
        game, game.version, rules.view(state, seat), seat, level, Chance(b"win", 1), lambda: False, 40
    )
    if level == "hard":
        # Lower levels overlook what does not win at once.
        assert found[0].value == max(thought.value for thought in found)
    return str(found[0].action.token)


@SKILLED
def test_das_riff_fifth_brood_wins(level: str) -> None:
    me = reef("rrryyybbb", corals="yy! bb! gg! pp! rm")
    state = position(me, reef(corals="."), a="rf co pe", broods="rr yb rg rp")
    assert best("das_riff", state, level) == "take:A1:r>5"


def test_coral_reef_last_cards_win() -> None:
    state = coral_reef("2345", "26", stacks="9 9 5 a", deck=None)
    assert best("coral_reef", state, "hard").startswith("play")
    state = coral_reef("45", "26", stacks="8 9 5 a", deck=None)
    assert best("coral_reef", state, "hard") in ("play:2:45>4", "play:2:45>5")


@pytest.mark.parametrize(
    ("placements", "values"),
    [
        ((1, 2), (1, 0)),
        ((1, 1), (0.5, 0.5)),
        ((2, 1, 3), (0.5, 1, 0)),
        ((1, 1, 3, 4), (5 / 6, 5 / 6, 1 / 3, 0)),
    ],
)
def test_result_is_the_part_of_the_others_left_behind(
    placements: tuple[int, ...], values: tuple[float, ...]
) -> None:
    outcome = Outcome("end", placements)
    assert tuple(result(outcome, seat) for seat in range(len(values))) == pytest.approx(values)


def test_das_riff_searches_the_prey_that_matters() -> None:
    rules = GAMES["das_riff"].rules[1]
    state = position(
        reef(sharks=1, corals="gf"), reef(corals="rm"), a=".. rf bf co", d="co gm", broods="rr yb rg pp"
    )
    hunted = [a.token for a in rules.candidates(state, 0) if a.token.startswith("shark")]
    assert hunted == ["shark:A2", "shark:D1", "shark:#1"]


@pytest.mark.parametrize("points", [(90, 20), (20, 90)])
def test_who_has_won_or_lost_still_plays_for_points(points: tuple[int, int]) -> None:
    """Nothing changes who wins any more; five fish for the school bring more than two circles."""
    state = australis(
        board(points=points[0], space=3, food="ooo", fish=5, own="w11 y40 w12"),
        board(points=points[1], space=4, food="ooo", own="w11 y40 w12 y50"),
        round=5,
        taken=7,
        start=1,
        offer="y22 y50 y32",
    )
    assert best("australis", state, "hard") == "die:y50"


def test_in_a_match_that_is_won_the_best_is_played_and_not_what_was_tried_most() -> None:
    """All that wins is tried alike, and chance decides which a little more."""
    game = GAMES["australis"]
    state = australis(
        board(points=90, space=3, own="w11 y40 b5"),
        board(points=20, space=4, own="w11 y40 b5 v6"),
        round=5,
        taken=7,
        start=1,
        offer="b2 v7 w20",
    )
    view = game.rules[1].view(state, 0)
    for run in range(8):
        found = think(game, 1, view, 0, "hard", Chance(b"won", run), lambda: False, 13)
        assert found[0].value == max(thought.value for thought in found)


@pytest.mark.parametrize("sure", [0.0, 1.0])
def test_an_end_is_surer_than_any_estimate(sure: float) -> None:
    game = replace(GAMES["das_riff"], estimate=lambda state, seat: sure)
    judge = Judge(game, 1)
    me = reef("rrryyybbb", corals="yy! bb! gg! pp! rm")
    state = position(me, reef(corals="."), a="rf co pe", broods="rr yb rg rp")
    won = judge.rules.apply(state, 0, judge.rules.read("take:A1:r>5"), Chance(b"", 1))[0]
    assert judge.value(won, 0) > judge.value(state, 0) > judge.value(won, 1)
