"""Pings at the turning points of a match one follows."""

from __future__ import annotations

from bot.features.contract import Feature, House
from bot.features.follow.calls import Calls
from bot.features.follow.commands import Follow
from bot.features.follow.pages import Page, offer_in_menu
from bot.ui.offers import KeptLine, MenuEntry
from games.core.words import plural

KEPT = (KeptLine(("follows",), plural("- {n} match you follow", "- {n} matches you follow", 0)),)


def dock(house: House) -> Feature:
    """Build the parts of the feature."""
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
    return Feature(
        name="follow",
        cogs=(Follow(page),),
        presses=page.presses,
        workers=(calls,),
        tidy=(calls.tidy,),
        menu=(MenuEntry(offer_in_menu),),
        kept=KEPT,
    )
