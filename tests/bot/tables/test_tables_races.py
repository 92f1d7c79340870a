"""Concurrent changes of tables, channels and seats neither deadlock nor leave wrong state."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.errors.tables import ChannelTaken
from bot.model.table import Table
from bot.storage.matches import ChannelTableExists
from tests.support.patience import HANG_TIMEOUT_SECONDS
from tests.support.stores import ON_BOTH_ENGINES
from tests.support.tables_kit import ANN, BEN, Hall, make_place, open_hall

pytestmark = ON_BOTH_ENGINES


async def test_swapping_the_channels_of_two_tables_causes_no_deadlock(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        one = await hall.tables.lobby.open_table(make_place(1), ANN, "toy", {}, press_id=1)
        two = await hall.tables.lobby.open_table(make_place(2), ANN, "toy", {}, press_id=2)
        moves = (
            hall.tables.play.move_table(one.id, ANN.user_id, make_place(2)),
            hall.tables.play.move_table(two.id, ANN.user_id, make_place(1)),
        )
        async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
            refused = await asyncio.gather(*moves, return_exceptions=True)
        assert [type(error) for error in refused] == [ChannelTaken, ChannelTaken]


async def test_a_change_at_one_table_does_not_wait_for_another(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        one, two = [await hall.start_match(BEN, channel=channel) for channel in (1, 2)]
        async with hall.tables.core.lock(one.id), asyncio.timeout(HANG_TIMEOUT_SECONDS):
            assert not hall.tables.core.lock(two.id).locked()
            await hall.tables.play.perform_action(two.id, ANN.user_id, "add:1", 0)


async def test_a_table_that_ends_while_being_looked_up_does_not_block_its_channel(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        first = await hall.tables.lobby.open_table(make_place(1), ANN, "toy", {}, press_id=1)
        free = hall.tables.lookup.find_active_table

        async def end_and_find(channel_id: int) -> Table | None:
            """End the table just before looking it up."""
            await hall.tables.lobby.cancel_lobby(first.id, ANN.user_id)
            return await free(channel_id)

        hall.tables.lookup.find_active_table = end_and_find  # type: ignore[method-assign]
        assert await open_table_here(hall) != first.id


async def test_a_player_who_joins_while_being_erased_leaves_that_seat_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_hall(tmp_path) as hall:
        old = await hall.start_match(BEN)
        table = await hall.tables.lobby.open_table(make_place(1), ANN, "toy", {}, press_id=1)
        leave = hall.tables.seats.leave_table

        async def leave_and_join(table_id: int, user_id: int, level: str = "normal") -> Table:
            """Leave the seat, and join another table immediately afterwards."""
            done = await leave(table_id, user_id, level)
            if table_id == old.id:
                await hall.tables.lobby.join_lobby(table.id, BEN, 2)
            return done

        monkeypatch.setattr(hall.tables.seats, "leave_table", leave_and_join)
        await hall.tables.people.erase_person(BEN.user_id, "Somebody")
        assert (await hall.tables.get(table.id)).user_ids == (ANN.user_id,)
        assert (await hall.tables.get(old.id)).computer_seats == (1,)


async def test_opening_fails_if_the_channel_stays_taken(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        await hall.tables.lobby.open_table(make_place(1), ANN, "toy", {}, press_id=1)
        tries = 0

        async def find_nothing(channel_id: int) -> Table | None:
            """Find no table, although the channel is taken."""
            nonlocal tries
            tries += 1
            assert tries < 100
            return None

        hall.tables.lookup.find_active_table = find_nothing  # type: ignore[method-assign]
        with pytest.raises(ChannelTableExists, match="There's already a table in this channel"):
            await open_table_here(hall)
        assert tries > 1


async def open_table_here(hall: Hall) -> int:
    return (await hall.tables.lobby.open_table(make_place(1), BEN, "toy", {}, press_id=2)).id
