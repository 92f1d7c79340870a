"""Ratings of finished matches, with leaderboards, player cards and match histories."""

from __future__ import annotations

from bot.features.contract import Feature, FeatureServices
from bot.features.ratings.boards import STANDINGS_TAB_KEY, Leaderboards
from bot.features.ratings.cards import PlayerCards
from bot.features.ratings.choice import RatingOptOut
from bot.features.ratings.commands import RatingCog
from bot.features.ratings.counter import ResultCounter
from bot.features.ratings.histories import HISTORY_TAB_KEY, HistoryPages
from bot.features.ratings.home import NewestResultSource
from bot.features.ratings.reader import ResultReader
from bot.ui.offers import DataLine, PageTab
from games.core.words import N_, plural

DATA_LINES = (
    DataLine(
        ("result_seats",),
        plural(
            "- {n} result of a finished match, with your rating after it",
            "- {n} results of finished matches, with your rating after each",
            0,
        ),
    ),
)


def create_feature(services: FeatureServices) -> Feature:
    """Create the feature's objects and return its :class:`Feature`."""
    tables, store, games = services.tables, services.store, services.tables.core.games
    ratings, reads, pictures = store.ratings, store.rating_reader, services.pictures
    counter = ResultCounter(
        ratings,
        ResultReader(store, games),
        games,
        tables.core.share.pick_owned_table_ids,
        services.is_hosting,
    )
    boards = Leaderboards(reads, games, pictures, tables.now)
    cards = PlayerCards(ratings, reads, tables, games, pictures)
    histories = HistoryPages(ratings, reads, store.messages, tables, games)
    choice = RatingOptOut(ratings, counter.wake)
    return Feature(
        name="ratings",
        cogs=(RatingCog(services.client.tree, cards, histories),),
        press_handlers=(
            *boards.press_handlers,
            *cards.press_handlers,
            *histories.press_handlers,
            *choice.press_handlers,
        ),
        workers=(counter,),
        daily_cleanups=(counter.resume,),
        own_settings=(choice.make_setting,),
        home_sources=(NewestResultSource(reads, store.messages, games).make_home_entry,),
        club_tabs=(
            PageTab(STANDINGS_TAB_KEY, 2, N_("Standings"), "🏆", boards.show_tab),
            PageTab(HISTORY_TAB_KEY, 5, N_("History"), "📜", histories.show_tab),
        ),
        data_lines=DATA_LINES,
    )
