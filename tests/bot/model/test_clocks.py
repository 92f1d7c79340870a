"""Clocks change with each log row. The tests need no storage."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from bot.model.clocks import (
    CLOCK_PRESETS,
    ClockPosition,
    SeatClock,
    charge_clock,
    find_next_due_time,
    update_clocks,
)
from bot.model.hours import DAY, HOUR, TimeSettings
from bot.model.table import Clock

CLOCK = Clock(10 * HOUR, HOUR)
TIMES_BY_USER_ID = {0: TimeSettings(), 11: TimeSettings(), 22: TimeSettings()}
FIRST_SEAT_ONLY, SECOND_SEAT_ONLY = frozenset({0}), frozenset({1})


def make_position(
    turn: int, awaited: frozenset[int], holder_ids: tuple[int, ...] = (11, 22)
) -> ClockPosition:
    return ClockPosition(turn, holder_ids, awaited)


def settle_rows(
    rows: list[SeatClock],
    position: ClockPosition,
    acted_seats: set[int],
    now: int,
    clock: Clock | None = CLOCK,
) -> list[SeatClock]:
    return update_clocks(clock, {row.seat: row for row in rows}, position, acted_seats, now, TIMES_BY_USER_ID)


def test_only_a_seat_that_must_act_gets_a_bank_and_it_is_full() -> None:
    assert settle_rows([], make_position(0, FIRST_SEAT_ONLY), set(), 5) == [
        SeatClock(0, 11, 10 * HOUR, 0, 5, 5)
    ]


def test_time_is_deducted_and_topped_up_when_a_turn_begins() -> None:
    rows = settle_rows([], make_position(0, FIRST_SEAT_ONLY), set(), 0)
    rows = settle_rows(rows, make_position(1, SECOND_SEAT_ONLY), {0}, 3 * HOUR)
    assert [(row.seconds_left, row.running_since) for row in rows] == [
        (7 * HOUR, None),
        (10 * HOUR, 3 * HOUR),
    ]
    rows = settle_rows(rows, make_position(2, FIRST_SEAT_ONLY), {1}, 5 * HOUR)
    assert [(row.seconds_left, row.running_since) for row in rows] == [(8 * HOUR, 5 * HOUR), (8 * HOUR, None)]


def test_a_top_up_never_exceeds_the_bank() -> None:
    rows = settle_rows([], make_position(0, FIRST_SEAT_ONLY), set(), 0)
    rows = settle_rows(rows, make_position(1, SECOND_SEAT_ONLY), {0}, 60)
    rows = settle_rows(rows, make_position(2, FIRST_SEAT_ONLY), {1}, 120)
    assert rows[0].seconds_left == 10 * HOUR


def test_an_undo_neither_gives_time_back_nor_tops_up_again() -> None:
    rows = settle_rows([], make_position(0, FIRST_SEAT_ONLY), set(), 0)
    rows = settle_rows(rows, make_position(1, SECOND_SEAT_ONLY), {0}, 2 * HOUR)
    rows = settle_rows(rows, make_position(0, FIRST_SEAT_ONLY), {0}, 3 * HOUR)
    assert [row.seconds_left for row in rows] == [8 * HOUR, 9 * HOUR]
    rows = settle_rows(rows, make_position(1, SECOND_SEAT_ONLY), {0}, 4 * HOUR)
    assert [row.seconds_left for row in rows] == [7 * HOUR, 9 * HOUR]


def test_a_players_wait_continues_when_another_player_answers() -> None:
    both = frozenset({0, 1})
    rows = settle_rows([], make_position(3, both), set(), 0)
    rows = [replace(row, was_reminded=True) for row in rows]
    rows = settle_rows(rows, make_position(3, SECOND_SEAT_ONLY), {0}, HOUR)
    assert (rows[1].waiting_since, rows[1].was_reminded, rows[1].running_since, rows[1].seconds_left) == (
        0,
        True,
        HOUR,
        9 * HOUR,
    )
    rows = settle_rows(rows, make_position(3, SECOND_SEAT_ONLY), {1}, 2 * HOUR)
    assert (rows[1].waiting_since, rows[1].was_reminded) == (2 * HOUR, True), "one reminder a turn"
    rows = settle_rows(rows, make_position(4, SECOND_SEAT_ONLY), {1}, 3 * HOUR)
    assert not rows[1].was_reminded


def test_a_player_who_moves_with_an_empty_bank_gets_a_top_up() -> None:
    rows = settle_rows([], make_position(0, FIRST_SEAT_ONLY), set(), 0)
    assert rows[0].has_run_out(10 * HOUR, TimeSettings())
    assert not rows[0].has_run_out(10 * HOUR - 1, TimeSettings())
    rows = settle_rows(rows, make_position(0, FIRST_SEAT_ONLY), {0}, 20 * HOUR)
    assert (rows[0].seconds_left, rows[0].is_timeout_announced) == (HOUR, False)


def test_the_time_of_a_seat_that_need_not_act_cannot_run_out() -> None:
    assert not SeatClock(0, 11, 0, 0, None).has_run_out(HOUR, TimeSettings())
    assert SeatClock(0, 11, 0, 0, 0).has_run_out(HOUR, TimeSettings())


def test_an_undone_round_does_not_top_up_again() -> None:
    rows = settle_rows([], make_position(0, FIRST_SEAT_ONLY), set(), 0)
    rows = settle_rows(rows, make_position(1, SECOND_SEAT_ONLY), {0}, 2 * HOUR)
    rows = settle_rows(rows, make_position(2, FIRST_SEAT_ONLY), {1}, 3 * HOUR)
    assert [row.seconds_left for row in rows] == [9 * HOUR, 9 * HOUR]
    rows = settle_rows(rows, make_position(0, FIRST_SEAT_ONLY), {0}, 4 * HOUR)
    assert [row.seconds_left for row in rows] == [8 * HOUR, 9 * HOUR]


def test_other_players_may_claim_until_the_late_player_has_moved() -> None:
    rows = settle_rows([], make_position(0, frozenset({0, 1})), set(), 0)
    rows = [replace(row, is_timeout_announced=True) for row in rows]
    rows = settle_rows(rows, make_position(0, frozenset({0, 1})), {1}, 20 * HOUR)
    assert [(row.seconds_left, row.is_timeout_announced) for row in rows] == [(0, True), (HOUR, False)]


def test_a_replacement_player_gets_time() -> None:
    rows = settle_rows([], make_position(0, FIRST_SEAT_ONLY), set(), 0)
    rows = settle_rows(rows, make_position(0, frozenset(), (0, 22)), set(), 20 * HOUR)
    assert (rows[0].user_id, rows[0].running_since) == (0, None)
    rows = settle_rows(rows, make_position(0, FIRST_SEAT_ONLY, (22, 22)), set(), 21 * HOUR)
    assert (rows[0].user_id, rows[0].seconds_left, rows[0].waiting_since) == (22, HOUR, 21 * HOUR)


def test_without_a_clock_no_time_is_deducted_but_reminders_come_due() -> None:
    rows = settle_rows([], make_position(0, FIRST_SEAT_ONLY), set(), 0, None)
    assert find_next_due_time(rows[0], None, TimeSettings()) == DAY
    assert settle_rows(rows, make_position(1, SECOND_SEAT_ONLY), {0}, 9 * DAY, None)[0].seconds_left == 0


def test_a_clock_is_next_due_at_its_reminder_or_expiry() -> None:
    row = SeatClock(0, 11, 10 * HOUR, 0, 0, 0)
    assert find_next_due_time(row, CLOCK, TimeSettings()) == 10 * HOUR
    assert find_next_due_time(row, CLOCK, TimeSettings(remind_after=HOUR)) == HOUR
    quiet = TimeSettings(quiet_hours=(0, 12 * 60), remind_after=HOUR)
    assert find_next_due_time(row, CLOCK, quiet) == 12 * HOUR, "no reminder is due in quiet hours"
    assert (
        find_next_due_time(
            SeatClock(0, 11, 10 * HOUR, 0, 0, 0, was_reminded=True, is_timeout_announced=True), CLOCK, quiet
        )
        is None
    )
    assert find_next_due_time(SeatClock(0, 11, 10 * HOUR, 0, None), CLOCK, quiet) is None
    assert find_next_due_time(row, None, TimeSettings(remind_after=None)) == DAY, (
        "without a clock, a reminder is due after a day"
    )


@given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 5 * HOUR), st.booleans()), max_size=30))
def test_a_bank_never_becomes_negative_or_exceeds_its_maximum(moves: list[tuple[int, int, bool]]) -> None:
    at = turn = 0
    rows = settle_rows([], make_position(0, FIRST_SEAT_ONLY), set(), 0)
    for seat, passed, on in moves:
        at += passed
        before = {row.seat: row for row in rows}
        spent = sum(row.seconds_left - row.count_seconds_left(at, TimeSettings()) for row in rows)
        turn += on
        rows = settle_rows(rows, make_position(turn, frozenset({seat})), {1 - seat}, at)
        assert 0 <= spent <= passed
        for row in rows:
            assert 0 <= row.seconds_left <= CLOCK.bank_seconds
            old = before.get(row.seat)
            assert old is None or row.seconds_left <= old.seconds_left + 2 * CLOCK.top_up_seconds


def test_new_times_apply_from_when_they_are_set() -> None:
    row = charge_clock(SeatClock(0, 11, 10 * HOUR, 0, 0, 0), CLOCK, 4 * HOUR, TimeSettings())
    assert (row.seconds_left, row.running_since, row.waiting_since) == (6 * HOUR, 4 * HOUR, 0)
    idle = SeatClock(0, 11, 10 * HOUR, 0, None)
    assert charge_clock(idle, CLOCK, 4 * HOUR, TimeSettings()) is idle


def test_each_preset_can_be_written_and_read_back() -> None:
    assert [Clock.parse(preset.text) for preset in CLOCK_PRESETS] == list(CLOCK_PRESETS)
