"""Finds the points of a review's curve between which win chances can be compared."""

from __future__ import annotations

from itertools import pairwise

from games.core.match import Match
from games.review.review import Review


def list_comparable_shares(match: Match, review: Review, seat: int) -> list[float]:
    """Return a seat's curve, like :meth:`Review.list_shares`, without the swing of every turn.

    In a game whose estimate depends much on who still has a turn in the round, the points within a round are
    placed on a line between those at its ends, except in the last round, in which such a turn decides.
    """
    shares = review.list_shares(seat)
    if not match.game.computer_settings.has_round_estimate:
        return shares
    for start, end in pairwise(list_round_starts(match)):
        rise = shares[end] - shares[start]
        for point in range(start + 1, end):
            shares[point] = shares[start] + rise * (point - start) / (end - start)
    return shares


def list_round_starts(match: Match) -> list[int]:
    """Return the points of the curve at which rounds begin. Point 1 is after the deal."""
    starts, ended_turns = [1], 0
    for ply in range(1, match.ply):
        ended_turns += match.count_ended_turns(ply)
        if ended_turns % match.seat_count == 0 and match.count_ended_turns(ply):
            starts.append(ply + 1)
    return starts
