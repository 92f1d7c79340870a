"""Server boards, challenges and forums are stored alike on both engines."""

from __future__ import annotations

from dataclasses import replace

from bot.model.clocks import ClockPosition
from bot.storage import Store
from bot.storage.challenges import CHALLENGE_CLOSING, CHALLENGE_END_ANNOUNCED, ChallengeRow
from bot.storage.forums import ForumRow, PendingPostRow
from bot.storage.server_boards import BoardRow
from games.core.match import ACT_KIND, LoggedRow
from tests.support.rows import add_row, make_row
from tests.support.stores import ON_BOTH_ENGINES

pytestmark = ON_BOTH_ENGINES


async def test_a_server_has_one_board(store: Store) -> None:
    row = BoardRow(1, 900, "de")
    await store.server_boards.store_board(row)
    await store.server_boards.store_board(
        replace(row, message_id=5, post_number=2, edited_at=7, digest="x", deletion_count=1)
    )
    await store.server_boards.store_board(BoardRow(2, 901, "en", end_reason="deleted"))
    assert await store.server_boards.find_board(1) == BoardRow(1, 900, "de", 5, 2, 7, "x", 1)
    assert await store.server_boards.list_server_ids_with_board() == [1]
    assert await store.server_boards.find_board(3) is None


async def test_open_seats_are_listed_newest_first_without_reserved_ones(store: Store) -> None:
    lobby = [replace(make_row("lobby", version=None), channel_id=n, capacity=3) for n in (1, 2, 3, 4)]
    first, kept, full, other = [
        await add_row(store, row) for row in (lobby[0], lobby[1], replace(lobby[2], capacity=2), lobby[3])
    ]
    await store.seats.invite_person(kept, 33)
    assert [found.table_id for found in await store.server_boards.list_open_tables(1)] == [other, first]
    assert full not in [found.table_id for found in await store.server_boards.list_open_tables(1)]
    assert await store.server_boards.list_open_tables(2) == []
    await store.seats.decline_invitation(kept, 33)
    assert kept in [found.table_id for found in await store.server_boards.list_open_tables(1)], (
        "the seat is no longer reserved"
    )


async def test_matches_are_listed_by_waiting_time_and_dormant_ones_last(store: Store) -> None:
    rows = [replace(make_row(), channel_id=n, opened_at=n) for n in (1, 2, 3)]
    slow, quick, asleep = [await add_row(store, row) for row in rows]
    await store.matches.append_rows(slow, 0, [LoggedRow(ACT_KIND, 0, "a")], 1000, is_over=False)
    await store.matches.append_rows(quick, 0, [LoggedRow(ACT_KIND, 0, "a")], 1000, is_over=False)
    await store.clocks.update_clocks(quick, ClockPosition(0, (11, 22), frozenset({0})), 2000)
    found = await store.server_boards.list_waiting_tables(1, 500)
    assert [(one.table_id, one.since) for one in found] == [(slow, 1000), (quick, 2000), (asleep, 3)]


async def test_ended_matches_are_listed_newest_first(store: Store) -> None:
    early, late = await add_row(store, make_row("over", 100)), await add_row(store, make_row("over", 200))
    await add_row(store, make_row("over", 300, version=None))
    assert [found.table_id for found in await store.server_boards.list_ended_tables(1, 50)] == [late, early]
    assert [found.since for found in await store.server_boards.list_ended_tables(1, 150)] == [200]


async def test_a_challenge_is_stored_once_and_announced_once(store: Store) -> None:
    first, second = [
        await add_row(store, replace(make_row("lobby", version=None), channel_id=n)) for n in (1, 2)
    ]
    for row in (ChallengeRow(first, 11, "new", 60), ChallengeRow(second, 22, "any", 50)):
        await store.challenges.add_challenge(row)
        await store.challenges.add_challenge(row._replace(closes_at=99))
    assert [row.match_id for row in await store.challenges.list_pending_challenges()] == [second, first]
    assert not await store.challenges.record_role_mention(first, 1, 1000, 100), "there is no role"
    await store.challenges.set_challenge_role(1, 7, allows_mentions=True)
    assert await store.challenges.record_role_mention(first, 1, 1000, 100)
    assert not await store.challenges.record_role_mention(first, 1, 2000, 100), (
        "each challenge is announced once"
    )
    assert not await store.challenges.record_role_mention(second, 1, 1050, 100), (
        "too soon after the first call"
    )
    assert await store.challenges.record_role_mention(second, 1, 1100, 100)
    await store.challenges.set_stage(first, CHALLENGE_CLOSING)
    await store.challenges.set_stage(second, CHALLENGE_END_ANNOUNCED)
    (left,) = await store.challenges.list_pending_challenges()
    assert left == ChallengeRow(first, 11, "new", 60, CHALLENGE_CLOSING, True)
    await store.challenges.delete_challenge(first)
    assert await store.challenges.find_challenge(first) is None
    await store.challenges.clear_challenge_role(1)
    assert await store.challenges.find_challenge_role(1) is None


async def test_a_forum_stores_its_tags_and_posts(store: Store) -> None:
    await store.forums.set_forum(ForumRow(1, 5, {"open": 6}))
    await store.forums.set_forum(ForumRow(1, 7, {"open": 8, "toy": 9}))
    assert await store.forums.find_forum(1) == ForumRow(1, 7, {"open": 8, "toy": 9})
    assert await store.forums.list_server_ids_with_forum() == [1]
    match, over = await add_row(store, make_row()), await add_row(store, make_row("over", 100))
    assert await store.forums.find_shown_tags(match) == ""
    await store.forums.record_shown_tags(match, "8,9")
    await store.forums.record_shown_tags(match, "9")
    assert await store.forums.find_shown_tags(match) == "9"
    assert await store.forums.list_recent_table_ids(1, 50) == [match, over]
    assert await store.forums.list_recent_table_ids(1, 150) == [match]
    row = PendingPostRow(0, 1, 7, 11, "Ann", "en", "b:tdg:toy", 9, "any", 60, None, 50)
    new = await store.forums.reserve_post(row)
    await store.forums.mark_created(new, 77)
    assert await store.forums.list_pending_posts() == [replace(row, id=new, thread_id=77)]
    await store.forums.finish_post(new)
    assert await store.forums.list_pending_posts() == []
    await store.forums.clear_forum(1)
    assert await store.forums.find_forum(1) is None
