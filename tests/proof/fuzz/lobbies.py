"""Fuzzed operations on lobbies."""

from __future__ import annotations

from bot.model.table import Clock, Table
from bot.tables.service import Tables
from games.players import list_levels
from tests.proof.fuzz.attempts import (
    ANY_LEVELS,
    CHANNEL_COUNT,
    PEOPLE,
    Attempt,
    Operation,
    PreparedCall,
    pick_host,
    pick_person,
    pick_seat,
    pick_table_id,
)
from tests.support.tables_kit import make_place

CLOCKS = (None, Clock(60, 5), Clock(3600, 0), Clock(1, 10**6))


def _prepare_open(tables: Tables, table: Table, attempt: Attempt, press_id: int) -> PreparedCall:
    host, channel = pick_person(table, attempt, None), attempt.number % CHANNEL_COUNT
    game = "chess\0" if attempt.oddness == 0 else "toy"
    seats = (
        (99, -1, 0)[attempt.oddness - 1]
        if attempt.oddness in (1, 2, 3)
        else (None, 2, 3, 4)[attempt.number % 4]
    )
    options = {"goal": "13"} if attempt.oddness == 4 else {}
    return PreparedCall(
        lambda: tables.lobby.open_table(
            make_place(channel), host, game, options, press_id=press_id, seat_count=seats
        ),
        must_fail=attempt.oddness < 5,
    )


def _prepare_join(tables: Tables, table: Table, attempt: Attempt, press_id: int) -> PreparedCall:
    person = pick_person(table, attempt, None)
    number = table.id if attempt.oddness > 1 else pick_table_id(table, attempt)
    return PreparedCall(
        lambda: tables.lobby.join_lobby(number, person, press_id, may_take_extra_seat=attempt.number % 3 == 0)
    )


def _prepare_invite(tables: Tables, table: Table, attempt: Attempt, press_id: int) -> PreparedCall:
    by, asked = pick_host(table, attempt), PEOPLE[attempt.number % len(PEOPLE)]
    never = by.user_id != table.host_id or asked.user_id in table.user_ids
    return PreparedCall(
        lambda: tables.lobby.invite_person(table.id, by.user_id, asked.user_id), must_fail=never
    )


def _prepare_uninvite(tables: Tables, table: Table, attempt: Attempt, press_id: int) -> PreparedCall:
    by, asked = pick_host(table, attempt), PEOPLE[attempt.number % len(PEOPLE)]
    good = table.status == "lobby" and by.user_id == table.host_id and asked.user_id in table.invited_ids
    return PreparedCall(
        lambda: tables.lobby.withdraw_invitation(table.id, by.user_id, asked.user_id), good, not good
    )


def _prepare_set_option(tables: Tables, table: Table, attempt: Attempt, press_id: int) -> PreparedCall:
    by = pick_host(table, attempt)
    name, value = (("goal", "12"), ("goal", "40"), ("goal", "13"), ("", ""), ("x\0", "12"))[
        attempt.number % 5
    ]
    good = table.status == "lobby" and by.user_id == table.host_id and attempt.number % 5 < 2
    return PreparedCall(lambda: tables.lobby.set_option(table.id, by.user_id, name, value), good, not good)


def _prepare_set_clock(tables: Tables, table: Table, attempt: Attempt, press_id: int) -> PreparedCall:
    by = pick_host(table, attempt)
    good = table.status == "lobby" and by.user_id == table.host_id
    return PreparedCall(
        lambda: tables.lobby.set_clock(table.id, by.user_id, CLOCKS[attempt.number % len(CLOCKS)]),
        good,
        not good,
    )


def _prepare_add_computer(tables: Tables, table: Table, attempt: Attempt, press_id: int) -> PreparedCall:
    by, level = pick_host(table, attempt), ANY_LEVELS[attempt.number % len(ANY_LEVELS)]
    never = by.user_id != table.host_id or level not in list_levels(table.game)
    return PreparedCall(
        lambda: tables.lobby.add_computer(table.id, by.user_id, level, "Octopus", press_id), must_fail=never
    )


def _prepare_remove_computer(tables: Tables, table: Table, attempt: Attempt, press_id: int) -> PreparedCall:
    by, seat = pick_host(table, attempt), pick_seat(table, attempt)
    good = table.status == "lobby" and by.user_id == table.host_id and seat in table.computer_seats
    return PreparedCall(lambda: tables.lobby.remove_computer(table.id, by.user_id, seat), good, not good)


def _prepare_start(tables: Tables, table: Table, attempt: Attempt, press_id: int) -> PreparedCall:
    by = pick_host(table, attempt)
    ready = table.status == "lobby" and len(table.occupants) in table.game.seat_counts
    good = ready and by.user_id == table.host_id
    return PreparedCall(lambda: tables.lobby.start_match(table.id, by.user_id, press_id), good, not good)


def _prepare_cancel(tables: Tables, table: Table, attempt: Attempt, press_id: int) -> PreparedCall:
    by = pick_host(table, attempt)
    good = table.status == "lobby" and by.user_id == table.host_id
    return PreparedCall(lambda: tables.lobby.cancel_lobby(table.id, by.user_id), good, not good)


def _prepare_rematch(tables: Tables, table: Table, attempt: Attempt, press_id: int) -> PreparedCall:
    person = pick_host(table, attempt)
    never = table.status != "over" or table.secret is None or not table.list_seats(person.user_id)
    return PreparedCall(
        lambda: tables.rematches.open_or_join_rematch(table.id, person, press_id), must_fail=never
    )


OPERATIONS_BY_NAME: dict[str, Operation] = {
    "open": _prepare_open,
    "join": _prepare_join,
    "invite": _prepare_invite,
    "uninvite": _prepare_uninvite,
    "option": _prepare_set_option,
    "clock": _prepare_set_clock,
    "add_computer": _prepare_add_computer,
    "remove_computer": _prepare_remove_computer,
    "start": _prepare_start,
    "cancel": _prepare_cancel,
    "rematch": _prepare_rematch,
}
