"""Puzzles: positions with one best move."""

from __future__ import annotations

from bot.computers.worker import Job, Ranking
from bot.features.contract import Feature, House
from bot.features.puzzles.commands import Puzzles
from bot.features.puzzles.presses import Panel
from bot.features.puzzles.shelf import Shelf


def dock(house: House) -> Feature:
    """Build the parts of the feature."""
    games, adviser = house.games, house.adviser

    async def think(job: Job) -> Ranking:
        return await adviser.thinker.pool.rank_hint(job)

    shelf = Shelf(games)
    panel = Panel(shelf, think)
    return Feature(name="puzzles", cogs=(Puzzles(games, shelf, panel),), presses=panel.presses)
