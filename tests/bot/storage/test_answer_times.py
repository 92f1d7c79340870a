"""A person's usual answer time is the median of their answers on a server, unless they hide it."""

from __future__ import annotations

from dataclasses import replace

from bot.model.hours import HOUR
from bot.storage import Store
from bot.tables.service import make_tables
from games.core.match import ACT_KIND, LoggedRow
from tests.support.rows import add_row, make_row
from tests.support.stores import ON_BOTH_ENGINES

pytestmark = ON_BOTH_ENGINES


async def record_answers(
    store: Store, match: int, hours_until_answer: list[int], seq: int = 0, now: int = 0
) -> None:
    """Store moves in which seat 1 answers seat 0, each time after the next of ``hours_until_answer``."""
    for hours in hours_until_answer:
        await store.matches.append_rows(match, seq, [LoggedRow(ACT_KIND, 0, "x")], now, is_over=False)
        now += hours * HOUR
        await store.matches.append_rows(match, seq + 1, [LoggedRow(ACT_KIND, 1, "x")], now, is_over=False)
        seq += 2


async def test_the_median_of_ten_answers_is_rounded_up(store: Store) -> None:
    speeds, match = make_tables(store, {}).speeds, await add_row(store, make_row())
    await record_answers(store, match, [2] * 5 + [5] * 4)
    assert await speeds.find_usual_answer_hours(22, 1) is None, "nine are too few"
    await record_answers(store, match, [40], 18, 40 * HOUR)
    assert await speeds.find_usual_answer_hours(22, 1) == 6
    assert await speeds.find_usual_answer_hours(22, 2) is None, "another server"
    assert await speeds.find_usual_answer_hours(22, None) is None
    assert await speeds.find_usual_answer_hours(11, 1) is None, (
        "Ann's first row answers nothing, so she has nine"
    )
    await speeds.set_hidden(22, is_hidden=True)
    assert await speeds.is_hidden(22) and await speeds.find_usual_answer_hours(22, 1) is None
    await speeds.set_hidden(22, is_hidden=False)
    assert await speeds.find_usual_answer_hours(22, 1) == 6


async def test_a_median_above_two_days_is_not_shown(store: Store) -> None:
    speeds, match = make_tables(store, {}).speeds, await add_row(store, make_row())
    await record_answers(store, match, [49] * 10)
    assert await speeds.find_usual_answer_hours(22, 1) is None


async def test_answers_before_a_seat_changed_hands_do_not_count(store: Store) -> None:
    speeds = make_tables(store, {}).speeds
    one = await add_row(store, make_row())
    await record_answers(store, one, [1] * 10)
    (_, other) = await store.seats.list_taken_seats(one)
    await store.seats.hand_over(one, [replace(other, user_id=33, name="Cat")], 11, 20)
    assert (
        await speeds.find_usual_answer_hours(33, 1) is None
        and await speeds.find_usual_answer_hours(22, 1) is None
    )
