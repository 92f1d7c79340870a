"""A lobby can be opened, joined, configured and closed, and each change is allowed only to some people."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.errors.seats import (
    AllSeatsTaken,
    AlreadySeated,
    NoSuchComputerLevel,
    NotSeated,
    SeatsReserved,
    SeatWithoutComputer,
)
from bot.errors.tables import (
    ChannelTaken,
    HostRequired,
    MatchAlreadyStarted,
    NotEnoughPlayers,
    TableOver,
    UnknownGame,
    UnknownGameOption,
    WrongSeatCount,
)
from bot.model.table import NO_USER_ID, START_WHEN_FULL, START_WHEN_PRESSED, Clock, Occupant
from games.core.rng import compute_commitment, derive_match_key
from tests.support.stores import ON_BOTH_ENGINES_AT_NIGHT
from tests.support.tables_kit import (
    ANN,
    BEN,
    CAT,
    DAN,
    EVE,
    Hall,
    make_place,
    make_secret_source,
    open_hall,
    read_state,
)

pytestmark = ON_BOTH_ENGINES_AT_NIGHT


@pytest_asyncio.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with open_hall(tmp_path) as hall:
        yield hall


async def test_opening_a_table_seats_the_host_and_shows_the_secrets_hash(hall: Hall) -> None:
    table = await hall.tables.lobby.open_table(
        make_place(), ANN, "toy", {"goal": "40"}, press_id=1, seat_count=3
    )
    assert (table.status, table.host_id, table.capacity) == ("lobby", 11, 3)
    assert table.occupants == (Occupant(0, 11, "Ann"),)
    assert table.options == {"goal": "40"}
    assert (table.place, table.opened_at, table.ended_at) == (make_place(), 1000, None)
    assert table.commitment == compute_commitment(make_secret_source()())
    assert (table.match, table.proposal, table.secret) == (None, None, None)
    assert await hall.tables.find_active_table(900) == table


async def test_invalid_requests_to_open_a_table_are_refused(hall: Hall) -> None:
    with pytest.raises(UnknownGame):
        await hall.tables.lobby.open_table(make_place(), ANN, "chess", {}, press_id=1)
    with pytest.raises(UnknownGameOption):
        await hall.tables.lobby.open_table(make_place(), ANN, "toy", {"goal": "13"}, press_id=1)
    with pytest.raises(UnknownGameOption):
        await hall.tables.lobby.open_table(make_place(), ANN, "toy", {"speed": "12"}, press_id=1)
    with pytest.raises(WrongSeatCount):
        await hall.tables.lobby.open_table(make_place(), ANN, "toy", {}, press_id=1, seat_count=5)
    with pytest.raises(NoSuchComputerLevel):
        await hall.tables.lobby.open_table(make_place(), ANN, "toy", {}, press_id=1, computer_level="expert")
    assert await hall.tables.find_active_table(900) is None


async def test_a_channel_has_one_active_table_at_most(hall: Hall) -> None:
    table = await hall.open_lobby()
    with pytest.raises(ChannelTaken) as caught:
        await hall.open_lobby()
    assert caught.value.table == table
    other = await hall.open_lobby(channel=901)
    assert other.id != table.id
    await hall.tables.lobby.cancel_lobby(table.id, ANN.user_id)
    assert (await hall.open_lobby()).id not in (table.id, other.id)


async def test_two_concurrent_openings_make_one_table(hall: Hall) -> None:
    results = await asyncio.gather(
        *(hall.tables.lobby.open_table(make_place(), p, "toy", {}, press_id=1) for p in (ANN, BEN, CAT)),
        return_exceptions=True,
    )
    assert sum(isinstance(result, ChannelTaken) for result in results) == 2


async def test_people_take_the_next_seat_until_all_are_taken(hall: Hall) -> None:
    table = await hall.open_lobby(BEN, CAT)
    assert table.names == ("Ann", "Ben", "Cat")
    with pytest.raises(AlreadySeated):
        await hall.tables.lobby.join_lobby(table.id, BEN, 5)
    table = await hall.tables.lobby.join_lobby(table.id, BEN, 5, may_take_extra_seat=True)
    assert table.list_seats(BEN.user_id) == (1, 3)
    assert table.user_ids == (11, 22, 33)
    with pytest.raises(AllSeatsTaken):
        await hall.tables.lobby.join_lobby(table.id, DAN, 6)
    assert table.list_seats(DAN.user_id) == ()
    assert table.find_acting_seat(DAN.user_id) is None


async def test_the_last_seat_goes_to_one_of_two_concurrent_joins(hall: Hall) -> None:
    table = await hall.open_lobby(BEN, CAT)
    results = await asyncio.gather(
        hall.tables.lobby.join_lobby(table.id, DAN, 5),
        hall.tables.lobby.join_lobby(table.id, EVE, 6),
        return_exceptions=True,
    )
    assert sum(isinstance(result, AllSeatsTaken) for result in results) == 1
    assert len((await hall.tables.get(table.id)).occupants) == 4


async def test_an_invitation_reserves_a_seat(hall: Hall) -> None:
    table = await hall.tables.lobby.open_table(make_place(), ANN, "toy", {}, press_id=1, seat_count=2)
    with pytest.raises(HostRequired):
        await hall.tables.lobby.invite_person(table.id, BEN.user_id, CAT.user_id)
    with pytest.raises(AlreadySeated):
        await hall.tables.lobby.invite_person(table.id, ANN.user_id, ANN.user_id)
    table = await hall.tables.lobby.invite_person(table.id, ANN.user_id, BEN.user_id)
    assert table.invited_ids == (22,)
    assert await hall.tables.lobby.invite_person(table.id, ANN.user_id, BEN.user_id) == table
    with pytest.raises(AllSeatsTaken):
        await hall.tables.lobby.invite_person(table.id, ANN.user_id, DAN.user_id)
    with pytest.raises(SeatsReserved):
        await hall.tables.lobby.join_lobby(table.id, CAT, 2)
    table = await hall.tables.lobby.join_lobby(table.id, BEN, 3)
    assert (table.invited_ids, table.names) == ((), ("Ann", "Ben"))


async def test_an_invitation_can_be_declined(hall: Hall) -> None:
    table = await hall.tables.lobby.open_table(make_place(), ANN, "toy", {}, press_id=1, seat_count=2)
    await hall.tables.lobby.invite_person(table.id, ANN.user_id, BEN.user_id)
    table = await hall.tables.seats.leave_table(table.id, BEN.user_id)
    assert table.invited_ids == ()
    assert (await hall.tables.lobby.join_lobby(table.id, CAT, 2)).names == ("Ann", "Cat")


async def test_when_the_host_leaves_the_next_player_becomes_host_and_the_others_move_up(hall: Hall) -> None:
    table = await hall.open_lobby(BEN, CAT)
    with pytest.raises(NotSeated):
        await hall.tables.seats.leave_table(table.id, DAN.user_id)
    table = await hall.tables.seats.leave_table(table.id, ANN.user_id)
    assert (table.host_id, table.occupants) == (22, (Occupant(0, 22, "Ben"), Occupant(1, 33, "Cat")))
    table = await hall.tables.seats.leave_table(table.id, CAT.user_id)
    assert table.host_id == 22
    hall.now = 1500
    table = await hall.tables.seats.leave_table(table.id, BEN.user_id)
    assert (table.status, table.ended_at, table.secret) == ("over", 1500, None)
    with pytest.raises(TableOver):
        await hall.tables.seats.leave_table(table.id, BEN.user_id)


async def test_the_match_key_is_derived_from_the_presses_of_remaining_players(hall: Hall) -> None:
    table = await hall.open_lobby(BEN, CAT)
    await hall.tables.seats.leave_table(table.id, BEN.user_id)
    table = await hall.tables.lobby.start_match(table.id, ANN.user_id, 2000)
    assert table.match is not None
    assert table.match.key == derive_match_key(make_secret_source()(), (1000, 1002, 2000))
    assert table.match.seat_count == 2


async def test_only_the_host_can_set_options(hall: Hall) -> None:
    table = await hall.open_lobby(BEN)
    with pytest.raises(HostRequired) as caught:
        await hall.tables.lobby.set_option(table.id, BEN.user_id, "goal", "40")
    assert "Ann" in str(caught.value)
    with pytest.raises(UnknownGameOption):
        await hall.tables.lobby.set_option(table.id, ANN.user_id, "goal", "41")
    table = await hall.tables.lobby.set_option(table.id, ANN.user_id, "goal", "40")
    assert table.options == {"goal": "40"}
    table = await hall.tables.lobby.start_match(table.id, ANN.user_id, 9)
    assert read_state(table.match).goal == 40


async def test_a_form_is_applied_entirely_or_not_at_all(hall: Hall) -> None:
    table = await hall.open_lobby(BEN)
    clock, lobby = Clock(3600, 60), hall.tables.lobby
    with pytest.raises(HostRequired):
        await lobby.change_settings(table.id, BEN.user_id, {"goal": "40"}, clock, START_WHEN_FULL)
    with pytest.raises(UnknownGameOption):
        await lobby.change_settings(table.id, ANN.user_id, {"goal": "41"}, clock, START_WHEN_FULL)
    table = await hall.tables.get(table.id)
    assert (table.options, table.clock, table.start_trigger) == ({"goal": "12"}, None, START_WHEN_PRESSED)
    table = await lobby.change_settings(table.id, ANN.user_id, {"goal": "40"}, clock, START_WHEN_FULL)
    assert (table.options, table.clock, table.start_trigger) == ({"goal": "40"}, clock, START_WHEN_FULL)


async def test_only_the_host_can_start_and_only_with_enough_players(hall: Hall) -> None:
    table = await hall.open_lobby()
    with pytest.raises(NotEnoughPlayers):
        await hall.tables.lobby.start_match(table.id, ANN.user_id, 9)
    await hall.tables.lobby.join_lobby(table.id, BEN, 8)
    with pytest.raises(HostRequired):
        await hall.tables.lobby.start_match(table.id, BEN.user_id, 9)
    started = await asyncio.gather(
        *(hall.tables.lobby.start_match(table.id, ANN.user_id, press) for press in (9, 10)),
        return_exceptions=True,
    )
    assert sum(isinstance(result, MatchAlreadyStarted) for result in started) == 1
    table = await hall.tables.get(table.id)
    assert table.status == "playing"
    with pytest.raises(MatchAlreadyStarted):
        await hall.tables.lobby.join_lobby(table.id, CAT, 11)
    with pytest.raises(MatchAlreadyStarted):
        await hall.tables.lobby.set_option(table.id, ANN.user_id, "goal", "40")
    with pytest.raises(MatchAlreadyStarted):
        await hall.tables.lobby.invite_person(table.id, ANN.user_id, CAT.user_id)
    with pytest.raises(MatchAlreadyStarted):
        await hall.tables.lobby.cancel_lobby(table.id, ANN.user_id)


async def test_only_the_host_and_moderators_can_cancel_a_lobby(hall: Hall) -> None:
    table = await hall.open_lobby(BEN)
    with pytest.raises(HostRequired):
        await hall.tables.lobby.cancel_lobby(table.id, BEN.user_id)
    table = await hall.tables.lobby.cancel_lobby(table.id, CAT.user_id, is_moderator=True)
    assert (table.status, table.match, table.secret) == ("over", None, None)
    with pytest.raises(TableOver):
        await hall.tables.lobby.join_lobby(table.id, DAN, 3)


async def test_a_lobby_survives_a_restart(hall: Hall) -> None:
    table = await hall.open_lobby(BEN)
    table = await hall.tables.lobby.invite_person(table.id, ANN.user_id, CAT.user_id)
    assert await (await hall.restart()).get(table.id) == table


async def test_a_cancelled_join_is_stored_entirely_or_not_at_all(hall: Hall) -> None:
    table = await hall.open_lobby()
    for wait in range(40):
        task = asyncio.create_task(hall.tables.lobby.join_lobby(table.id, BEN, 5))
        for _ in range(wait):
            await asyncio.sleep(0.0002)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        shown = await hall.tables.get(table.id)
        stored = await hall.store.seats.list_taken_seats(table.id)
        assert [o.user_id for o in shown.occupants] == [seat.user_id for seat in stored]
        if len(stored) == 2:
            await hall.tables.seats.leave_table(table.id, BEN.user_id)


async def test_the_host_can_add_and_remove_computer_players(hall: Hall) -> None:
    tables, opened = hall.tables, await hall.open_lobby()
    table = await tables.lobby.add_computer(opened.id, ANN.user_id, "hard", "Orca", 41)
    assert [o.computer for o in table.occupants] == [None, "hard"]
    assert (table.user_ids, table.computer_seats, table.list_seats(NO_USER_ID)) == ((ANN.user_id,), (1,), ())
    with pytest.raises(HostRequired):
        await tables.lobby.remove_computer(table.id, BEN.user_id, 1)
    with pytest.raises(SeatWithoutComputer):
        await tables.lobby.remove_computer(table.id, ANN.user_id, 0)
    with pytest.raises(NoSuchComputerLevel):
        await tables.lobby.add_computer(table.id, ANN.user_id, "expert", "Orca", 42)
    assert (await tables.get(table.id)).occupants == table.occupants
    table = await tables.lobby.remove_computer(table.id, ANN.user_id, 1)
    assert len(table.occupants) == 1


async def test_a_lobby_with_only_computers_left_is_closed(hall: Hall) -> None:
    opened = await hall.open_lobby()
    await hall.tables.lobby.add_computer(opened.id, ANN.user_id, "easy", "Seahorse", 41)
    table = await hall.tables.seats.leave_table(opened.id, ANN.user_id)
    assert table.status == "over"
