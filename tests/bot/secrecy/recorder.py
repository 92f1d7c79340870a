"""A worker that records the jobs it is sent."""

from __future__ import annotations

import pickle

from bot.computers.process import WorkerProcess
from bot.computers.worker import Job, Ranking
from games.core.rng import Chance
from games.registry import GAMES


class JobRecorder(WorkerProcess):
    """A worker without a process. It answers jobs with any legal move, and records them."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[bytes] = []

    def ask(self, job: Job) -> Ranking:
        self.sent.append(pickle.dumps(job))
        rules = GAMES[job.game].rules[job.version]
        state = rules.sample(job.view, Chance(job.seed, job.ply))
        return tuple((action.token, 0.5) for action in rules.list_candidates(state, job.seat))
