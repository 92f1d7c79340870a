"""How *What if* docks on: a button in the menu of a table, and one with each earlier position."""

from __future__ import annotations

from bot.features.contract import Feature, House
from bot.features.what_if.homes import at_tables, in_records
from bot.features.what_if.pages import make_opener, offer_newest
from bot.features.what_if.presses import Panel
from bot.features.what_if.verbs import VERBS
from bot.ui import verbs
from bot.ui.play import history
from bot.ui.table import menu


def dock(house: House) -> Feature:
    """Put the parts together."""
    for home in (at_tables(house.tables), in_records()):
        Panel(home, house.services.adviser)
    menu.offer("whatif", offer_newest)
    history.offer("whatif", make_opener)
    verbs.load(VERBS)
    return Feature("whatif")
