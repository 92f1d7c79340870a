"""The shadow seat: spectators seal the move they would play."""

from __future__ import annotations

from bot.features.contract import Feature, House
from bot.features.shadow_seat.keeper import Keeper
from bot.features.shadow_seat.pages import Panel, offer_in_menu
from bot.features.shadow_seat.posts import ShadowPosts
from bot.ui.offers import KeptLine, MenuEntry
from games.core.words import plural

KEPT = (
    KeptLine(
        ("shadows",),
        plural("- {n} move you sealed in a shadow seat", "- {n} moves you sealed in shadow seats", 0),
    ),
)


def dock(house: House) -> Feature:
    """Build the parts of the feature."""
    store, tables = house.store, house.tables
    keeper = Keeper(tables, store.shadows, house.reviewer, store.ratings.stays_out)
    posts = ShadowPosts(house.poster, house.once, tables, store.shadows, keeper, house.hosts)
    panel = Panel(tables, store.shadows, keeper)
    return Feature(
        name="shadow_seat",
        presses=panel.presses,
        workers=(posts.upkeep,),
        tidy=(posts.upkeep.resume,),
        menu=(MenuEntry(offer_in_menu),),
        kept=KEPT,
    )
