"""Pings spectators who follow a match, for example after each round."""

from __future__ import annotations

from bot.features.contract import Feature, FeatureServices
from bot.features.follow.pages import FollowPage, make_menu_button
from bot.features.follow.pings import FollowerPings
from bot.ui.offers import WATCH_GROUP, DataLine, MenuEntry
from games.core.words import plural

DATA_LINES = (DataLine(("follows",), plural("- {n} match you follow", "- {n} matches you follow", 0)),)


def create_feature(services: FeatureServices) -> Feature:
    """Create the feature's objects and return its :class:`Feature`."""
    store, tables = services.store, services.tables
    pings = FollowerPings(
        services.poster,
        services.recent_messages,
        tables,
        store.follows,
        services.announcer.wait_until_announced,
        services.is_hosting,
    )
    page = FollowPage(tables, store.follows, store.messages)
    return Feature(
        name="follow",
        press_handlers=page.press_handlers,
        workers=(pings,),
        daily_cleanups=(pings.recheck_matches,),
        menu_entries=(MenuEntry(make_menu_button, WATCH_GROUP),),
        data_lines=DATA_LINES,
    )
