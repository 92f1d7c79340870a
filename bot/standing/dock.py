"""How this room docks on to the house."""

from __future__ import annotations

from bot.docking import Feature, House
from bot.standing.counter import Counter
from bot.standing.reader import Reader


def dock(house: House) -> Feature:
    """Hand each part what it uses."""
    core = house.tables.core
    reader = Reader(house.store, core.games)
    counter = Counter(house.store.standing, reader, core.games, core.share.mine, house.hosts)
    return Feature(
        "standing",
        hear=counter.hear,
        resume=counter.resume,
        tidy=counter.resume,
        settle=counter.settle,
        stop=counter.stop,
    )
