"""Log rows have unique numbers, and are stored in one transaction with related writes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.errors.storage import DatabaseFailed
from bot.storage import Store
from bot.storage.engine.database import Statement, Transaction
from bot.storage.matches import ChannelTableExists, LogNumberTaken
from bot.storage.ratings import RatedResult, ResultSeat
from bot.storage.seats import SeatRow
from games.core.match import ACT_KIND, RESIGN_KIND, LoggedRow
from games.core.outcome import CLOSED_ENDING, RESIGNED_ENDING
from tests.support.lobby_row import LOBBY_ROW
from tests.support.rows import add_row, make_row
from tests.support.stores import ON_BOTH_ENGINES

pytestmark = ON_BOTH_ENGINES


async def test_row_numbers_are_unique_and_a_late_move_stores_nothing(store: Store) -> None:
    match = await add_row(store, make_row())
    await store.matches.append_rows(
        match, 0, [LoggedRow(ACT_KIND, 0, "a"), LoggedRow(ACT_KIND, 1, "b")], 100, is_over=False
    )
    with pytest.raises(LogNumberTaken):
        await store.matches.append_rows(
            match, 1, [LoggedRow(ACT_KIND, 0, "late"), LoggedRow(ACT_KIND, 0, "later")], 100, is_over=True
        )
    assert [row.text for row in await store.matches.read_log(match)] == ["a", "b"]
    row = await store.matches.find_table(match)
    assert row is not None
    assert row.status == "playing"


async def test_a_missing_reference_is_not_mistaken_for_a_late_move(store: Store) -> None:
    async def invite_to_missing_table(transaction: Transaction) -> list[Statement]:
        return [("INSERT INTO invitations (match_id, user_id) VALUES (?, ?)", (999, 1))]

    match = await add_row(store, make_row())
    with pytest.raises(DatabaseFailed):
        await store.matches.append_rows(
            match, 0, [LoggedRow(ACT_KIND, 0, "a")], 100, is_over=False, extra_changes=invite_to_missing_table
        )
    assert await store.matches.read_log(match) == ()


async def test_a_row_of_a_missing_table_is_not_mistaken_for_a_late_move(store: Store) -> None:
    with pytest.raises(DatabaseFailed):
        await store.matches.append_rows(999, 0, [LoggedRow(ACT_KIND, 0, "a")], 100, is_over=False)


@pytest.mark.parametrize(
    ("changes", "guests"),
    [({"capacity": 0}, ()), ({"secret": b"short"}, ()), ({"rematch_of": 999}, ()), ({}, (5, 5))],
    ids=("capacity", "secret", "rematch_of", "guests"),
)
async def test_other_errors_of_a_new_table_are_not_mistaken_for_a_taken_channel(
    store: Store, changes: dict[str, Any], guests: tuple[int, ...]
) -> None:
    with pytest.raises(DatabaseFailed) as caught:
        await store.matches.add_table(replace(LOBBY_ROW, **changes), [], guests)
    assert str(caught.value).startswith("The database failed: ")
    assert await store.matches.list_all_active_table_ids() == []


async def test_a_channel_has_one_active_table(store: Store) -> None:
    first = await store.matches.add_table(replace(LOBBY_ROW, channel_id=1), [])
    other = await store.matches.add_table(replace(LOBBY_ROW, channel_id=2), [])
    for write in (
        store.matches.add_table(replace(LOBBY_ROW, channel_id=1), []),
        store.matches.move_table(other, 1, None, "en"),
    ):
        with pytest.raises(ChannelTableExists) as busy:
            await write
        assert busy.value.channel_id == 1
    await store.matches.end_table(first, 100)
    await store.matches.move_table(other, 1, None, "en")


async def test_other_errors_of_a_move_are_not_mistaken_for_a_taken_channel(store: Store) -> None:
    match = await store.matches.add_table(replace(LOBBY_ROW, channel_id=1), [])
    with pytest.raises(DatabaseFailed):
        await store.matches.move_table(match, 2, None, None)  # type: ignore[arg-type]


async def test_open_lobbies_of_a_host_without_a_seat_are_listed(store: Store) -> None:
    seat = SeatRow(0, 7, "Ben", 1)
    lobbies = [
        await store.matches.add_table(replace(LOBBY_ROW, channel_id=at, host_id=5), rows)
        for at, rows in ((1, [seat]), (2, []))
    ]
    await store.matches.add_table(replace(LOBBY_ROW, channel_id=3, host_id=5), [replace(seat, user_id=5)])
    await store.matches.add_table(replace(LOBBY_ROW, channel_id=4, host_id=7), [])
    begun = await store.matches.add_table(replace(LOBBY_ROW, channel_id=5, host_id=5), [seat])
    await store.matches.start_match(begun, 1, 9)
    assert await store.seats.list_lobby_ids_hosted_without_seat(5) == lobbies


async def test_the_newest_active_table_with_an_action_is_found(store: Store) -> None:
    assert await store.matches.find_newest_played_table_id() is None
    played, latest, lobby = [
        await add_row(store, replace(make_row(), channel_id=channel)) for channel in (1, 2, 3)
    ]
    for match in (played, latest):
        await store.matches.append_rows(match, 0, [LoggedRow(ACT_KIND, 0, "a")], 100, is_over=False)
    await store.matches.append_rows(lobby, 0, [LoggedRow(RESIGN_KIND, 0)], 100, is_over=False)
    assert await store.matches.find_newest_played_table_id() == latest
    await store.matches.end_table(latest, 100)
    assert await store.matches.find_newest_played_table_id() == played


@pytest.mark.parametrize(
    ("seats", "is_draw", "ending", "has_won"),
    [
        (((11, 1), (22, 2)), False, "won", True),
        (((11, 1), (22, 2)), False, RESIGNED_ENDING, True),
        (((11, 2), (22, 1)), False, "won", False),
        (((11, 1), (11, 2)), False, "won", False),
        (((11, 1), (22, 1)), True, "won", False),
        (((11, 1), (22, 1)), False, CLOSED_ENDING, False),
    ],
    ids=("won", "by resignation", "lost", "both sides", "draw", "closed"),
)
async def test_a_match_is_won_only_against_somebody_else(
    store: Store, seats: Sequence[tuple[int, int]], is_draw: bool, ending: str, has_won: bool
) -> None:
    match = await add_row(store, make_row("over", 100))
    result_seats = [
        ResultSeat(seat, user_id, "Ann", None, place, is_draw) for seat, (user_id, place) in enumerate(seats)
    ]
    result = RatedResult(match, "toy", 1, 900, 100, 5, ending, "", tuple(result_seats))
    await store.ratings.add_missing_results([result])
    assert await store.matches.has_won(11, "toy") is has_won
    assert not await store.matches.has_won(11, "reef")
