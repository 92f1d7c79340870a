"""Fast replacements for thinking and drawing. Both would take most of a simulation's time."""

from __future__ import annotations

from bot.computers.process import WorkerProcess
from bot.computers.worker import Job, Ranking, ReviewSlice
from bot.ui import pictures
from games.core.rng import Chance
from games.registry import GAMES
from games.review.answers import AnswerSlice
from games.review.slices import ReviewFinding, StartSlice

PICTURE_BYTES = b"\x89PNG\r\n\x1a\n" + bytes(2000)
"""Bytes sent instead of every board picture."""


class QuickWorker(WorkerProcess):
    """Chooses a random move instead of thinking, and evaluates all positions as even."""

    def ask(self, job: Job) -> Ranking | str:
        rules, chance = GAMES[job.game].rules[job.version], Chance(job.seed, job.ply)
        candidates = rules.list_candidates(rules.sample(job.view, chance), job.seat)
        return ((candidates[chance.draw_below(len(candidates))].token, 0.5),)

    def evaluate(self, review_slice: ReviewSlice) -> ReviewFinding | str:
        if isinstance(review_slice, AnswerSlice):
            return ReviewFinding(())
        seats = review_slice.seat_count
        even = (1 / seats,) * seats
        if isinstance(review_slice, StartSlice) or not review_slice.token:
            return ReviewFinding(even)
        return ReviewFinding(even, review_slice.token, 0.5)


def stub_drawing() -> None:
    pictures._draw_view = lambda game, view, scene: PICTURE_BYTES
