"""Predictions are locked for good and ranked by server and period. The number of followed matches is
limited.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.storage import Store
from tests.support.rows import add_row, make_row
from tests.support.stores import ON_BOTH_ENGINES

pytestmark = ON_BOTH_ENGINES


async def test_no_prediction_is_stored_after_locking(store: Store) -> None:
    match = await add_row(store, make_row())
    given = [store.predictions.add_prediction(match, user, f"P{user}", 0, user) for user in range(50, 60)]
    *taken, count = await asyncio.gather(*given, store.predictions.lock_predictions(match))
    assert (
        sum(taken)
        == count
        == len(await store.predictions.list_predictions(match))
        == await store.predictions.count_locked_predictions(match)
    )
    before = await store.predictions.list_predictions(match)
    assert not await store.predictions.add_prediction(match, 50, "P50", 1, 99)
    assert not await store.predictions.withdraw_prediction(match, 50)
    assert (
        await store.predictions.lock_predictions(match) == count
        and await store.predictions.list_predictions(match) == before
    )


async def test_the_ranking_counts_matches_of_its_period_and_server(store: Store) -> None:
    first, second = await add_row(store, make_row("over", 100)), await add_row(store, make_row("over", 900))
    elsewhere = await add_row(store, replace(make_row("over", 101), guild_id=2))
    for match, user, points in (
        (first, 50, 13), (first, 51, -10), (second, 51, 30), (elsewhere, 50, 99), (second, 52, None),
    ):  # fmt: skip
        assert await store.predictions.add_prediction(match, user, f"P{user} {match}", 0, 0)
        if points is not None:
            row = await store.predictions.find_prediction(match, user)
            assert row is not None
            await store.predictions.store_scores([replace(row, chance=0.25, points=float(points))])
    assert await store.predictions.list_predictors(1, 0, 1000, 9) == [
        (51, f"P51 {second}", 20.0, 2, 1),
        (50, f"P50 {elsewhere}", 13.0, 1, 1),
    ]
    assert [one.user_id for one in await store.predictions.list_predictors(1, 100, 900, 9)] == [50, 51]
    assert await store.predictions.list_predictors(1, 101, 900, 9) == []
    await store.preferences.set(51, "standing", "out")
    assert [one.user_id for one in await store.predictions.list_predictors(1, 0, 1000, 1)] == [50]
    assert (
        await store.predictions.find_first_end_time(1),
        await store.predictions.find_first_end_time(3),
    ) == (
        100,
        None,
    )


async def test_matches_with_predictions_to_lock_or_show_are_listed(store: Store) -> None:
    playing, old = await add_row(store, make_row()), await add_row(store, make_row("over", 5))
    new = await add_row(store, make_row("over", 900))
    for match in (playing, old, new):
        await store.predictions.add_prediction(match, 50, "P", 0, 0)
    assert await store.predictions.list_match_ids_needing_work(500) == [playing, old, new]
    for match in (old, new):
        await store.predictions.store_scores(await store.predictions.list_predictions(match))
        row = await store.predictions.find_prediction(match, 50)
        assert row is not None
        await store.predictions.store_scores([replace(row, chance=0.5, points=6.0)])
    assert await store.predictions.list_match_ids_needing_work(500) == [playing, new]
    message = await store.messages.reserve_message(new, "tips", 1, "t", 0, 1)
    message = await store.messages.reserve_message(new, "tips", 1, "t.1", 0, 1, replaced_row_ids=[message.id])
    assert await store.predictions.list_match_ids_needing_work(500) == [playing, new]
    await store.messages.confirm_message(message.id, 7, 1)
    assert await store.predictions.list_match_ids_needing_work(500) == [playing]


async def test_the_number_of_followed_matches_is_limited(store: Store) -> None:
    one, other = await add_row(store, make_row()), await add_row(store, replace(make_row(), channel_id=901))
    over = await add_row(store, make_row("over", 100))
    assert await store.follows.store_follower(over, 50, "end", 0, 1)
    assert await store.follows.store_follower(one, 50, "end", 0, 1)
    assert await store.follows.store_follower(one, 50, "round", 2, 1)
    assert not await store.follows.store_follower(other, 50, "end", 0, 1)
    (row,) = await store.follows.list_followed_matches(50)
    assert (row.match_id, row.moment_kind, row.handled_moment_count, row.is_post_sent) == (
        one,
        "round",
        2,
        True,
    )
    assert await store.follows.list_match_ids_with_followers() == [one, over]
    await store.follows.record_post([row], [3], 1)
    noted = await store.follows.find_follower(one, 50)
    assert noted is not None and (noted.handled_moment_count, noted.post_number, noted.is_post_sent) == (
        3,
        1,
        False,
    )
    # A mention isn't recorded if the row has changed since it was read.
    await store.follows.record_post([row], [3], 2)
    assert await store.follows.find_follower(one, 50) == noted
    await store.follows.undo_post([noted])
    released = await store.follows.find_follower(one, 50)
    assert released is not None and (released.handled_moment_count, released.is_post_sent) == (0, True)
