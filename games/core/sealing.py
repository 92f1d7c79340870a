"""What can be taken back, told before it is done."""

from __future__ import annotations

from games.core.gate import take
from games.core.match import Match
from games.core.rng import Chance


def seals(match: Match, seat: int, token: str) -> bool:
    """Tell whether a legal action could not be taken back by its seat alone. Nothing is done.

    What it draws stays in here: that something would be drawn is all that is told.
    """
    return take(match.rules, match.state, seat, token, Chance(match.key, match.ply + 1)).sealed
