"""Positions of a random match of Das Riff."""

from __future__ import annotations

from games.core.rng import Chance
from games.das_riff.rules import RULES
from games.das_riff.state import State
from games.registry import GAMES

GAME = GAMES["das_riff"]


def list_states() -> list[State]:
    """Return every seventh position of a random match."""
    state, _ = RULES.setup(2, GAME.get_default_options(), Chance(b"insight", 0))
    found = []
    for ply in range(1, 400):
        to_act = RULES.to_act(state)
        if not to_act:
            break
        dice = Chance(b"insight", ply)
        if ply % 7 == 0:
            found.append(state)
        state, _ = RULES.apply(state, to_act[0], dice.choice(RULES.list_candidates(state, to_act[0])), dice)
    return found
