"""How puzzles dock on."""

from __future__ import annotations

from bot.computers.worker import Job, Ranking
from bot.features.contract import Feature, House
from bot.features.puzzles.commands import Puzzles
from bot.features.puzzles.presses import Panel
from bot.features.puzzles.shelf import Shelf
from bot.features.puzzles.verbs import VERBS
from bot.ui import verbs


def dock(house: House) -> Feature:
    """Put the parts together."""
    games, adviser = house.services.games, house.services.adviser

    async def think(job: Job) -> Ranking:
        return await adviser.thinker.pool.rank_hint(job)

    shelf = Shelf(games)
    panel = Panel(shelf, think)
    verbs.load(VERBS)
    return Feature("puzzles", cogs=(Puzzles(games, shelf, panel),))
