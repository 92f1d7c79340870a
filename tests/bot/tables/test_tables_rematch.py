"""Rematches keep the players and settings, rotate the seats, and refuse impossible presses."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.errors.seats import AlreadySeated, NotSeated, SeatsReserved
from bot.errors.tables import ChannelTaken, MatchAlreadyStarted, MatchNotOver, TableOver, UnhostedGame
from bot.model.table import Table
from bot.tables.service import make_tables
from games.core.match_record import MatchRecord
from games.core.rng import derive_match_key
from tests.support.stores import ON_BOTH_ENGINES_AT_NIGHT
from tests.support.tables_kit import ANN, BEN, CAT, DAN, Hall, open_hall
from tests.support.toy import TOYS

pytestmark = ON_BOTH_ENGINES_AT_NIGHT


@pytest_asyncio.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with open_hall(tmp_path) as hall:
        yield hall


async def finish_match(hall: Hall, *others: object, **options: str) -> Table:
    table = await hall.start_match(*others, **options)  # type: ignore[arg-type]
    return await hall.tables.play.resign_match(table.id, ANN.user_id)


async def test_a_rematch_rotates_the_seats_and_keeps_the_settings(hall: Hall) -> None:
    old = await finish_match(hall, BEN, CAT, goal="40")
    new = await hall.tables.rematches.open_or_join_rematch(old.id, CAT, 1)
    assert (new.status, new.names, new.invited_ids, new.host_id) == ("lobby", ("Cat",), (11, 22), 33)
    assert (new.rematch_of, new.place, new.options, new.capacity) == (old.id, old.place, old.options, 3)
    with pytest.raises(AlreadySeated):
        await hall.tables.rematches.open_or_join_rematch(old.id, CAT, 2)
    with pytest.raises(SeatsReserved):
        await hall.tables.lobby.join_lobby(new.id, DAN, 3)
    await hall.restart()
    new = await hall.tables.rematches.open_or_join_rematch(old.id, ANN, 4)
    assert (new.status, new.names) == ("lobby", ("Cat", "Ann"))
    new = await hall.tables.lobby.join_lobby(new.id, BEN, 5)
    assert (new.status, new.names) == ("playing", ("Ben", "Cat", "Ann"))
    with pytest.raises(MatchAlreadyStarted):
        await hall.tables.rematches.open_or_join_rematch(old.id, BEN, 6)
    assert await (await hall.restart()).get(new.id) == new
    await hall.tables.play.resign_match(new.id, BEN.user_id)
    record = MatchRecord.from_json(await hall.tables.exports.export_json(new.id))
    assert record.interaction_ids == (5, 1, 4, 5)
    assert record.verify(TOYS).outcome is not None


async def test_a_rematch_is_dealt_from_a_new_secret(hall: Hall) -> None:
    old = await finish_match(hall, BEN)
    assert old.secret is not None and old.match is not None
    for person, press in ((ANN, 1), (BEN, 2)):
        new = await hall.tables.rematches.open_or_join_rematch(old.id, person, press)
        assert (new.commitment != old.commitment, new.secret) == (True, None)
    assert new.match is not None
    # Knowing the old secret and the presses isn't enough to predict the rematch's deal.
    assert new.match.key != derive_match_key(bytes.fromhex(old.secret), (2, 1, 2))
    record = MatchRecord.from_json(await hall.tables.exports.export_json(new.id))
    assert (record.secret, record.interaction_ids) == (None, (2, 1, 2))


async def test_a_rematch_against_computers_waits_for_start(hall: Hall) -> None:
    lobby = await hall.open_lobby()
    await hall.tables.lobby.add_computer(lobby.id, ANN.user_id, "hard", "Orca", 1)
    await hall.tables.lobby.start_match(lobby.id, ANN.user_id, 2)
    await hall.tables.play.close_table(lobby.id, ANN.user_id)
    new = await hall.tables.rematches.open_or_join_rematch(lobby.id, ANN, 3)
    assert (new.status, new.names, new.computer_seats) == ("lobby", ("Orca", "Ann"), (0,))
    new = await hall.tables.lobby.start_match(new.id, ANN.user_id, 4)
    assert (new.status, new.names) == ("playing", ("Orca", "Ann"))


async def test_a_player_with_several_seats_gets_them_all_again(hall: Hall) -> None:
    old = await finish_match(hall, BEN, ANN)
    new = await hall.tables.rematches.open_or_join_rematch(old.id, BEN, 1)
    new = await hall.tables.rematches.open_or_join_rematch(old.id, ANN, 2)
    assert (new.status, new.names) == ("playing", ("Ben", "Ann (1)", "Ann (2)"))


async def test_another_player_may_replace_one_who_declines(hall: Hall) -> None:
    old = await finish_match(hall, BEN, CAT)
    new = await hall.tables.rematches.open_or_join_rematch(old.id, ANN, 1)
    await hall.tables.seats.leave_table(new.id, BEN.user_id)
    await hall.tables.rematches.open_or_join_rematch(old.id, CAT, 2)
    new = await hall.tables.lobby.join_lobby(new.id, DAN, 3)
    assert (new.status, new.names) == ("playing", ("Dan", "Cat", "Ann"))


async def test_impossible_rematches_are_refused(hall: Hall) -> None:
    old = await hall.start_match(BEN)
    with pytest.raises(MatchNotOver):
        await hall.tables.rematches.open_or_join_rematch(old.id, ANN, 1)
    await hall.tables.play.resign_match(old.id, ANN.user_id)
    with pytest.raises(NotSeated):
        await hall.tables.rematches.open_or_join_rematch(old.id, CAT, 2)
    lobby = await hall.open_lobby(BEN)
    with pytest.raises(ChannelTaken):
        await hall.tables.rematches.open_or_join_rematch(old.id, ANN, 3)
    await hall.tables.lobby.cancel_lobby(lobby.id, ANN.user_id)
    with pytest.raises(TableOver):
        await hall.tables.rematches.open_or_join_rematch(lobby.id, ANN, 4)
    assert await hall.tables.find_active_table(old.place.channel_id) is None
    first = await hall.tables.rematches.open_or_join_rematch(old.id, ANN, 5)
    await hall.tables.lobby.cancel_lobby(first.id, ANN.user_id)
    again = await hall.tables.rematches.open_or_join_rematch(old.id, BEN, 6)
    assert (again.id > first.id, again.names) == (True, ("Ben",))


async def test_two_concurrent_presses_open_one_table(hall: Hall) -> None:
    old = await finish_match(hall, BEN)
    tables = hall.tables
    results = await asyncio.gather(
        *(
            tables.rematches.open_or_join_rematch(old.id, who, press)
            for press, who in enumerate((BEN, BEN, ANN), 1)
        ),
        return_exceptions=True,
    )
    assert [type(result) for result in results] == [Table, AlreadySeated, Table]
    new = await tables.find_active_table(old.place.channel_id)
    assert new is not None
    assert (new.status, new.names, new.id) == ("playing", ("Ben", "Ann"), old.id + 1)


async def test_a_table_of_a_removed_game_can_be_closed(hall: Hall) -> None:
    table = await hall.start_match(BEN)
    bare = make_tables(hall.store, {})
    with pytest.raises(UnhostedGame, match=f"table {table.id}, “toy”"):
        await bare.find_active_table(table.place.channel_id)
    assert await bare.lookup.list_unhosted_table_ids_and_games(BEN.user_id) == [(table.id, "toy")]
    for tables, who in ((bare, CAT), (hall.tables, BEN)):
        with pytest.raises(NotSeated):
            await tables.play.close_unhosted_table(table.id, who.user_id)
    await bare.play.close_unhosted_table(table.id, BEN.user_id)
    with pytest.raises(TableOver):
        await bare.play.close_unhosted_table(table.id, CAT.user_id, is_moderator=True)
    assert await bare.lookup.list_unhosted_table_ids_and_games(BEN.user_id) == []
    assert await bare.find_active_table(table.place.channel_id) is None
