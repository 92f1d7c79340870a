"""An available win is taken, and estimates match the results."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.core.outcome import Outcome
from games.core.protocol import ComputerSettings
from games.core.rng import Chance
from games.players import think
from games.players.judge import CERTAIN_MARGIN, Judge, evaluate_outcome, measure_beaten_share
from games.registry import GAMES
from tests.games.australis.build import make_board
from tests.games.australis.build import make_position as australis
from tests.games.coral_reef.build import make_position as coral_reef
from tests.games.das_riff.build import make_position, make_reef

skilled_levels = pytest.mark.parametrize("level", ["normal", "hard"])


def find_best_token(key: str, state: object, level: str) -> str:
    game = GAMES[key]
    rules = game.rules[game.version]
    seat = rules.to_act(state)[0]
    found = think(
        game, game.version, rules.view(state, seat), seat, level, Chance(b"win", 1), lambda: False, 40
    )
    if level == "hard":
        # Lower levels may overlook the best action unless it wins immediately.
        assert found[0].value == max(thought.value for thought in found)
    return str(found[0].action.token)


@skilled_levels
def test_computers_take_the_winning_fifth_brood_in_das_riff(level: str) -> None:
    me = make_reef("rrryyybbb", corals="yy! bb! gg! pp! rm")
    state = make_position(me, make_reef(corals="."), a="rf co pe", broods="rr yb rg rp")
    assert find_best_token("das_riff", state, level) == "take:A1:r>5"


def test_computers_play_their_last_cards_in_coral_reef() -> None:
    state = coral_reef("2345", "26", stacks="9 9 5 a", deck=None)
    assert find_best_token("coral_reef", state, "hard").startswith("play")
    state = coral_reef("45", "26", stacks="8 9 5 a", deck=None)
    assert find_best_token("coral_reef", state, "hard") in ("play:2:45>4", "play:2:45>5")


@pytest.mark.parametrize(
    ("placements", "values"),
    [
        ((1, 2), (1, 0)),
        ((1, 1), (0.5, 0.5)),
        ((2, 1, 3), (0.5, 1, 0)),
        ((1, 1, 3, 4), (5 / 6, 5 / 6, 1 / 3, 0)),
    ],
)
def test_a_place_is_worth_the_share_of_opponents_beaten(
    placements: tuple[int, ...], values: tuple[float, ...]
) -> None:
    outcome = Outcome("end", placements)
    assert tuple(measure_beaten_share(outcome, seat) for seat in range(len(values))) == pytest.approx(values)


@pytest.mark.parametrize(
    ("placements", "scores", "parts"),
    [
        ((1, 2), (), (1, 0)),
        ((2, 1, 3), (40, 70, 10), (0, 1, 0)),
        ((6, 5, 4, 3, 2, 1), (), (0, 0, 0, 0, 0, 1)),
        ((1, 1, 3, 4), (9, 9, 5, 1), (0.5, 0.5, 0, 0)),
        ((2, 2, 2), (), (1 / 3, 1 / 3, 1 / 3)),
        ((1, 1, 1), (7, 7, 7), (1 / 3, 1 / 3, 1 / 3)),
    ],
)
def test_an_ending_is_worth_its_share_of_the_win(
    placements: tuple[int, ...], scores: tuple[int, ...], parts: tuple[float, ...]
) -> None:
    """Only the best place, alone or shared, counts as a win, so that nobody plays for second place."""
    outcome = Outcome("end", placements, scores)
    found = [evaluate_outcome(outcome, seat) for seat in range(len(parts))]
    assert found == pytest.approx(parts, abs=CERTAIN_MARGIN)
    assert all(0 <= one < CERTAIN_MARGIN for one, part in zip(found, parts, strict=True) if part == 0)
    assert all(one > 1 - CERTAIN_MARGIN for one, part in zip(found, parts, strict=True) if part == 1)


def test_lost_endings_are_ordered_by_place_and_then_points() -> None:
    ends = [
        Outcome("end", (4, 3, 2, 1), (59, 60, 61, 62)),
        Outcome("end", (3, 4, 2, 1), (10, 5, 61, 62)),
        Outcome("end", (3, 4, 2, 1), (20, 5, 61, 62)),
        Outcome("end", (2, 4, 3, 1), (1, 0, 0, 90)),
    ]
    found = [evaluate_outcome(end, 0) for end in ends]
    assert found == sorted(found) and len(set(found)) == len(found)


def test_no_seat_lets_another_win_in_order_to_be_second() -> None:
    """If seat 1, with one card left, won the match, the seat to move would be second."""
    state = coral_reef("5238", "4", "66778888", stacks="5 5 5 9", deck=None, wins=(0, 1, 0), rounds=2)
    game = GAMES["coral_reef"]
    view = game.rules[2].view(state, 0)
    found = think(game, 2, view, 0, "hard", Chance(b"second", 1), lambda: False, 400)
    assert found[0].value < 0.25
    assert sum(thought.visits for thought in found[1:]) > 50


def test_the_search_in_das_riff_includes_the_important_prey() -> None:
    rules = GAMES["das_riff"].rules[1]
    state = make_position(
        make_reef(sharks=1, corals="gf"),
        make_reef(corals="rm"),
        a=".. rf bf co",
        d="co gm",
        broods="rr yb rg pp",
    )
    hunted = [a.token for a in rules.list_candidates(state, 0) if a.token.startswith("shark")]
    assert hunted == ["shark:A2", "shark:D1", "shark:#1"]


@pytest.mark.parametrize("points", [(90, 20), (20, 90)])
def test_a_decided_match_is_still_played_for_points(points: tuple[int, int]) -> None:
    """The winner is already decided, but five fish score more than two circles."""
    state = australis(
        make_board(points=points[0], space=3, food="ooo", fish=5, dice="w11 y40 w12"),
        make_board(points=points[1], space=4, food="ooo", dice="w11 y40 w12 y50"),
        round=5,
        dice_taken_count=7,
        start=1,
        offer="y22 y50 y32",
    )
    assert find_best_token("australis", state, "hard") == "die:y50"


def test_a_won_match_is_played_by_value_and_not_by_visits() -> None:
    """Winning moves get about equally many visits, so choosing by visits would be random."""
    game = GAMES["australis"]
    state = australis(
        make_board(points=90, space=3, dice="w11 y40 b5"),
        make_board(points=20, space=4, dice="w11 y40 b5 v6"),
        round=5,
        dice_taken_count=7,
        start=1,
        offer="b2 v7 w20",
    )
    view = game.rules[1].view(state, 0)
    for run in range(8):
        found = think(game, 1, view, 0, "hard", Chance(b"won", run), lambda: False, 13)
        assert found[0].value == max(thought.value for thought in found)


@pytest.mark.parametrize("sure", [0.0, 1.0])
def test_an_ending_outweighs_any_estimate(sure: float) -> None:
    game = replace(GAMES["das_riff"], computer_settings=ComputerSettings(estimate=lambda state, seat: sure))
    judge = Judge(game, 1)
    me = make_reef("rrryyybbb", corals="yy! bb! gg! pp! rm")
    state = make_position(me, make_reef(corals="."), a="rf co pe", broods="rr yb rg rp")
    won = judge.rules.apply(state, 0, judge.rules.read("take:A1:r>5"), Chance(b"", 1))[0]
    assert judge.evaluate(won, 0) > judge.evaluate(state, 0) > judge.evaluate(won, 1)
