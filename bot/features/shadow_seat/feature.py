"""How the shadow seat docks on."""

from __future__ import annotations

from bot.announcing.once import Once
from bot.announcing.posting import Poster
from bot.announcing.recent import RecentMessages
from bot.features.contract import Feature, House
from bot.features.shadow_seat.keeper import Keeper
from bot.features.shadow_seat.pages import Panel, offer_in_menu
from bot.features.shadow_seat.posts import ShadowPosts
from bot.features.shadow_seat.verbs import VERBS
from bot.ui import verbs
from bot.ui.table import menu

NAME = "shadow"


def dock(house: House) -> Feature:
    """Put the parts together."""
    services, store, tables = house.services, house.store, house.tables
    poster = Poster(
        house.client, store.messages, store.channels, services.mentions, tables.now, services.drawings
    )
    keeper = Keeper(tables, store.shadows, house.reviewer, store.ratings.stays_out)
    once = Once(poster, RecentMessages(house.client, poster, tables.now), tables)
    posts = ShadowPosts(poster, once, tables, store.shadows, keeper, house.hosts)
    Panel(tables, store.shadows, keeper)
    verbs.load(VERBS)
    menu.offer(NAME, offer_in_menu)
    upkeep = posts.upkeep
    return Feature(
        NAME,
        hear=upkeep.hear,
        resume=upkeep.resume,
        tidy=upkeep.resume,
        settle=upkeep.settle,
        stop=upkeep.stop,
    )
