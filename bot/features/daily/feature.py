"""How the reef of the day docks on: each of its parts gets the few things that it uses."""

from __future__ import annotations

from bot.computers.worker import Job, Ranking
from bot.daily.best_line import BestLine
from bot.daily.cards import Cards
from bot.daily.cog import DailyReef
from bot.daily.keeper import Keeper
from bot.daily.looking_back import LookingBack
from bot.daily.pages import Pages
from bot.daily.panel import Panel
from bot.daily.past import Past
from bot.daily.verbs import VERBS
from bot.docking import Feature, House
from bot.ui import verbs


def dock(house: House) -> Feature:
    """Put the parts together."""
    store, games, adviser = house.store, house.services.games, house.services.adviser

    async def think(job: Job) -> Ranking:
        return await adviser.thinker.pool.move(job)

    async def later(job: Job) -> Ranking:
        return await adviser.thinker.pool.later(job)

    keeper = Keeper(
        store.daily,
        games,
        house.tables.now,
        think,
        lambda: house.tables.core.secrets(),
        later if house.services.thinks_idly else None,
    )
    back = LookingBack(keeper, store.daily, house.hosts)
    pages = Pages(keeper, store.daily, store.preferences, games, back.wake)
    Panel(keeper, pages.show_result)
    lines = BestLine(keeper, games)
    Past(keeper, games, lines)
    Cards(keeper, store.daily, pages, house.tables.channels)
    verbs.load(VERBS)
    return Feature(
        "daily",
        cogs=(DailyReef(pages),),
        resume=back.resume,
        tidy=back.tidy,
        settle=back.settle,
        stop=back.stop,
    )
