"""What is to be written of a choice, and whom it concerns, before anything is."""

from __future__ import annotations

from dataclasses import dataclass

from bot.storage.engine.database import Change as Write
from bot.tables.feed import Change


@dataclass(frozen=True, slots=True)
class Plan:
    """The statements, what is told once they are done, and the tables whose clocks are looked at then."""

    writes: tuple[Write, ...] = ()
    tells: tuple[Change, ...] = ()
    tables: tuple[int, ...] = ()
