"""How imported matches dock on."""

from __future__ import annotations

from bot.docking import Feature, House
from bot.files.bringing import Bringing
from bot.files.keeper import Keeper
from bot.files.presses import Presses
from bot.files.shelf import Shelf
from bot.files.verbs import VERBS
from bot.ui import verbs


def dock(house: House) -> Feature:
    """Put the parts together."""
    games = house.services.games
    keeper = Keeper(house.store.imports, games, house.tables.now)
    Presses(keeper, house.tables.channels)
    Shelf(keeper, games)
    bringing = Bringing(house.client.tree, keeper, house.services.read_file)
    verbs.load(VERBS)
    return Feature("files", cogs=(bringing,))
