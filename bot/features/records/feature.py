"""Records: matches imported from files."""

from __future__ import annotations

from bot.features.contract import Feature, House
from bot.features.records.commands import ImportCommand
from bot.features.records.import_list import ImportList
from bot.features.records.imported import ImportedMatches
from bot.features.records.presses import RecordPresses
from bot.ui.offers import KeptLine, Records
from games.core.words import plural

KEPT = (KeptLine(("imports",), plural("- {n} match you imported", "- {n} matches you imported", 0)),)


def dock(house: House) -> Feature:
    """Build the parts of the feature."""
    games = house.games
    matches = ImportedMatches(house.store.imports, games, house.tables.now)
    presses = RecordPresses(matches, house.tables.channels)
    import_list = ImportList(matches, games)
    import_command = ImportCommand(house.client.tree, matches, house.read_file)
    return Feature(
        name="records",
        cogs=(import_command,),
        presses=(*presses.presses, *import_list.presses, *import_command.presses),
        records=(Records(presses.find, presses.show),),
        kept=KEPT,
    )
