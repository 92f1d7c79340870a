"""How *What if* docks on: a button in the menu of a table, and one with each earlier position."""

from __future__ import annotations

from bot.docking import Feature, House
from bot.ui import verbs
from bot.ui.play import history
from bot.ui.table import menu
from bot.whatif.homes import at_tables, in_records
from bot.whatif.pages import make_opener, offer_newest
from bot.whatif.panel import Panel
from bot.whatif.verbs import VERBS


def dock(house: House) -> Feature:
    """Put the parts together."""
    for home in (at_tables(house.tables), in_records()):
        Panel(home, house.services.adviser)
    menu.offer("whatif", offer_newest)
    history.offer("whatif", make_opener)
    verbs.load(VERBS)
    return Feature("whatif")
