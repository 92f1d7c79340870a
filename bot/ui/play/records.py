"""Matches that are played at no table here, which a feature keeps: how others find one, and the way back.

Such a match is shown as a table of nobody's. That one's number is below 0, as much below as the match's own
number is above.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.model.table import Table
from bot.ui.ids import OutdatedId
from bot.ui.services import Interaction


@dataclass(frozen=True, slots=True)
class Records:
    """What keeps them.

    ``find`` returns the match of a number as a table, and raises a ``TableError`` where there is none for who
    asks; ``show`` shows its first page to them, or raises the same.
    """

    find: Callable[[Interaction, int], Awaitable[Table]]
    show: Callable[[Interaction, int], Awaitable[None]]


_keeper: Records | None = None


def offer(records: Records) -> None:
    """Have a feature's matches be found; one feature keeps some."""
    global _keeper
    _keeper = records


def keeper() -> Records:
    """Return what keeps them.

    :raises OutdatedId: nothing here does.
    """
    if _keeper is None:
        raise OutdatedId
    return _keeper
