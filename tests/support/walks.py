"""Lists the walks on which the contract of a game is tested."""

from __future__ import annotations

import itertools

from games.core.protocol import Game
from tools.walks import Case


def list_cases(game: Game, seed_count: int = 1) -> list[Case]:
    """Return random and rich cases of a game, for every number of seats and combination of options."""
    names = [option.name for option in game.options]
    switches = [
        dict(zip(names, values, strict=True))
        for values in itertools.product(*(option.values for option in game.options))
    ]
    return [
        Case(game, seats, options, 1000 * seats + seed, rich)
        for seats in game.seat_counts
        for options in switches
        for seed in range(seed_count)
        for rich in (False, True)
    ]
