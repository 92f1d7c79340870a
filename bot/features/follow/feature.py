"""How following docks on."""

from __future__ import annotations

from bot.features.contract import Feature, House
from bot.features.follow.calls import Calls
from bot.features.follow.commands import Follow
from bot.features.follow.pages import Page, offer_in_menu
from bot.ui.table import menu

NAME = "follow"


def dock(house: House) -> Feature:
    """Put the parts together."""
    store, tables = house.store, house.tables
    calls = Calls(
        house.poster,
        house.recent,
        tables,
        store.follows,
        house.announcer.announced,
        house.hosts,
    )
    page = Page(tables, store.follows, store.messages)
    menu.offer(NAME, offer_in_menu)
    return Feature(
        NAME,
        cogs=(Follow(page),),
        presses=page.presses,
        hear=calls.hear,
        resume=calls.resume,
        tidy=calls.tidy,
        settle=calls.settle,
        stop=calls.stop,
    )
