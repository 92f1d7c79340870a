"""How imported matches dock on."""

from __future__ import annotations

from bot.features.contract import Feature, House
from bot.features.records.commands import Bringing
from bot.features.records.keeper import Keeper
from bot.features.records.presses import Presses
from bot.features.records.shelf import Shelf
from bot.features.records.verbs import VERBS
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
