"""Makes jobs for computer players."""

from __future__ import annotations

from random import Random

from bot.computers.worker import Job
from games.core.match import Match
from games.registry import GAMES


def make_random_job(key: str = "reef", seed: int = 0, ply_count: int = 0) -> Job:
    """Return a job for the seat to act after ``ply_count`` random plies, which must not end the match."""
    game, chance = GAMES[key], Random(seed)
    match = Match.begin(game, chance.choice(game.seat_counts), {}, seed.to_bytes(32))
    for _ in range(ply_count):
        if match.outcome is None:
            seat = match.to_act[0]
            match = match.act(seat, chance.choice(match.rules.list_candidates(match.state, seat)).token)
    seat = match.to_act[0]
    view = match.rules.view(match.state, seat)
    return Job(key, match.rules.version, view, seat, "easy", bytes(range(32)), match.ply, 1.25)
