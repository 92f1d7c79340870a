"""The days, attempts and results of the daily challenge are stored alike on both engines."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.storage import Store
from bot.storage.daily import ATTEMPT_DRAWN, ATTEMPT_LOST, ATTEMPT_WON, DayRow
from games.core.match import ACT_KIND, UNDO_KIND, LoggedRow
from tests.support.stores import ON_BOTH_ENGINES, OpenStore

pytestmark = ON_BOTH_ENGINES
DAY_ROW = DayRow(7, "toy", 1, {"a": "b"}, b"s" * 32)
HIDDEN_FROM_BOARD = ("daily_board", "off")


@pytest.fixture
async def store(open_store: OpenStore, tmp_path: Path) -> Store:
    return await open_store(tmp_path / "reefs.db")


async def finish_attempt(
    store: Store, user: int, result: int, own_points: int, computer_points: int, server: int = 1
) -> None:
    await store.daily.begin_attempt(7, user, f"P{user}", server)
    row = await store.daily.find_attempt(7, user)
    assert row is not None
    await store.daily.record_end(
        replace(row, result=result, points=own_points, opponent_points=computer_points, marks="bg")
    )


async def test_the_first_secret_of_a_day_is_kept(store: Store) -> None:
    assert await store.daily.find_day(7) is None
    assert await store.daily.add_day(DAY_ROW) == DAY_ROW
    assert await store.daily.add_day(replace(DAY_ROW, secret=b"t" * 32)) == DAY_ROW
    assert await store.daily.find_day(7) == DAY_ROW


async def test_an_attempt_begins_once_and_ends_once(store: Store) -> None:
    await store.daily.add_day(DAY_ROW)
    await store.daily.begin_attempt(7, 11, "Ann", 1)
    await store.daily.begin_attempt(7, 11, "Annabel", 2)
    row = await store.daily.find_attempt(7, 11)
    assert row is not None and (row.name, row.server_id, row.result) == ("Ann", 1, None)
    await store.daily.record_end(replace(row, result=ATTEMPT_WON, points=5, opponent_points=3, marks="bgfc"))
    await store.daily.record_end(replace(row, result=ATTEMPT_LOST, points=0, opponent_points=3))
    row = await store.daily.find_attempt(7, 11)
    assert row is not None and (row.result, row.points, row.opponent_points, row.marks) == (
        ATTEMPT_WON,
        5,
        3,
        "bgfc",
    )
    assert await store.daily.list_finished_days(11) == [7]


async def test_steps_are_stored_in_order_and_only_once(store: Store) -> None:
    await store.daily.add_day(DAY_ROW)
    assert not await store.daily.append_rows(7, 11, 0, [LoggedRow(ACT_KIND, 0, "a")]), "nobody has begun"
    await store.daily.begin_attempt(7, 11, "Ann", 1)
    assert await store.daily.append_rows(7, 11, 0, [LoggedRow(ACT_KIND, 0, "a")])
    assert not await store.daily.append_rows(7, 11, 0, [LoggedRow(ACT_KIND, 0, "b")])
    assert not await store.daily.append_rows(7, 11, 2, [LoggedRow(ACT_KIND, 0, "b")]), "a gap"
    assert await store.daily.append_rows(7, 11, 1, [LoggedRow(UNDO_KIND, 0, "0")])
    assert await store.daily.read_log(7, 11) == (LoggedRow(ACT_KIND, 0, "a"), LoggedRow(UNDO_KIND, 0, "0"))
    more = [LoggedRow(ACT_KIND, 0, "c"), LoggedRow(ACT_KIND, 0, "d")]
    assert not await store.daily.append_rows(7, 11, 1, more), "the first one's place is taken"
    assert len(await store.daily.read_log(7, 11)) == 2
    results = await asyncio.gather(
        *(store.daily.append_rows(7, 11, 2, [LoggedRow(ACT_KIND, 0, text)]) for text in "xyz")
    )
    assert sorted(results) == [False, False, True]
    assert await store.daily.append_rows(7, 11, 3, more)
    assert (await store.daily.read_log(7, 11))[3:] == tuple(more)


async def test_a_board_ranks_finished_attempts_of_its_server(store: Store) -> None:
    await store.daily.add_day(DAY_ROW)
    await finish_attempt(store, 1, ATTEMPT_LOST, 3, 5)
    await finish_attempt(store, 2, ATTEMPT_WON, 5, 4)
    await finish_attempt(store, 3, ATTEMPT_WON, 5, 1)
    await finish_attempt(store, 4, ATTEMPT_DRAWN, 4, 4)
    await finish_attempt(store, 5, ATTEMPT_WON, 5, 0, server=2)
    await finish_attempt(store, 6, ATTEMPT_WON, 5, 0)
    await store.preferences.set(6, *HIDDEN_FROM_BOARD)
    await store.daily.begin_attempt(7, 8, "P8", 1)
    assert [row.user_id for row in await store.daily.list_ranked_attempts(7, 1, HIDDEN_FROM_BOARD)] == [
        3,
        2,
        4,
        1,
    ]


async def test_a_result_is_posted_once(store: Store) -> None:
    await store.daily.add_day(DAY_ROW)
    await store.daily.begin_attempt(7, 11, "Ann", 1)
    assert not await store.daily.reserve_card(7, 11), "there is no result yet"
    await finish_attempt(store, 11, ATTEMPT_WON, 1, 0)
    assert await store.daily.reserve_card(7, 11)
    assert await store.daily.reserve_card(7, 11), "the first one was never confirmed"
    await store.daily.confirm_card(7, 11, 99)
    assert not await store.daily.reserve_card(7, 11)


async def test_an_attempt_from_a_direct_message_is_ranked_where_it_is_first_shared(store: Store) -> None:
    await store.daily.add_day(DAY_ROW)
    await store.daily.begin_attempt(7, 11, "Ann", None)
    row = await store.daily.find_attempt(7, 11)
    assert row is not None
    await store.daily.record_end(replace(row, result=ATTEMPT_WON, points=1, opponent_points=0))
    assert await store.daily.list_ranked_attempts(7, 1, HIDDEN_FROM_BOARD) == []
    await store.daily.assign_server(7, 11, 1)
    await store.daily.assign_server(7, 11, 2)
    assert [one.user_id for one in await store.daily.list_ranked_attempts(7, 1, HIDDEN_FROM_BOARD)] == [11]
    assert await store.daily.list_ranked_attempts(7, 2, HIDDEN_FROM_BOARD) == []


async def test_old_steps_are_deleted_and_results_kept(store: Store) -> None:
    await store.daily.add_day(DAY_ROW)
    await finish_attempt(store, 11, ATTEMPT_WON, 1, 0)
    await store.daily.append_rows(7, 11, 0, [LoggedRow(ACT_KIND, 0, "a")])
    await store.daily.delete_old_data(7, 7)
    assert await store.daily.read_log(7, 11) != ()
    await store.daily.delete_old_data(8, 8)
    assert await store.daily.read_log(7, 11) == ()
    assert await store.daily.list_finished_days(11) == [7]


async def test_an_erased_person_gets_no_second_attempt_on_the_same_day(store: Store) -> None:
    for day in (6, 7):
        await store.daily.add_day(replace(DAY_ROW, day=day))
        assert await store.daily.begin_attempt(day, 11, "Ann", 1)
    assert await store.people.erase_person(11, "Somebody", 7) is not None
    assert not await store.daily.begin_attempt(7, 11, "Ann", 1)
    assert await store.daily.has_erased_attempt(7, 11) and not await store.daily.has_erased_attempt(6, 11)
    assert await store.daily.find_attempt(7, 11) is None
    assert not await store.daily.has_erased_attempt(7, 12) and await store.daily.begin_attempt(
        7, 12, "Ben", 1
    )
    await store.daily.delete_old_data(0, 8)
    assert not await store.daily.has_erased_attempt(7, 11)
