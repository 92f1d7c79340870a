"""The shadow seat: spectators seal the moves they would play, and compare them after the match."""

from __future__ import annotations

from bot.features.contract import Feature, House
from bot.features.shadow_seat.keeper import ShadowSeatKeeper
from bot.features.shadow_seat.pages import ShadowSeatPage, offer_in_menu
from bot.features.shadow_seat.posts import ShadowPosts
from bot.ui.offers import WATCH, DataLine, MenuEntry
from games.core.words import plural

DATA_LINES = (
    DataLine(
        ("shadows",),
        plural("- {n} move you sealed to play along", "- {n} moves you sealed to play along", 0),
    ),
)


def dock(house: House) -> Feature:
    """Create the feature's objects, and return what it adds to the bot."""
    store, tables = house.store, house.tables
    keeper = ShadowSeatKeeper(tables, store.shadows, house.reviewer, store.ratings.has_opted_out)
    posts = ShadowPosts(house.poster, house.one_time_posts, tables, store.shadows, keeper, house.hosts)
    page = ShadowSeatPage(tables, store.shadows, keeper)
    return Feature(
        name="shadow_seat",
        presses=page.presses,
        workers=(posts.upkeep,),
        tidy=(posts.upkeep.resume,),
        menu=(MenuEntry(offer_in_menu, WATCH),),
        data_lines=DATA_LINES,
    )
