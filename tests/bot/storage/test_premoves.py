"""The number of a seat's premoves is limited. Only current ones can be changed, and drops are reported."""

from __future__ import annotations

from bot.storage import Store
from bot.storage.premoves import DroppedPremove
from tests.support.rows import add_row, make_row
from tests.support.stores import ON_BOTH_ENGINES

pytestmark = ON_BOTH_ENGINES


async def test_the_premoves_of_a_seat_are_limited(store: Store) -> None:
    match = await add_row(store, make_row())
    assert await store.premoves.add_premove(match, 0, 11, 3, "a", 2) is not None
    assert await store.premoves.add_premove(match, 0, 11, 4, "b", 2) is not None
    assert await store.premoves.add_premove(match, 0, 11, 5, "c", 2) is None
    assert await store.premoves.add_premove(match, 1, 22, 5, "d", 2) is not None
    rows = await store.premoves.list_premoves_for_table(match)
    assert [(row.seat, row.user_id, row.seq, row.line) for row in rows] == [
        (0, 11, 3, "a"), (0, 11, 4, "b"), (1, 22, 5, "d"),
    ]  # fmt: skip
    assert "'a'" not in str(rows), "no error shows what is prepared"


async def test_only_the_author_can_change_or_cancel_a_premove_and_only_while_current(store: Store) -> None:
    match = await add_row(store, make_row())
    key = await store.premoves.add_premove(match, 0, 11, 3, "a", 2)
    (row,) = await store.premoves.list_premoves_for_table(match)
    assert key is not None
    assert await store.premoves.change_premove(row, "a b")
    assert not await store.premoves.change_premove(row, "a c"), (
        "the stored line is no longer the one that was read"
    )
    assert not await store.premoves.cancel_premove(key, 22, 3)
    assert not await store.premoves.cancel_premove(key, 11, 2), "the line was added at a later position"
    assert await store.premoves.cancel_premove(key, 11, 3)
    assert not await store.premoves.cancel_premove(key, 11, 3)
    assert await store.premoves.list_table_ids_with_premoves() == []


async def test_a_dropped_premove_is_reported_once(store: Store) -> None:
    match = await add_row(store, make_row())
    await store.premoves.add_premove(match, 0, 11, 3, "a", 2)
    rows = await store.premoves.list_premoves_for_table(match)
    told = DroppedPremove(match, 0, 11, "a", "undone")
    await store.premoves.drop_premoves(rows, told)
    assert await store.premoves.list_undelivered_notices(match, 11) == [told]
    assert await store.premoves.list_undelivered_notices(match, 22) == []
    assert await store.premoves.mark_delivered(told)
    assert not await store.premoves.mark_delivered(told)
    await store.premoves.drop_premoves(rows, told)
    assert await store.premoves.list_undelivered_notices(match, 11) == [], "the line was dropped before"


async def test_no_premove_outlives_its_match(store: Store) -> None:
    playing, over = await add_row(store, make_row()), await add_row(store, make_row("over", 100))
    for match in (playing, over):
        await store.premoves.add_premove(match, 0, 11, 3, "a", 2)
        await store.premoves.mark_played(match, 4)
        await store.premoves.mark_played(match, 4)
    await store.premoves.delete_old_premoves()
    assert await store.premoves.list_table_ids_with_premoves() == [playing]
    await store.premoves.remove_all_premoves(playing)
    assert await store.premoves.list_table_ids_with_premoves() == []
    assert await store.premoves.list_premove_rows(playing) == {4}
