"""Fuzzed operations at a table that waits for players."""

from __future__ import annotations

from bot.model.table import Clock, Table
from bot.tables.service import Tables
from games.players import list_levels
from tests.proof.fuzz.tries import (
    CHANNELS,
    LEVELS_TOO,
    PEOPLE,
    Operation,
    Prepared,
    Try,
    pick_host,
    pick_person,
    pick_seat,
    pick_table_id,
)
from tests.support.tables_kit import make_place

CLOCKS = (None, Clock(60, 5), Clock(3600, 0), Clock(1, 10**6))


def _open(tables: Tables, table: Table, t: Try, press: int) -> Prepared:
    host, channel = pick_person(table, t, None), t.number % CHANNELS
    game = "chess\0" if t.odd == 0 else "toy"
    seats = (99, -1, 0)[t.odd - 1] if t.odd in (1, 2, 3) else (None, 2, 3, 4)[t.number % 4]
    options = {"goal": "13"} if t.odd == 4 else {}
    return Prepared(
        lambda: tables.lobby.open(make_place(channel), host, game, options, press=press, seats=seats),
        never=t.odd < 5,
    )


def _join(tables: Tables, table: Table, t: Try, press: int) -> Prepared:
    person = pick_person(table, t, None)
    number = table.id if t.odd > 1 else pick_table_id(table, t)
    return Prepared(lambda: tables.lobby.join(number, person, press, again=t.number % 3 == 0))


def _invite(tables: Tables, table: Table, t: Try, press: int) -> Prepared:
    by, asked = pick_host(table, t), PEOPLE[t.number % len(PEOPLE)]
    never = by.user_id != table.host_id or asked.user_id in table.people
    return Prepared(lambda: tables.lobby.invite(table.id, by.user_id, asked.user_id), never=never)


def _uninvite(tables: Tables, table: Table, t: Try, press: int) -> Prepared:
    by, asked = pick_host(table, t), PEOPLE[t.number % len(PEOPLE)]
    good = table.status == "lobby" and by.user_id == table.host_id and asked.user_id in table.invited
    return Prepared(lambda: tables.lobby.uninvite(table.id, by.user_id, asked.user_id), good, not good)


def _option(tables: Tables, table: Table, t: Try, press: int) -> Prepared:
    by = pick_host(table, t)
    name, value = (("goal", "12"), ("goal", "40"), ("goal", "13"), ("", ""), ("x\0", "12"))[t.number % 5]
    good = table.status == "lobby" and by.user_id == table.host_id and t.number % 5 < 2
    return Prepared(lambda: tables.lobby.set_option(table.id, by.user_id, name, value), good, not good)


def _clock(tables: Tables, table: Table, t: Try, press: int) -> Prepared:
    by = pick_host(table, t)
    good = table.status == "lobby" and by.user_id == table.host_id
    return Prepared(
        lambda: tables.lobby.set_clock(table.id, by.user_id, CLOCKS[t.number % len(CLOCKS)]), good, not good
    )


def _add_computer(tables: Tables, table: Table, t: Try, press: int) -> Prepared:
    by, level = pick_host(table, t), LEVELS_TOO[t.number % len(LEVELS_TOO)]
    never = by.user_id != table.host_id or level not in list_levels(table.game)
    return Prepared(
        lambda: tables.lobby.add_computer(table.id, by.user_id, level, "Octopus", press), never=never
    )


def _remove_computer(tables: Tables, table: Table, t: Try, press: int) -> Prepared:
    by, seat = pick_host(table, t), pick_seat(table, t)
    good = table.status == "lobby" and by.user_id == table.host_id and seat in table.computers
    return Prepared(lambda: tables.lobby.remove_computer(table.id, by.user_id, seat), good, not good)


def _start(tables: Tables, table: Table, t: Try, press: int) -> Prepared:
    by = pick_host(table, t)
    ready = table.status == "lobby" and len(table.occupants) in table.game.seats
    good = ready and by.user_id == table.host_id
    return Prepared(lambda: tables.lobby.start(table.id, by.user_id, press), good, not good)


def _cancel(tables: Tables, table: Table, t: Try, press: int) -> Prepared:
    by = pick_host(table, t)
    good = table.status == "lobby" and by.user_id == table.host_id
    return Prepared(lambda: tables.lobby.cancel(table.id, by.user_id), good, not good)


def _rematch(tables: Tables, table: Table, t: Try, press: int) -> Prepared:
    person = pick_host(table, t)
    never = table.status != "over" or table.secret is None or not table.seats_of(person.user_id)
    return Prepared(lambda: tables.rematches.play_again(table.id, person, press), never=never)


OPERATIONS: dict[str, Operation] = {
    "open": _open,
    "join": _join,
    "invite": _invite,
    "uninvite": _uninvite,
    "option": _option,
    "clock": _clock,
    "add_computer": _add_computer,
    "remove_computer": _remove_computer,
    "start": _start,
    "cancel": _cancel,
    "rematch": _rematch,
}
