"""The shadow seat: spectators seal the moves they would play, and compare them after the match."""

from __future__ import annotations

from bot.features.contract import Feature, FeatureServices
from bot.features.shadow_seat.keeper import ShadowSeatKeeper
from bot.features.shadow_seat.pages import ShadowSeatPage, make_menu_button
from bot.features.shadow_seat.posts import ShadowSeatPosts
from bot.ui.offers import WATCH_GROUP, DataLine, MenuEntry
from games.core.words import plural

DATA_LINES = (
    DataLine(
        ("shadows",),
        plural("- {n} move you locked in to play along", "- {n} moves you locked in to play along", 0),
    ),
)


def create_feature(services: FeatureServices) -> Feature:
    """Create the feature's objects and return its :class:`Feature`."""
    store, tables = services.store, services.tables
    keeper = ShadowSeatKeeper(tables, store.sealed_moves, services.reviewer, store.ratings.has_opted_out)
    posts = ShadowSeatPosts(
        services.poster, services.one_time_posts, tables, store.sealed_moves, keeper, services.is_hosting
    )
    page = ShadowSeatPage(tables, store.sealed_moves, keeper)
    return Feature(
        name="shadow_seat",
        press_handlers=page.press_handlers,
        workers=(posts.upkeep,),
        daily_cleanups=(posts.upkeep.resume,),
        menu_entries=(MenuEntry(make_menu_button, WATCH_GROUP, keeper.is_menu_entry_useful),),
        data_lines=DATA_LINES,
    )
