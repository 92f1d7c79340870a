"""Positions to explain a game with: one in which something has just happened, found by random play."""

from __future__ import annotations

import hashlib
from functools import lru_cache

from games.core.match import Match
from games.core.protocol import Game
from games.core.rng import Chance

OPENING = "opening"
"""What shows the deal itself."""
EARLIEST = 20
"""Plies before which a picture is rather empty."""
TRIES = 60
"""So many matches are searched."""


class NoExample(LookupError):
    """Random play never brought the event about."""


@lru_cache(maxsize=64)
def example(game: Game, shows: str) -> Match:
    """Return a match whose newest step has just brought about an event of the class ``shows``.

    The same for everybody: matches with the fewest seats, played by chance from fixed keys. A later
    step is preferred to the very first, where little lies on the table yet.

    :raises NoExample: there is none in the matches that are searched.
    """
    first: Match | None = None
    for number in range(TRIES):
        key = hashlib.sha256(f"example {game.key} {number}".encode()).digest()
        match = Match.begin(game, game.seats.start, {}, key)
        if shows == OPENING:
            return match
        walk = Chance(hashlib.sha256(key).digest(), 0)
        while match.outcome is None:
            seat = walk.choice(match.to_act)
            match = match.act(seat, walk.choice(match.rules.candidates(match.state, seat)).token)
            if any(type(event).__name__ == shows for event in match.events):
                if match.ply >= EARLIEST:
                    return match
                first = first or match
    if first is None:
        raise NoExample(f"{game.key} never shows {shows}")
    return first
