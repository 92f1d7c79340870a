"""Operations that people may try at any moment, whether or not they are allowed."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from bot.model.table import Table
from bot.tables.service import Tables
from tests.proof.fuzz import lobbies, matches
from tests.proof.fuzz.attempts import (
    LARGEST_NUMBER,
    Attempt,
    Call,
    Operation,
    PreparedCall,
    pick_person,
    pick_player,
    pick_seat,
    pick_table_id,
)
from tests.support.zones import set_zone

STANDING_ORDERS = ("", "wait", "least", "mine:yn", "mine:ny", "mine:", "mine:yy", "x" * 99, "wait:")
ZONES = ("UTC", "europe/berlin", "Asia/Kolkata", "Mars", "", "../etc/passwd", "Europe/\0", "\ud800")
QUIET_HOURS = (None, (0, 0), (1380, 420), (0, 960), (0, 961), (600, 599))
VACATION_END_DATES = (
    "1970-01-20",
    "1969-01-01",
    "2026-13-01",
    "9999-12-31",
    "0001-01-01",
    "",
    "\ud800",
    "1970-W04-1",
)
VACATION_ENDS = (None, 1_000_500, 0, -1, 1_000_000 + 31 * 86400, LARGEST_NUMBER)


def prepare_call(tables: Tables, table: Table, attempt: Attempt, press_id: int) -> PreparedCall:
    """Choose the operation of an attempt; return the call, with its expected result if known."""
    names = (
        tuple(OPERATIONS_BY_NAME)
        if attempt.operation_index % 7 == 0
        else USUAL_OPERATIONS_BY_STATUS[table.status]
    )
    name = names[attempt.operation_index // 7 % len(names)]
    return replace(OPERATIONS_BY_NAME[name](tables, table, attempt, press_id), name=name)


def _prepare_set_order(tables: Tables, table: Table, attempt: Attempt, press_id: int) -> PreparedCall:
    person, order = pick_player(table, attempt), STANDING_ORDERS[attempt.number % len(STANDING_ORDERS)]
    return PreparedCall(lambda: tables.orders.set_order(person.user_id, "toy", order))


def _prepare_set_times(tables: Tables, table: Table, attempt: Attempt, press_id: int) -> PreparedCall:
    user, number = pick_player(table, attempt).user_id, attempt.number // 5
    calls: tuple[Call, ...] = (
        lambda: set_zone(tables.times, user, ZONES[number % len(ZONES)]),
        lambda: tables.times.set_quiet_hours(user, QUIET_HOURS[number % len(QUIET_HOURS)]),
        lambda: tables.times.set_reminder_delay(user, (None, 3600, 86400)[number % 3]),
        lambda: tables.times.set_vacation_end(user, VACATION_ENDS[number % len(VACATION_ENDS)]),
        lambda: tables.times.set_vacation_end_date(
            user, VACATION_END_DATES[number % len(VACATION_END_DATES)]
        ),
    )
    return PreparedCall(calls[attempt.number % 5])


def _prepare_read(tables: Tables, table: Table, attempt: Attempt, press_id: int) -> PreparedCall:
    """Prepare reading everything about a table. Reads may be refused, but must change nothing."""
    person, seat = pick_player(table, attempt), pick_seat(table, attempt)

    async def read_everything() -> None:
        await tables.find_active_table(attempt.number)
        await tables.find_latest_table(attempt.number)
        await tables.list_active_tables(person.user_id)
        await tables.wait_finder.list_asked_user_ids(table)
        await tables.clocks.read_seat_times(table)
        await tables.get(pick_table_id(table, attempt))
        await tables.exports.export_json(table.id)
        if 0 <= seat < len(table.occupants):
            await tables.wait_finder.apply_standing_orders(table, seat)

    return PreparedCall(read_everything)


def _prepare_erase(tables: Tables, table: Table, attempt: Attempt, press_id: int) -> PreparedCall:
    user = pick_person(table, attempt, table.host_id).user_id
    return PreparedCall(lambda: tables.people.erase_person(user, "Somebody"), must_succeed=True)


OPERATIONS_BY_NAME: dict[str, Operation] = {
    **lobbies.OPERATIONS_BY_NAME,
    **matches.OPERATIONS_BY_NAME,
    "order": _prepare_set_order,
    "times": _prepare_set_times,
    "look": _prepare_read,
    "erase": _prepare_erase,
}
USUAL_OPERATIONS_BY_STATUS: dict[str, tuple[str, ...]] = {
    "lobby": (
        "join",
        "join",
        "start",
        "start",
        "start",
        "add_computer",
        "invite",
        "leave",
        "rematch",
        "clock",
        "clock",
    ),
    "playing": (
        *("act",) * 8,
        *("play_on",) * 4,
        *("undo", "undo", "vote", "vote", "draw", "take", "take", "leave", "resign"),
        *("end_match_by_claim", "replace_player_by_claim", "times"),
    ),
    "over": ("rematch", "rematch", "rematch", "open"),
    "frozen": ("act", "leave", "close", "undo", "take", "vote"),
}
"""Operations that make sense in each status of a table. Other operations are tried less often."""
MULTI_TRANSACTION_OPERATIONS = ("rematch", "join", "order", "erase")
"""Operations with several transactions. After a fault they may be half done, but must be consistent."""

ATTEMPT_STRATEGY = st.builds(
    Attempt,
    st.integers(0, 209),
    st.sampled_from((0, 0, 0, 0, 1, 1, 2, 3, 4)),
    st.integers(0, 11),
    st.integers(0, 29),
    st.integers(0, 23),
)
