"""Tables that the bot opens, starts, moves and closes for assigned players, as in a tournament."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.errors.seats import NotSeated
from bot.errors.tables import ChannelTaken, NotEnoughPlayers
from bot.errors.times import TimeNotRunOut
from bot.model.hours import HOUR
from bot.model.table import TABLE_IN_LOBBY, TABLE_OVER, TABLE_PLAYING, Clock, Table
from tests.support.stores import ON_BOTH_ENGINES_AT_NIGHT
from tests.support.tables_kit import ANN, BEN, Hall, make_place, open_hall

pytestmark = ON_BOTH_ENGINES_AT_NIGHT

CLOCK = Clock(10 * HOUR, HOUR)
START_PRESS_ID = 7000


@pytest_asyncio.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with open_hall(tmp_path) as hall:
        yield hall


async def open_arranged(hall: Hall, channel: int = 900, secret: bytes | None = None) -> int:
    """Open a table for Ann and Ben. Return its ID."""
    return await hall.tables.arranged.open_table(
        make_place(channel), (ANN, BEN), "toy", {}, CLOCK, press_id=5000, secret=secret
    )


async def start_arranged(hall: Hall) -> Table:
    return await hall.tables.arranged.start_match(await open_arranged(hall), START_PRESS_ID)


async def let_clocks_run_out(hall: Hall, table: Table) -> tuple[int, ...]:
    """Let the clocks of all waiting people run out; return their seats."""
    assert await hall.tables.arranged.list_seats_out_of_time(table) == ()
    hall.now += 11 * HOUR
    return await hall.tables.arranged.list_seats_out_of_time(table)


async def test_an_arranged_table_seats_its_people_without_a_press(hall: Hall) -> None:
    table = await hall.tables.get(await open_arranged(hall))
    assert (table.status, table.names, table.is_arranged) == (TABLE_IN_LOBBY, ("Ann", "Ben"), True)
    with pytest.raises(ChannelTaken):
        await open_arranged(hall)


async def test_an_arranged_table_starts_once(hall: Hall) -> None:
    table = await start_arranged(hall)
    assert table.status == TABLE_PLAYING
    again = await hall.tables.arranged.start_match(table.id, START_PRESS_ID + 1)
    assert again.match is not None and table.match is not None
    assert again.match.key == table.match.key


async def test_an_arranged_table_does_not_start_without_enough_players(hall: Hall) -> None:
    table_id = await open_arranged(hall)
    await hall.tables.seats.leave_table(table_id, BEN.user_id)
    with pytest.raises(NotEnoughPlayers):
        await hall.tables.arranged.start_match(table_id, START_PRESS_ID)


async def test_a_person_whose_time_has_run_out_forfeits(hall: Hall) -> None:
    table = await start_arranged(hall)
    with pytest.raises(TimeNotRunOut):
        await hall.tables.arranged.forfeit_match(table.id, 0)
    (late,) = await let_clocks_run_out(hall, table)
    over = await hall.tables.arranged.forfeit_match(table.id, late)
    assert over.match is not None and over.match.outcome is not None
    assert (over.match.outcome.ending, over.match.outcome.winners) == ("forfeited", (1 - late,))


async def test_a_computer_replaces_a_person_whose_time_has_run_out(hall: Hall) -> None:
    table = await start_arranged(hall)
    with pytest.raises(TimeNotRunOut):
        await hall.tables.arranged.replace_player_with_computer(table.id, 0, "easy")
    (late,) = await let_clocks_run_out(hall, table)
    table = await hall.tables.arranged.replace_player_with_computer(table.id, late, "easy")
    assert table.computer_seats == (late,)
    with pytest.raises(NotSeated):
        await hall.tables.arranged.replace_player_with_computer(table.id, late, "easy")
    with pytest.raises(NotSeated):
        await hall.tables.arranged.forfeit_match(table.id, late)


async def test_an_arranged_table_moves_to_a_free_channel(hall: Hall) -> None:
    table = await start_arranged(hall)
    moved = await hall.tables.arranged.move_table(table.id, make_place(901))
    assert moved.place == make_place(901)
    assert (await (await hall.restart()).get(table.id)).place == make_place(901)
    await open_arranged(hall, channel=902)
    with pytest.raises(ChannelTaken):
        await hall.tables.arranged.move_table(table.id, make_place(902))


async def test_a_closed_table_ends_without_a_result_and_stays_in_its_channel(hall: Hall) -> None:
    table = await start_arranged(hall)
    over = await hall.tables.arranged.close_table(table.id)
    assert over.status == TABLE_OVER and over.match is not None and over.match.outcome is not None
    assert over.match.outcome.winners == ()
    assert await hall.tables.arranged.close_table(table.id) == over
    assert (await hall.tables.arranged.move_table(table.id, make_place(901))).place == make_place()
    assert (await (await hall.restart()).get(table.id)).place == make_place()


async def test_an_arranged_lobby_can_be_closed(hall: Hall) -> None:
    table_id = await open_arranged(hall)
    over = await hall.tables.arranged.close_table(table_id)
    assert (over.status, over.match) == (TABLE_OVER, None)
    assert (await hall.tables.arranged.start_match(table_id, START_PRESS_ID)).status == TABLE_OVER


async def test_a_shared_secret_stays_hidden_until_it_is_revealed(hall: Hall) -> None:
    table_id = await open_arranged(hall, secret=bytes(32))
    await hall.tables.arranged.start_match(table_id, START_PRESS_ID)
    await hall.tables.arranged.close_table(table_id)
    assert (await hall.tables.get(table_id)).is_sealed
    await hall.tables.arranged.publish_secret(table_id)
    assert not (await (await hall.restart()).get(table_id)).is_sealed
