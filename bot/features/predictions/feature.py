"""Predictions: spectators say who will win a match."""

from __future__ import annotations

from bot.features.contract import Feature, FeatureServices
from bot.features.predictions.board import PREDICTIONS_TAB_KEY, PredictionLeaderboard
from bot.features.predictions.keeper import PredictionKeeper
from bot.features.predictions.pages import PredictionPage, make_menu_button
from bot.features.predictions.posts import PredictionPosts
from bot.ui.offers import WATCH_GROUP, DataLine, MenuEntry, PageTab
from games.core.words import N_, plural

DATA_LINES = (
    DataLine(("tips",), plural("- {n} prediction of who wins", "- {n} predictions of who wins", 0)),
)


def create_feature(services: FeatureServices) -> Feature:
    """Create the feature's objects and return its :class:`Feature`."""
    store, tables = services.store, services.tables
    keeper = PredictionKeeper(tables, store.predictions, services.reviewer)
    posts = PredictionPosts(
        services.poster, services.one_time_posts, tables, store.predictions, keeper, services.is_hosting
    )
    page = PredictionPage(tables, keeper)
    board = PredictionLeaderboard(store.predictions, services.pictures, tables.now)
    return Feature(
        name="predictions",
        press_handlers=(*page.press_handlers, *board.press_handlers),
        workers=(posts.upkeep,),
        daily_cleanups=(posts.upkeep.resume,),
        menu_entries=(MenuEntry(make_menu_button, WATCH_GROUP, keeper.is_menu_entry_useful),),
        club_tabs=(PageTab(PREDICTIONS_TAB_KEY, 4, N_("Predictions"), "🔮", board.show_tab),),
        data_lines=DATA_LINES,
    )
