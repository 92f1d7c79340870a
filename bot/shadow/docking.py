"""How the shadow seat docks on."""

from __future__ import annotations

from bot.docking import Feature, House
from bot.shadow.keeper import Keeper
from bot.shadow.panel import Panel, offer_in_menu
from bot.shadow.verbs import VERBS
from bot.ui import verbs
from bot.ui.table import menu

NAME = "shadow"


def dock(house: House) -> Feature:
    """Put the parts together."""
    keeper = Keeper(house.tables, house.store.shadows, house.reviewer)
    Panel(house.tables, house.store.shadows, keeper)
    verbs.load(VERBS)
    menu.offer(NAME, offer_in_menu)
    return Feature(NAME)
