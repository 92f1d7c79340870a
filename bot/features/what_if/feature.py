"""*What if*: a position played on in private."""

from __future__ import annotations

from bot.features.contract import Feature, House
from bot.features.what_if.homes import at_tables, in_records
from bot.features.what_if.pages import make_opener, offer_newest
from bot.features.what_if.presses import Panel
from bot.ui.offers import MenuEntry


def dock(house: House) -> Feature:
    """Build the parts of the feature."""
    panels = [Panel(home, house.adviser) for home in (at_tables(house.tables), in_records())]
    return Feature(
        name="what_if",
        presses=[press for panel in panels for press in panel.presses],
        menu=(MenuEntry(offer_newest),),
        positions=(make_opener,),
    )
