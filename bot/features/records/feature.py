"""Matches imported from files."""

from __future__ import annotations

from bot.features.contract import Feature, House
from bot.features.records.commands import Bringing
from bot.features.records.keeper import Keeper
from bot.features.records.presses import Presses
from bot.features.records.shelf import Shelf
from bot.ui.offers import KeptLine, Records
from games.core.words import plural

KEPT = (KeptLine(("imports",), plural("- {n} match you imported", "- {n} matches you imported", 0)),)


def dock(house: House) -> Feature:
    """Build the parts of the feature."""
    games = house.games
    keeper = Keeper(house.store.imports, games, house.tables.now)
    presses = Presses(keeper, house.tables.channels)
    shelf = Shelf(keeper, games)
    bringing = Bringing(house.client.tree, keeper, house.read_file)
    return Feature(
        name="records",
        cogs=(bringing,),
        presses=(*presses.presses, *shelf.presses, *bringing.presses),
        records=(Records(presses.find, presses.show),),
        kept=KEPT,
    )
