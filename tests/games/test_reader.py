"""Texts for a reader say "you" for that person, and name everybody else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.core.protocol import Game
from games.core.texts import Scene
from games.core.words import load_words
from games.registry import GAMES
from tests.games.contract.texts import make_names
from tools.walks import Case


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_the_status_names_the_player_to_act_only_for_others(game: Game) -> None:
    seats = game.seat_counts[0]
    match = Case(game, seats, game.get_default_options(), 5, is_rich=True, max_plies=60).match
    plain, spoken = Scene(make_names(seats), load_words()), 0
    for step in match.steps:
        if match.rules.outcome(step.state) is not None:
            break
        for seat in range(seats):
            view = match.rules.view(step.state, seat)
            own = game.texts.describe_status(view, replace(plain, reader_seat=seat))
            other = game.texts.describe_status(view, plain)
            if view.to_act == (seat,):
                assert make_names(seats)[seat] not in own
                spoken += 1
            else:
                assert own == other
            # Everybody else gets the name of the player to act.
            assert make_names(seats)[view.to_act[0]] in other
    assert spoken
