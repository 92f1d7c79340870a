"""The daily challenge, called "reef of the day"."""

from __future__ import annotations

from bot.computers.worker import Job, Ranking
from bot.features.contract import Feature, FeatureServices
from bot.features.daily.best_line import BestLinePages
from bot.features.daily.best_line_search import BestLineSearch
from bot.features.daily.pages import DAILY_TAB_KEY, DailyPages
from bot.features.daily.past import PastDayPages
from bot.features.daily.posts import ResultPosts
from bot.features.daily.presses import AttemptPanel
from bot.features.daily.service import DailyService
from bot.ui.offers import DataLine, PageTab
from games.core.words import N_, plural

DATA_LINES = (
    DataLine(("daily_tries",), plural("- {n} reef of the day", "- {n} reefs of the day", 0)),
    DataLine(("daily_moves",), plural("- {n} move in them", "- {n} moves in them", 0)),
)


def create_feature(services: FeatureServices) -> Feature:
    """Create the feature's objects and return its :class:`Feature`."""
    store, games, adviser = services.store, services.games, services.adviser

    async def think(job: Job) -> Ranking:
        return await adviser.thinker.pool.rank_moves_for_computer(job)

    async def think_idly(job: Job) -> Ranking:
        return await adviser.thinker.pool.rank_moves_when_idle(job)

    service = DailyService(
        store.daily,
        games,
        services.tables.now,
        think,
        lambda: services.tables.core.draw_secret(),
        think_idly if services.may_think_when_idle else None,
    )
    search = BestLineSearch(service, store.daily, services.is_hosting)
    pages = DailyPages(service, store.daily, store.preferences, games, search.wake)
    panel = AttemptPanel(service, pages.show_result)
    best_line = BestLinePages(service, games)
    past_days = PastDayPages(service, games, best_line)
    posts = ResultPosts(service, store.daily, pages, services.tables.channels)
    return Feature(
        name="daily",
        press_handlers=(
            *panel.press_handlers,
            *pages.press_handlers,
            *posts.press_handlers,
            *past_days.press_handlers,
            *best_line.press_handlers,
        ),
        workers=(search,),
        daily_cleanups=(search.open_days_and_delete_old_data,),
        learn_tabs=(PageTab(DAILY_TAB_KEY, 4, N_("Today's reef"), "🌊", pages.show_tab),),
        home_sources=(pages.make_home_entry,),
        data_lines=DATA_LINES,
    )
