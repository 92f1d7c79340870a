"""Two who want the same channel at the same moment."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bot.errors import ChannelTaken
from bot.snapshot import Table
from tests.bot.tables_kit import ANN, BEN, Hall, open_hall, place


async def test_two_tables_that_change_places_do_not_wait_for_each_other(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        one = await hall.tables.open(place(1), ANN, "toy", {}, press=1)
        two = await hall.tables.open(place(2), ANN, "toy", {}, press=2)
        moves = (
            hall.tables.move(one.id, ANN.user_id, place(2)),
            hall.tables.move(two.id, ANN.user_id, place(1)),
        )
        async with asyncio.timeout(30):
            refused = await asyncio.gather(*moves, return_exceptions=True)
        assert [type(error) for error in refused] == [ChannelTaken, ChannelTaken]


async def test_a_table_that_ends_meanwhile_is_in_nobodys_way(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        first = await hall.tables.open(place(1), ANN, "toy", {}, press=1)
        free = hall.tables.at

        async def at(channel_id: int) -> Table | None:
            """Somebody ends the table just before it is looked for."""
            await hall.tables.cancel(first.id, ANN.user_id)
            return await free(channel_id)

        hall.tables.at = at  # type: ignore[method-assign]
        assert await _opened(hall) != first.id


async def _opened(hall: Hall) -> int:
    return (await hall.tables.open(place(1), BEN, "toy", {}, press=2)).id
