"""In the ranking, the lines of tied seats, and no others, show the values that broke the tie."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.core.texts import Scene
from games.core.words import load_words
from games.registry import GAMES
from tools.walks import Case

NAMES = ("Ada", "Bob", "Cleo", "Dan", "Eve", "Fay")


def play_to_end(key: str, seat_count: int, seed: int = 7000) -> tuple[Any, Scene]:
    """Return the final public view of a match, and the scene in which it is described."""
    case = Case(GAMES[key], seat_count, GAMES[key].get_default_options(), seed, is_rich=True)
    scene: Scene = Scene(NAMES[:seat_count], load_words(), (), case.match.outcome)
    return case.rules.view(case.match.state, None), scene


def list_standings(key: str, view: Any, scene: Scene) -> list[str]:
    return [GAMES[key].texts.describe_result(seat, view, scene) for seat in range(len(scene.names))]


def test_reef_compares_empty_spaces_and_then_stacks_of_four() -> None:
    view, scene = play_to_end("reef", 2)
    one, other = view.seats
    assert not any("·" in standings for standings in list_standings("reef", view, scene))
    level = replace(view, seats=(one, replace(other, points=one.points)), hands=())
    standings = list_standings("reef", level, scene)
    assert standings[0] == f"{one.points} points · {one.reef.count(0)} empty spaces"
    same = replace(view, seats=(one, replace(other, points=one.points, reef=one.reef)), hands=())
    assert all("of four" in text for text in list_standings("reef", same, scene))


def test_australis_compares_turtles() -> None:
    view, scene = play_to_end("australis", 2)
    one, other = view.boards
    assert not any("·" in standings for standings in list_standings("australis", view, scene))
    equal = replace(other, ledger=one.ledger)
    level = replace(view, boards=(replace(one, space=20), equal), arrived=(1,))
    assert list_standings("australis", level, scene) == [
        f"{one.points} points · turtle on space 20",
        f"{one.points} points · turtle reached the end first",
    ]


@pytest.mark.parametrize("seat_count", [2, 4])
def test_coral_reef_compares_cards(seat_count: int) -> None:
    view, scene = play_to_end("coral_reef", seat_count)
    # In a match of one round, the cards decide the standings and break no ties.
    view = replace(view, rounds_to_win=2)
    standings = list_standings("coral_reef", view, scene)
    for seat, text in enumerate(standings):
        tied = view.wins.count(view.wins[seat]) > 1
        held = len(view.hands[seat])
        assert (f"· {held or 'no'} card" in text) == tied
