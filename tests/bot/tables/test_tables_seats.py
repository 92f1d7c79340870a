"""Players leave their seats, and people take over seats from computers or take back their own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.errors.playing import ProposalNoLongerOpen
from bot.errors.seats import (
    AlreadySeated,
    NoSeatForInvited,
    NoSuchComputerLevel,
    NoSuchSeat,
    NotSeated,
    OtherSeatSeen,
    SeatTaken,
)
from bot.errors.tables import MatchNotStarted, TableOver
from bot.model.table import Clock, FormerOccupant, Occupant, Table
from bot.tables.seats import list_takeable_seats
from games.core.match import CLOSE_KIND, LoggedRow
from games.core.match_record import MatchRecord
from tests.support.stores import ON_BOTH_ENGINES_AT_NIGHT
from tests.support.tables_kit import ANN, BEN, CAT, DAN, EVE, Hall, open_hall
from tests.support.toy import TOYS

pytestmark = ON_BOTH_ENGINES_AT_NIGHT


@pytest_asyncio.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with open_hall(tmp_path) as hall:
        yield hall


async def assert_unchanged(hall: Hall, table: Table) -> None:
    assert await hall.tables.get(table.id) == table
    assert await (await hall.restart()).get(table.id) == table


async def test_a_computer_replaces_a_player_who_leaves(hall: Hall) -> None:
    table = await hall.start_match(BEN, CAT)
    await hall.tables.play.perform_action(table.id, ANN.user_id, "add:1", 0)
    table = await hall.tables.seats.leave_table(table.id, ANN.user_id)
    assert table.occupants[0] == Occupant(0, 0, "Octopus", "normal")
    assert (table.user_ids, table.computer_seats, table.host_id) == ((22, 33), (0,), 22)
    assert table.former_occupants == (FormerOccupant(0, 11, "Ann", None, 1),)
    table = await (await hall.restart()).get(table.id)
    assert table.computer_seats == (0,)
    with pytest.raises(NotSeated):
        await hall.tables.seats.leave_table(table.id, ANN.user_id)
    with pytest.raises(NoSuchComputerLevel):
        await hall.tables.seats.leave_table(table.id, BEN.user_id, "expert")
    with pytest.raises(NotSeated):
        await hall.tables.play.perform_action(table.id, ANN.user_id, "add:1", 1)
    await assert_unchanged(hall, table)
    done = await hall.tables.play.perform_computer_action(table.id, 0, "end:0", 1)
    assert done.table.match is not None
    assert (
        MatchRecord.from_json(await hall.tables.exports.export_json(table.id)).rows == done.table.match.rows
    )


async def test_a_table_that_everybody_has_left_is_closed(hall: Hall) -> None:
    table = await hall.start_match(BEN)
    await hall.tables.seats.leave_table(table.id, ANN.user_id)
    table = await hall.tables.seats.leave_table(table.id, BEN.user_id)
    assert table.match is not None
    assert (table.status, table.match.rows, table.user_ids) == ("over", (LoggedRow(CLOSE_KIND, -1),), (22,))
    with pytest.raises(TableOver):
        await hall.tables.seats.leave_table(table.id, BEN.user_id)
    with pytest.raises(TableOver):
        await hall.tables.seats.take_over_seat(table.id, ANN, 0)
    await assert_unchanged(hall, table)
    assert (
        MatchRecord.from_json(await hall.tables.exports.export_json(table.id)).verify(TOYS).outcome
        is not None
    )


async def test_a_player_with_several_seats_leaves_them_all(hall: Hall) -> None:
    table = await hall.open_lobby(BEN, ANN)
    await hall.tables.lobby.set_clock(table.id, ANN.user_id, Clock(60, 0))
    await hall.tables.lobby.start_match(table.id, ANN.user_id, 9)
    hall.now += 60
    one = await hall.tables.clocks.replace_player_by_claim(table.id, BEN.user_id, 0, "hard")
    assert (one.user_ids, one.host_id, one.occupants[0]) == ((22, 11), 11, Occupant(0, 0, "Orca", "hard"))
    back = await hall.tables.seats.take_over_seat(table.id, ANN, 0)
    assert back.list_seats(ANN.user_id) == (0, 2)
    left = await hall.tables.seats.leave_table(table.id, ANN.user_id)
    assert (left.user_ids, left.computer_seats, left.host_id) == ((22,), (0, 2), 22)
    assert list_takeable_seats(left, ANN.user_id) == list_takeable_seats(left, DAN.user_id) == (0, 2)
    assert list_takeable_seats(left, BEN.user_id) == ()


async def test_a_seat_can_be_taken_over_and_taken_back(hall: Hall) -> None:
    table = await hall.start_match(BEN, CAT)
    await hall.tables.seats.leave_table(table.id, BEN.user_id)
    await hall.tables.seats.leave_table(table.id, CAT.user_id)
    table = await hall.tables.seats.take_over_seat(table.id, DAN, 1)
    assert (table.user_ids, table.names) == ((11, 44), ("Ann", "Dan", "Octopus"))
    assert [(f.seat, f.user_id, f.computer) for f in table.former_occupants] == [
        (1, 22, None),
        (2, 33, None),
        (1, 0, "normal"),
    ]
    for person, seat, refusal in (
        (ANN, 2, AlreadySeated),
        (ANN, 0, AlreadySeated),
        (BEN, 1, SeatTaken),
        (BEN, 2, OtherSeatSeen),
        (EVE, 3, NoSuchSeat),
        (EVE, -1, NoSuchSeat),
    ):
        with pytest.raises(refusal):
            await hall.tables.seats.take_over_seat(table.id, person, seat)
    await assert_unchanged(hall, table)
    table = await hall.tables.seats.take_over_seat(table.id, CAT, 2)
    assert table.user_ids == (11, 44, 33)


async def test_a_person_can_be_invited_to_a_computers_seat(hall: Hall) -> None:
    table = await hall.start_match(BEN, CAT)
    with pytest.raises(NoSeatForInvited):
        await hall.tables.seats.invite_to_take_over(table.id, ANN.user_id, DAN.user_id)
    await hall.tables.seats.leave_table(table.id, BEN.user_id)
    with pytest.raises(NotSeated):
        await hall.tables.seats.invite_to_take_over(table.id, BEN.user_id, DAN.user_id)
    with pytest.raises(NoSeatForInvited):
        await hall.tables.seats.invite_to_take_over(table.id, ANN.user_id, CAT.user_id)
    table = await hall.tables.seats.invite_to_take_over(table.id, ANN.user_id, DAN.user_id)
    assert table.invited_ids == (44,)
    assert await hall.tables.seats.invite_to_take_over(table.id, CAT.user_id, DAN.user_id) == table
    assert (await hall.tables.seats.take_over_seat(table.id, DAN, 1)).invited_ids == ()


async def test_seats_can_be_taken_over_only_in_a_match(hall: Hall) -> None:
    table = await hall.open_lobby(BEN)
    with pytest.raises(MatchNotStarted):
        await hall.tables.seats.take_over_seat(table.id, CAT, 0)
    await assert_unchanged(hall, table)


async def test_a_seat_taken_by_two_people_concurrently_goes_to_one(hall: Hall) -> None:
    table = await hall.start_match(BEN, CAT)
    await hall.tables.seats.leave_table(table.id, BEN.user_id)
    takes = (hall.tables.seats.take_over_seat(table.id, who, 1) for who in (DAN, EVE, DAN))
    results = await asyncio.gather(*takes, return_exceptions=True)
    assert [type(result) for result in results] == [Table, SeatTaken, AlreadySeated]
    table = await hall.tables.get(table.id)
    assert table.user_ids == (11, 44, 33)
    await assert_unchanged(hall, table)


@pytest.mark.parametrize("kind", ["draw", "undo"])
async def test_a_proposal_is_dropped_when_players_change(hall: Hall, kind: str) -> None:
    table = await hall.start_match(BEN, CAT)
    await hall.tables.play.perform_action(table.id, ANN.user_id, "roll:0", 0)

    async def propose() -> Table:
        tables = hall.tables
        return await (tables.play.undo_step if kind == "undo" else tables.play.propose_draw)(
            table.id, ANN.user_id
        )

    table = await propose()
    assert table.proposal is not None
    old = table.proposal.id
    table = await hall.tables.seats.leave_table(table.id, BEN.user_id)
    assert table.proposal is None
    for who in (BEN, CAT):
        with pytest.raises(NotSeated if who is BEN else ProposalNoLongerOpen):
            await hall.tables.play.answer_proposal(table.id, who.user_id, old, True)
    await assert_unchanged(hall, table)
    table = await hall.tables.seats.take_over_seat(table.id, DAN, 1)
    table = await propose()
    assert table.proposal is not None
    assert table.proposal.awaited_ids == (44, 33)


async def test_an_undo_needs_no_agreement_from_computers(hall: Hall) -> None:
    table = await hall.start_match(BEN, CAT)
    await hall.tables.play.perform_action(table.id, ANN.user_id, "roll:0", 0)
    await hall.tables.seats.leave_table(table.id, BEN.user_id)
    table = await hall.tables.play.undo_step(table.id, ANN.user_id)
    assert table.proposal is not None
    assert table.proposal.awaited_ids == (33,)
    table = await hall.tables.play.answer_proposal(table.id, CAT.user_id, table.proposal.id, True)
    assert table.match is not None
    assert (table.match.ply, table.match.is_rated, table.proposal) == (0, False, None)


async def test_players_can_leave_a_frozen_table(hall: Hall) -> None:
    table = await hall.start_match(BEN)
    await hall.store.matches.append_rows(table.id, 0, [LoggedRow("act", 1, "add:2")], 1000, is_over=False)
    tables = await hall.restart()
    table = await tables.seats.leave_table(table.id, ANN.user_id)
    assert (table.status, table.user_ids, table.host_id) == ("frozen", (22,), 22)
    assert await tables.list_active_tables(ANN.user_id) == []
    table = await tables.seats.leave_table(table.id, BEN.user_id)
    assert (table.status, table.match) == ("over", None)


async def test_a_person_who_missed_the_start_can_be_invited_again(hall: Hall) -> None:
    lobby = await hall.open_lobby(BEN)
    await hall.tables.lobby.invite_person(lobby.id, ANN.user_id, CAT.user_id)
    table = await hall.tables.lobby.start_match(lobby.id, ANN.user_id, 9)
    assert table.invited_ids == ()
    await hall.tables.seats.leave_table(table.id, BEN.user_id)
    assert (await hall.tables.seats.invite_to_take_over(table.id, ANN.user_id, CAT.user_id)).invited_ids == (
        CAT.user_id,
    )


async def test_erasing_a_player_closes_their_table_of_a_removed_game(hall: Hall) -> None:
    gone = await hall.start_match(BEN)
    hall.tables.core.games = {}
    await hall.tables.core.invalidate_table(gone.id)
    await hall.tables.people.erase_person(BEN.user_id, "Somebody")
    hall.tables.core.games = TOYS
    assert (await hall.tables.get(gone.id)).status == "over"


async def test_a_player_who_joins_while_being_erased_is_removed_again(hall: Hall) -> None:
    other = await hall.open_lobby()
    real, joined = hall.store.people.erase_person, list[Table]()

    async def erase_and_join_again(
        user_id: int, replacement: str, today: int = 0, other_names: tuple[str, ...] = ()
    ) -> tuple[tuple[int, int], ...] | None:
        if not joined:
            joined.append(await hall.tables.lobby.join_lobby(other.id, BEN, 5))
        return await real(user_id, replacement)

    hall.store.people.erase_person = erase_and_join_again  # type: ignore[method-assign]
    await hall.tables.people.erase_person(BEN.user_id, "Somebody")
    assert joined and [o.name for o in (await hall.tables.get(other.id)).occupants] == ["Ann"]


async def test_erasing_a_host_closes_a_lobby_without_people(hall: Hall) -> None:
    lobby = await hall.open_lobby()
    await hall.store._database.run("DELETE FROM seats WHERE match_id = ?", (lobby.id,))
    await hall.tables.core.invalidate_table(lobby.id)
    await hall.tables.people.erase_person(ANN.user_id, "Somebody")
    assert (await hall.tables.get(lobby.id)).status == "over"


async def test_a_lobby_that_someone_joins_while_its_host_is_erased_stays_open(hall: Hall) -> None:
    lobby = await hall.open_lobby(BEN)

    async def list_before_ben_joined(user_id: int) -> list[int]:
        return [lobby.id]

    hall.store.people.list_abandoned_lobby_ids = list_before_ben_joined  # type: ignore[method-assign]
    await hall.tables.people.erase_person(ANN.user_id, "Somebody")
    table = await hall.tables.get(lobby.id)
    assert (table.status, table.host_id, table.user_ids) == ("lobby", BEN.user_id, (BEN.user_id,))
