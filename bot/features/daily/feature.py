"""The reef of the day."""

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
from bot.ui.offers import KeptLine
from games.core.words import plural

KEPT = (
    KeptLine(("daily_tries",), plural("- {n} reef of the day", "- {n} reefs of the day", 0)),
    KeptLine(("daily_moves",), plural("- {n} step in them", "- {n} steps in them", 0)),
)


def dock(house: House) -> Feature:
    """Build the parts of the feature."""
    store, games, adviser = house.store, house.games, house.adviser

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
        later if house.thinks_idly else None,
    )
    back = LookingBack(keeper, store.daily, house.hosts)
    pages = Pages(keeper, store.daily, store.preferences, games, back.wake)
    panel = Panel(keeper, pages.show_result)
    lines = BestLine(keeper, games)
    past = Past(keeper, games, lines)
    cards = Cards(keeper, store.daily, pages, house.tables.channels)
    return Feature(
        name="daily",
        cogs=(DailyReef(pages),),
        presses=(*panel.presses, *pages.presses, *cards.presses, *past.presses, *lines.presses),
        workers=(back,),
        tidy=(back.tidy,),
        kept=KEPT,
    )
