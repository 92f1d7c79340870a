"""How the shadow seat docks on."""

from __future__ import annotations

from bot.features.contract import Feature, House
from bot.features.shadow_seat.keeper import Keeper
from bot.features.shadow_seat.pages import Panel, offer_in_menu
from bot.features.shadow_seat.posts import ShadowPosts
from bot.ui.table import menu

NAME = "shadow"


def dock(house: House) -> Feature:
    """Put the parts together."""
    store, tables = house.store, house.tables
    keeper = Keeper(tables, store.shadows, house.reviewer, store.standing.stays_out)
    posts = ShadowPosts(house.poster, house.once, tables, store.shadows, keeper, house.hosts)
    panel = Panel(tables, store.shadows, keeper)
    menu.offer(NAME, offer_in_menu)
    upkeep = posts.upkeep
    return Feature(
        NAME,
        presses=panel.presses,
        hear=upkeep.hear,
        resume=upkeep.resume,
        tidy=upkeep.resume,
        settle=upkeep.settle,
        stop=upkeep.stop,
    )
