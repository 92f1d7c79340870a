"""Prepared moves are kept by seat, changed only as they stand, and dropped with what is told of it."""

from __future__ import annotations

from bot.storage import Store
from bot.storage.premoves import DroppedPremove
from tests.support.rows import add, table
from tests.support.stores import ON_BOTH

pytestmark = ON_BOTH


async def test_a_seat_has_so_many_lines_at_most(store: Store) -> None:
    match = await add(store, table())
    assert await store.premoves.add(match, 0, 11, 3, "a", 2) is not None
    assert await store.premoves.add(match, 0, 11, 4, "b", 2) is not None
    assert await store.premoves.add(match, 0, 11, 5, "c", 2) is None
    assert await store.premoves.add(match, 1, 22, 5, "d", 2) is not None
    rows = await store.premoves.list_for_table(match)
    assert [(row.seat, row.user_id, row.seq, row.line) for row in rows] == [
        (0, 11, 3, "a"), (0, 11, 4, "b"), (1, 22, 5, "d"),
    ]  # fmt: skip
    assert "'a'" not in str(rows), "no error shows what is prepared"


async def test_a_line_is_changed_and_cancelled_by_its_person_as_it_stands(store: Store) -> None:
    match = await add(store, table())
    key = await store.premoves.add(match, 0, 11, 3, "a", 2)
    (row,) = await store.premoves.list_for_table(match)
    assert key is not None
    assert await store.premoves.change(row, "a b")
    assert not await store.premoves.change(row, "a c"), "it is another one by now"
    assert not await store.premoves.cancel(key, 22, 3)
    assert not await store.premoves.cancel(key, 11, 2), "a page of that position knew another one"
    assert await store.premoves.cancel(key, 11, 3)
    assert not await store.premoves.cancel(key, 11, 3)
    assert await store.premoves.list_tables() == []


async def test_what_is_dropped_is_told_once(store: Store) -> None:
    match = await add(store, table())
    await store.premoves.add(match, 0, 11, 3, "a", 2)
    rows = await store.premoves.list_for_table(match)
    told = DroppedPremove(match, 0, 11, "a", "undone")
    await store.premoves.drop(rows, told)
    assert await store.premoves.list_undelivered(match, 11) == [told]
    assert await store.premoves.list_undelivered(match, 22) == []
    assert await store.premoves.mark_delivered(told)
    assert not await store.premoves.mark_delivered(told)
    await store.premoves.drop(rows, told)
    assert await store.premoves.list_undelivered(match, 11) == [], "somebody had dropped it before"


async def test_nothing_is_left_of_a_table_that_is_over(store: Store) -> None:
    playing, over = await add(store, table()), await add(store, table("over", 100))
    for match in (playing, over):
        await store.premoves.add(match, 0, 11, 3, "a", 2)
        await store.premoves.note_played(match, 4)
        await store.premoves.note_played(match, 4)
    await store.premoves.tidy()
    assert await store.premoves.list_tables() == [playing]
    await store.premoves.forget(playing)
    assert await store.premoves.list_tables() == []
    assert await store.premoves.list_played(playing) == {4}
