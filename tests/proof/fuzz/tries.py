"""One try: the person, the operation, sensible or not, and its required result."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from bot.model.table import Person, Table
from bot.tables.service import Tables
from games.players import LEVELS
from tests.support.tables_kit import ANN, BEN, CAT, DAN, EVE

PEOPLE = (ANN, BEN, CAT, DAN, EVE)
CHANNELS = 3
LARGEST = 2**63 - 1
"""The largest number that a custom_id or a command can carry (:mod:`bot.ui.ids`)."""
LEVELS_TOO = (*LEVELS, "", "god")

SANE = 6
"""An ``odd`` of this or more means nothing odd."""


@dataclass(frozen=True, slots=True)
class Try:
    """One try. ``table`` counts from the newest; a ``who`` of 5 or more is a person entitled to it."""

    kind: int
    table: int
    who: int
    number: int
    odd: int


Call = Callable[[], Awaitable[Any]]


@dataclass(frozen=True, slots=True)
class Prepared:
    """A call of the service. ``must``: it has to be done; ``never``: it has to be refused."""

    call: Call
    must: bool = False
    never: bool = False
    name: str = ""


Operation = Callable[[Tables, Table, Try, int], Prepared]
"""The last argument is the ID of the press."""


def somebody(table: Table, t: Try, entitled: int | None) -> Person:
    if t.who >= len(PEOPLE) and entitled is not None:
        return next((p for p in PEOPLE if p.user_id == entitled), PEOPLE[t.number % len(PEOPLE)])
    return PEOPLE[t.who % len(PEOPLE)]


def the_host(table: Table, t: Try) -> Person:
    return somebody(table, t, table.host_id)


def in_turn(table: Table, t: Try) -> Person:
    match = table.match
    if match is None or not match.to_act:
        return somebody(table, t, None)
    seat = match.to_act[t.number % len(match.to_act)]
    turn = match.turn if t.number % 3 == 0 and match.turn is not None else seat
    return somebody(table, t, table.occupants[turn].user_id)


def a_number(table: Table, t: Try) -> int:
    return -1 if t.odd == 0 else LARGEST if t.odd == 1 else table.id


def a_seat(table: Table, t: Try) -> int:
    return (-1, 99, LARGEST)[t.odd] if t.odd < 3 else t.number % max(len(table.occupants), 1)


def a_seq(table: Table, t: Try) -> int | None:
    seq = 0 if table.match is None else table.match.seq
    return (seq - 1, seq + 1, LARGEST, -1, None, None)[t.odd] if t.odd < SANE else seq


def is_stale(table: Table, seq: int | None) -> bool:
    return table.match is None or (seq is not None and seq != table.match.seq)
