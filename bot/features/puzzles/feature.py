"""How puzzles dock on."""

from __future__ import annotations

from bot.computers.worker import Job, Ranking
from bot.docking import Feature, House
from bot.puzzles.cog import Puzzles
from bot.puzzles.panel import Panel
from bot.puzzles.shelf import Shelf
from bot.puzzles.verbs import VERBS
from bot.ui import verbs


def dock(house: House) -> Feature:
    """Put the parts together."""
    games, adviser = house.services.games, house.services.adviser

    async def think(job: Job) -> Ranking:
        return await adviser.thinker.pool.hint(job)

    shelf = Shelf(games)
    panel = Panel(shelf, think)
    verbs.load(VERBS)
    return Feature("puzzles", cogs=(Puzzles(games, shelf, panel),))
