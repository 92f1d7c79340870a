"""Random attempts at operations, by random people with more or less sensible arguments."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from bot.model.table import Person, Table
from bot.tables.service import Tables
from games.players import COMPUTER_LEVELS
from tests.support.tables_kit import ANN, BEN, CAT, DAN, EVE

PEOPLE = (ANN, BEN, CAT, DAN, EVE)
CHANNEL_COUNT = 3
LARGEST_NUMBER = 2**63 - 1
"""Largest number in a custom_id or a command (see :mod:`bot.ui.ids`)."""
ANY_LEVELS = (*COMPUTER_LEVELS, "", "god")

MIN_SENSIBLE_ODDNESS = 6
"""Lowest value of ``oddness`` that makes all arguments sensible."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A random attempt at an operation."""

    operation_index: int
    table_index: int
    """Selects the table, counted from the newest."""
    person_index: int
    """Selects one of the five people. From 5 on, it selects somebody entitled to the operation."""
    number: int
    oddness: int
    """Selects whether an argument is invalid, which needs a value below :data:`MIN_SENSIBLE_ODDNESS`."""


Call = Callable[[], Awaitable[Any]]


@dataclass(frozen=True, slots=True)
class PreparedCall:
    """A call of the table service, and the expected result."""

    call: Call
    must_succeed: bool = False
    must_fail: bool = False
    """Whether the call must be refused."""
    name: str = ""


Operation = Callable[[Tables, Table, Attempt, int], PreparedCall]
"""Function that prepares an attempt at a table. The last argument is the press ID."""


def pick_person(table: Table, attempt: Attempt, entitled: int | None) -> Person:
    """Return the entitled person if the attempt selects one, otherwise anybody."""
    if attempt.person_index >= len(PEOPLE) and entitled is not None:
        return next((p for p in PEOPLE if p.user_id == entitled), PEOPLE[attempt.number % len(PEOPLE)])
    return PEOPLE[attempt.person_index % len(PEOPLE)]


def pick_host(table: Table, attempt: Attempt) -> Person:
    """Return the host if the attempt selects an entitled person, otherwise anybody."""
    return pick_person(table, attempt, table.host_id)


def pick_player(table: Table, attempt: Attempt) -> Person:
    """Return a player who may act or has the turn if the attempt selects one, otherwise anybody."""
    match = table.match
    if match is None or not match.to_act:
        return pick_person(table, attempt, None)
    seat = match.to_act[attempt.number % len(match.to_act)]
    picked_seat = match.active_seat if attempt.number % 3 == 0 and match.active_seat is not None else seat
    return pick_person(table, attempt, table.occupants[picked_seat].user_id)


def pick_table_id(table: Table, attempt: Attempt) -> int:
    """Return the table's ID or, if ``oddness`` is low, an invalid one."""
    return -1 if attempt.oddness == 0 else LARGEST_NUMBER if attempt.oddness == 1 else table.id


def pick_seat(table: Table, attempt: Attempt) -> int:
    """Return a random seat or, if ``oddness`` is low, an invalid one."""
    return (
        (-1, 99, LARGEST_NUMBER)[attempt.oddness]
        if attempt.oddness < 3
        else attempt.number % max(len(table.occupants), 1)
    )


def pick_seq(table: Table, attempt: Attempt) -> int | None:
    """Return the position's ``seq`` or, if ``oddness`` is low, an outdated or invalid ``seq`` or None."""
    seq = 0 if table.match is None else table.match.seq
    return (
        (seq - 1, seq + 1, LARGEST_NUMBER, -1, None, None)[attempt.oddness]
        if attempt.oddness < MIN_SENSIBLE_ODDNESS
        else seq
    )


def is_stale(table: Table, seq: int | None) -> bool:
    """Return whether ``seq`` doesn't belong to the current position, or there is no match."""
    return table.match is None or (seq is not None and seq != table.match.seq)
