"""Puzzles: positions in which the user has to find the best move."""

from __future__ import annotations

from bot.computers.worker import Job, Ranking
from bot.features.contract import Feature, FeatureServices
from bot.features.puzzles.collection import PuzzleCollection
from bot.features.puzzles.presses import PUZZLES_TAB_ICON, PUZZLES_TAB_KEY, PuzzlePanel
from bot.ui.offers import PageTab
from games.core.words import N_
from games.review.answers import AnswerSlice
from games.review.slices import ReviewFinding


def create_feature(services: FeatureServices) -> Feature:
    """Create the feature's objects and return its :class:`Feature`."""
    games, adviser = services.games, services.adviser

    async def think(job: Job) -> Ranking:
        return await adviser.thinker.pool.rank_moves_for_hint(job)

    async def explain(answer: AnswerSlice) -> ReviewFinding | None:
        return await adviser.thinker.pool.evaluate_slice(answer)

    puzzles = PuzzleCollection(games)
    panel = PuzzlePanel(puzzles, think, explain)
    tab = PageTab(PUZZLES_TAB_KEY, 3, N_("Puzzles"), PUZZLES_TAB_ICON, panel.show_tab)
    return Feature(name="puzzles", press_handlers=panel.press_handlers, learn_tabs=(tab,))
