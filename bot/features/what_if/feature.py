"""*What if*: lets a user continue from a position in private, playing all seats."""

from __future__ import annotations

from bot.features.contract import Feature, FeatureServices
from bot.features.what_if.pages import make_menu_button, make_what_if_button
from bot.features.what_if.presses import ForkPanel
from bot.features.what_if.sources import make_import_source, make_table_source
from bot.ui.offers import HISTORY_GROUP, MenuEntry


def create_feature(services: FeatureServices) -> Feature:
    """Create the feature's objects and return its :class:`Feature`."""
    panels = [
        ForkPanel(source, services.adviser, services.reviewer)
        for source in (make_table_source(services.tables), make_import_source())
    ]
    return Feature(
        name="what_if",
        press_handlers=[press for panel in panels for press in panel.press_handlers],
        menu_entries=(MenuEntry(make_menu_button, HISTORY_GROUP),),
        position_buttons=(make_what_if_button,),
    )
