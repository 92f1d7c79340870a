"""How fast somebody usually answers: the median of their own answers on a server, if they show it."""

from __future__ import annotations

from dataclasses import replace

from bot.model.hours import HOUR
from bot.storage import Store
from bot.tables.service import make_tables
from games.core.match import ACT, Row
from tests.support.rows import add, table
from tests.support.stores import ON_BOTH

pytestmark = ON_BOTH


async def play(store: Store, match: int, waits: list[int], seq: int = 0, at: int = 0) -> None:
    """Let seat 1 answer seat 0 after each of these hours."""
    for hours in waits:
        await store.matches.append(match, seq, [Row(ACT, 0, "x")], at, over=False)
        at += hours * HOUR
        await store.matches.append(match, seq + 1, [Row(ACT, 1, "x")], at, over=False)
        seq += 2


async def test_the_median_of_ten_answers_is_rounded_up(store: Store) -> None:
    speeds, match = make_tables(store, {}).speeds, await add(store, table())
    await play(store, match, [2] * 5 + [5] * 4)
    assert await speeds.find_hours(22, 1) is None, "nine are too few"
    await play(store, match, [40], 18, 40 * HOUR)
    assert await speeds.find_hours(22, 1) == 6
    assert await speeds.find_hours(22, 2) is None, "another server"
    assert await speeds.find_hours(22, None) is None
    assert await speeds.find_hours(11, 1) is None, "Ann's first row answers nothing, so she has nine"
    await speeds.set_hidden(22, hidden=True)
    assert await speeds.is_hidden(22) and await speeds.find_hours(22, 1) is None
    await speeds.set_hidden(22, hidden=False)
    assert await speeds.find_hours(22, 1) == 6


async def test_slow_answers_are_not_named(store: Store) -> None:
    speeds, match = make_tables(store, {}).speeds, await add(store, table())
    await play(store, match, [49] * 10)
    assert await speeds.find_hours(22, 1) is None


async def test_matches_alone_and_turns_of_a_former_player_do_not_count(store: Store) -> None:
    speeds = make_tables(store, {}).speeds
    one = await add(store, table())
    await play(store, one, [1] * 10)
    (_, other) = await store.seats.list_taken(one)
    await store.seats.hand_over(one, [replace(other, user_id=33, name="Cat")], 11, 20)
    assert await speeds.find_hours(33, 1) is None and await speeds.find_hours(22, 1) is None
