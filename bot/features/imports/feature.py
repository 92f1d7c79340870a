"""Imports matches from files, and shows them."""

from __future__ import annotations

from bot.features.contract import Feature, FeatureServices
from bot.features.imports.files import FileImports
from bot.features.imports.import_list import ImportList
from bot.features.imports.imported import ImportedMatches
from bot.features.imports.presses import ImportPresses
from bot.ui.offers import DataLine, ImportedRecords
from games.core.words import plural

DATA_LINES = (DataLine(("imports",), plural("- {n} match you imported", "- {n} matches you imported", 0)),)


def create_feature(services: FeatureServices) -> Feature:
    """Create the feature's objects and return its :class:`Feature`."""
    games = services.games
    matches = ImportedMatches(services.store.imports, games, services.tables.now)
    presses = ImportPresses(matches, services.tables.channels)
    import_list = ImportList(matches, games)
    files = FileImports(matches, services.read_file)
    return Feature(
        name="imports",
        press_handlers=(*presses.press_handlers, *import_list.press_handlers, *files.press_handlers),
        imported_records=(ImportedRecords(presses.find_table, presses.show_match, files.import_attachment),),
        data_lines=DATA_LINES,
    )
