"""The moments of a match at which followers can be pinged: its end, each round, or every tenth turn.

Spectators see these moments anyway, so a ping reveals nothing.
"""

from __future__ import annotations

from typing import Final

from bot.model.turns import count_ended_turns
from games.core.match import Match

END_ONLY, EACH_ROUND, EACH_TENTH_TURN = "end", "round", "tenth"
MOMENT_KINDS: Final = (END_ONLY, EACH_ROUND, EACH_TENTH_TURN)
"""``EACH_ROUND`` and ``EACH_TENTH_TURN`` include the end."""
ENDED_MATCH_MOMENT_COUNT: Final = 2**31 - 1
"""Result of :func:`count_passed_moments` for an ended match, higher than for any running match."""
TURNS_PER_PING: Final = 10


def count_passed_moments(match: Match, moment_kind: str) -> int:
    """Return how many of the chosen moments a match has passed.

    Return :data:`ENDED_MATCH_MOMENT_COUNT` if it has ended.

    A follower is pinged whenever this number has grown.
    """
    if match.outcome is not None:
        return ENDED_MATCH_MOMENT_COUNT
    if moment_kind == END_ONLY:
        return 0
    return count_ended_turns(match) // (match.seat_count if moment_kind == EACH_ROUND else TURNS_PER_PING)
