"""How the reef of the day docks on: each of its parts gets the few things that it uses."""

from __future__ import annotations

from bot.computers.worker import Job, Ranking
from bot.features.contract import Feature, House
from bot.features.daily.best_line import BestLine
from bot.features.daily.cards import Cards
from bot.features.daily.commands import DailyReef
from bot.features.daily.keeper import Keeper
from bot.features.daily.looking_back import LookingBack
from bot.features.daily.pages import Pages
from bot.features.daily.past import Past
from bot.features.daily.presses import Panel
from bot.features.daily.verbs import VERBS
from bot.ui import verbs


def dock(house: House) -> Feature:
    """Put the parts together."""
    store, games, adviser = house.store, house.services.games, house.services.adviser

    async def think(job: Job) -> Ranking:
        return await adviser.thinker.pool.rank_move(job)

    async def later(job: Job) -> Ranking:
        return await adviser.thinker.pool.rank_idly(job)

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
