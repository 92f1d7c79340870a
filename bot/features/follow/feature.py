"""How following docks on."""

from __future__ import annotations

from bot.announcing.posting import Poster
from bot.announcing.recent import RecentMessages
from bot.features.contract import Feature, House
from bot.features.follow.calls import Calls
from bot.features.follow.commands import Follow
from bot.features.follow.pages import Page, offer_in_menu
from bot.features.follow.verbs import VERBS
from bot.ui import verbs
from bot.ui.table import menu

NAME = "follow"


def dock(house: House) -> Feature:
    """Put the parts together."""
    services, store, tables = house.services, house.store, house.tables
    poster = Poster(
        house.client, store.messages, store.channels, services.mentions, tables.now, services.drawings
    )
    calls = Calls(
        poster,
        RecentMessages(house.client, poster, tables.now),
        tables,
        store.follows,
        services.announcer.announced,
        house.hosts,
    )
    page = Page(tables, store.follows, store.messages)
    verbs.load(VERBS)
    menu.offer(NAME, offer_in_menu)
    return Feature(
        NAME,
        cogs=(Follow(page),),
        hear=calls.hear,
        resume=calls.resume,
        tidy=calls.tidy,
        settle=calls.settle,
        stop=calls.stop,
    )
