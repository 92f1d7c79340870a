"""The points that labels and advice promise for a coral are those that the rules award for it."""

from __future__ import annotations

from typing import Any

import pytest

from games.australis import GAME
from games.australis.actions import PlaceCoral
from games.australis.mutable_state import MutableState
from games.australis.parts import REEF_NUMBERS
from games.australis.public import make_view
from games.australis.score import score_round
from games.australis.state import State
from games.australis.view import CORAL_STAGE, REEF_SOURCE, View
from games.core.rng import Chance
from games.core.texts import GenericScene
from games.core.words import load_words
from tests.games.australis.build import make_board, make_position, play_moves
from tests.games.australis.matches import play_randomly

TEXTS = GAME.texts
SCENE: Any = GenericScene(("Anna", "Ben", "Charlie", "Dana"), load_words())


def score_reefs(state: State, reef: int | None = None) -> int:
    """Return the points that the rules award for reefs to the seat to move if the round ended now.

    :param reef: where the seat has one more coral.
    """
    scored = MutableState(state, Chance(bytes(8), 0), [])
    before = scored.board.ledger[REEF_SOURCE]
    if reef is not None:
        scored.edit_board(state.seat).corals[reef - REEF_NUMBERS[0]] += 1
    score_round(scored)
    return scored.board.ledger[REEF_SOURCE] - before


def label_reef(view: View, reef: int) -> str:
    return TEXTS.label_value("kind", f"reef-{reef}", view, SCENE)


def advise_on_reef(view: View, reef: int) -> str:
    return TEXTS.advise_on_action(PlaceCoral(reef), view, SCENE).text


@pytest.mark.parametrize("seat_count", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_a_reefs_label_and_advice_promise_what_the_rules_award(seat_count: int, seed: int) -> None:
    checked, gains = 0, set[int]()
    for state, _ in play_randomly(seat_count, "25", seed):
        if state.stage != CORAL_STAGE or not state.boards[state.seat].supply:
            continue
        view = make_view(state, state.seat)
        before = score_reefs(state)
        for reef in range(REEF_NUMBERS[0], state.task.reef + 1):
            gain = score_reefs(state, reef) - before
            assert label_reef(view, reef).split(" · ")[:2] == [f"Reef {reef}", f"+{gain}"]
            assert advise_on_reef(view, reef).startswith(f"+{gain} ") == (gain > 0)
            checked += 1
            gains.add(gain)
    assert checked and len(gains) > 1


def test_a_reef_that_one_leads_alone_adds_nothing() -> None:
    state = play_moves(make_position(make_board(corals="6:1"), make_board(space=1, corals="3:1")), "die:v6")
    view = make_view(state, state.seat)
    assert label_reef(view, 6) == "Reef 6 · +0 · you 1, best rival 0"
    assert label_reef(view, 5) == "Reef 5 · +2 · you 0, best rival 0"
