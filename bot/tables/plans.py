"""Writes that are prepared before any of them is done."""

from __future__ import annotations

from dataclasses import dataclass

from bot.storage.engine.database import Change as Write
from bot.tables.feed import Change


@dataclass(frozen=True, slots=True)
class Plan:
    """Statements to run, the changes to announce afterwards, and the tables whose clocks to update then."""

    writes: tuple[Write, ...] = ()
    tells: tuple[Change, ...] = ()
    tables: tuple[int, ...] = ()
