"""Some actions are only for the host or a seat's player, and clocks change only when they should."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.errors.playing import ProposalNoLongerOpen
from bot.errors.seats import NotInviter, NotSeated
from bot.errors.tables import HostRequired
from bot.errors.times import TimeNotRunOut
from bot.model.hours import HOUR
from bot.model.table import Clock, Person, Table
from games.core.match import ACT_KIND, LoggedRow
from tests.support.stores import ON_BOTH_ENGINES_AT_NIGHT
from tests.support.tables_kit import ANN, BEN, CAT, DAN, EVE, Hall, make_place, open_hall

pytestmark = ON_BOTH_ENGINES_AT_NIGHT

CLOCK = Clock(10 * HOUR, HOUR)


@pytest_asyncio.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with open_hall(tmp_path) as hall:
        yield hall


async def start_with_clock(hall: Hall) -> Table:
    """Start a match with a clock, in which Ann and Cat answer questions in person."""
    table = await hall.tables.lobby.open_table(make_place(), ANN, "toy", {}, press_id=1000, clock=CLOCK)
    for press, person in enumerate((BEN, CAT), 1001):
        table = await hall.tables.lobby.join_lobby(table.id, person, press)
    for person in (ANN, CAT):
        await hall.tables.orders.set_order(person.user_id, "toy", "wait")
    return await hall.tables.lobby.start_match(table.id, ANN.user_id, 2000)


async def read_hours_left(hall: Hall, table: Table) -> list[float]:
    return [
        shown.seconds_left / HOUR
        for shown in await hall.tables.clocks.read_seat_times(await hall.tables.get(table.id))
    ]


@pytest.mark.parametrize("by", [BEN, CAT, DAN], ids=["a guest", "the one who is invited", "a bystander"])
async def test_only_the_host_can_withdraw_an_invitation_to_a_lobby(hall: Hall, by: Person) -> None:
    table = await hall.open_lobby(BEN)
    table = await hall.tables.lobby.invite_person(table.id, ANN.user_id, CAT.user_id)
    with pytest.raises(HostRequired):
        await hall.tables.lobby.withdraw_invitation(table.id, by.user_id, CAT.user_id)
    assert (await (await hall.restart()).get(table.id)).invited_ids == (CAT.user_id,)


async def test_a_bystander_cannot_withdraw_an_invitation_to_a_seat(hall: Hall) -> None:
    table = await hall.start_match(BEN, CAT)
    await hall.tables.seats.leave_table(table.id, CAT.user_id)
    await hall.tables.seats.invite_to_take_over(table.id, BEN.user_id, DAN.user_id)
    for by in (EVE, DAN, CAT):
        with pytest.raises(NotInviter):
            await hall.tables.seats.withdraw_invitation(table.id, by.user_id, DAN.user_id)
    assert (await (await hall.restart()).get(table.id)).invited_ids == (DAN.user_id,)


async def test_only_a_seats_player_can_move_for_it(hall: Hall) -> None:
    table = await hall.start_match(BEN)
    for by in (BEN, CAT):
        with pytest.raises(NotSeated):
            await hall.tables.play.perform_action(table.id, by.user_id, "add:1", 0, seat=0)
    await hall.tables.seats.leave_table(table.id, BEN.user_id)
    for by in (ANN, BEN, CAT):
        with pytest.raises(NotSeated):
            await hall.tables.play.perform_action(table.id, by.user_id, "add:1", None, seat=1)
    assert await hall.store.matches.read_log(table.id) == ()


async def test_only_seated_players_can_move_a_table_elsewhere(hall: Hall) -> None:
    table = await hall.start_match(BEN)
    with pytest.raises(NotSeated):
        await hall.tables.play.move_table(table.id, CAT.user_id, make_place(901))
    assert (await (await hall.restart()).get(table.id)).place == make_place()
    assert (await hall.tables.play.move_table(table.id, BEN.user_id, make_place(901))).place == make_place(
        901
    )


async def test_a_player_with_several_seats_acts_for_the_seat_they_name(hall: Hall) -> None:
    table = await hall.start_match(BEN, ANN, ANN)
    await hall.tables.play.perform_action(table.id, ANN.user_id, "ring:0", 0)
    await hall.tables.play.perform_action(table.id, ANN.user_id, "gift:y", 1, seat=3)
    assert (await hall.store.matches.read_log(table.id))[-1] == LoggedRow(ACT_KIND, 3, "gift:y")
    with pytest.raises(NotSeated):
        await hall.tables.play.perform_action(table.id, ANN.user_id, "gift:y", 2, seat=1)
    await hall.tables.play.perform_action(table.id, ANN.user_id, "gift:n", 2, seat=2)
    assert (await hall.store.matches.read_log(table.id))[-1] == LoggedRow(ACT_KIND, 2, "gift:n")


async def test_guests_cannot_add_or_remove_computers(hall: Hall) -> None:
    table = await hall.open_lobby(BEN)
    for by in (BEN, CAT):
        with pytest.raises(HostRequired):
            await hall.tables.lobby.add_computer(table.id, by.user_id, "easy", "Fish", 1)
    table = await hall.tables.lobby.add_computer(table.id, ANN.user_id, "easy", "Fish", 1)
    for by in (BEN, CAT):
        with pytest.raises(HostRequired):
            await hall.tables.lobby.remove_computer(table.id, by.user_id, 2)
    assert (await (await hall.restart()).get(table.id)).computer_seats == (2,)


async def test_a_computer_never_moves_for_a_person(hall: Hall) -> None:
    table = await hall.start_match(BEN)
    with pytest.raises(NotSeated):
        await hall.tables.play.perform_computer_action(table.id, 0, "add:1", 0)
    await hall.tables.seats.leave_table(table.id, ANN.user_id)
    await hall.tables.play.perform_computer_action(table.id, 0, "add:1", 0)
    assert await hall.store.matches.read_log(table.id) == (LoggedRow(ACT_KIND, 0, "add:1"),)


async def test_a_vote_applies_only_to_its_own_proposal(hall: Hall) -> None:
    table = await hall.start_match(BEN, CAT)
    first = (await hall.tables.play.propose_draw(table.id, ANN.user_id)).proposal
    assert first is not None
    await hall.tables.play.answer_proposal(table.id, ANN.user_id, first.id, False)
    second = (await hall.tables.play.propose_draw(table.id, ANN.user_id)).proposal
    assert second is not None and second.id != first.id
    for agree in (True, False):
        with pytest.raises(ProposalNoLongerOpen):
            await hall.tables.play.answer_proposal(table.id, BEN.user_id, first.id, agree)
    assert (await (await hall.restart()).get(table.id)).proposal == second


async def test_a_stranger_cannot_take_a_former_players_rematch_seat(hall: Hall) -> None:
    table = await hall.start_match(BEN, CAT)
    await hall.tables.play.resign_match(table.id, ANN.user_id)
    again = await hall.tables.rematches.open_or_join_rematch(table.id, ANN, 3000)
    await hall.tables.seats.leave_table(again.id, CAT.user_id)
    with pytest.raises(NotSeated):
        await hall.tables.rematches.open_or_join_rematch(table.id, DAN, 3001)
    assert (await (await hall.restart()).get(again.id)).user_ids == (ANN.user_id,)


async def test_another_players_move_does_not_refill_an_empty_bank(hall: Hall) -> None:
    table = await start_with_clock(hall)
    await hall.tables.play.perform_action(table.id, ANN.user_id, "ring:0", 0)
    hall.now += 11 * HOUR
    assert await read_hours_left(hall, table) == [0, 10, 0], "Ann and Cat are asked"
    await hall.tables.play.perform_action(table.id, CAT.user_id, "gift:n", 1)
    assert await read_hours_left(hall, table) == [0, 10, 1], "only the player who moved late gets a top-up"
    with pytest.raises(TimeNotRunOut):
        await hall.tables.clocks.check_claim(table.id, BEN.user_id, 2)
    assert (await hall.tables.clocks.check_claim(table.id, BEN.user_id, 0)).id == table.id


async def test_a_reminder_recorded_for_a_past_wait_does_not_count_for_a_later_one(hall: Hall) -> None:
    """A player moves after the alarm has read the due reminder and before it records the reminder."""
    table = await start_with_clock(hall)
    hall.now += 10 * HOUR
    (found,) = await hall.store.clocks.list_due_clocks(int(hall.now))
    await hall.tables.play.perform_action(table.id, ANN.user_id, "add:1", 0)
    before = await hall.store.clocks.list_clocks_by_seat(table.id)
    assert (before[0].last_turn, before[0].user_id) == (found.row.last_turn, found.row.user_id), (
        "it is still Ann's turn"
    )
    await hall.store.clocks.mark_announced(found, is_reminder_sent=True, is_timeout_announced=True)
    assert await hall.store.clocks.list_clocks_by_seat(table.id) == before
    due = await hall.store.clocks.find_next_due_time()
    await hall.store.clocks.postpone_clock(found, 1)
    assert await hall.store.clocks.find_next_due_time() == due


async def test_a_reminder_of_one_turn_does_not_count_for_a_later_one_in_the_same_second(
    hall: Hall,
) -> None:
    table = await start_with_clock(hall)
    (found,) = await hall.store.clocks.list_waiting_clocks(ANN.user_id, 1)
    for seq, person in enumerate((ANN, BEN, CAT)):
        await hall.tables.play.perform_action(table.id, person.user_id, "roll:0", seq)
    (later,) = await hall.store.clocks.list_waiting_clocks(ANN.user_id, 1)
    assert (later.row.running_since, later.row.last_turn) == (
        found.row.running_since,
        found.row.last_turn + 3,
    )
    assert not await hall.store.clocks.mark_announced(found, is_reminder_sent=True)
    assert not (await hall.store.clocks.list_clocks_by_seat(table.id))[0].was_reminded


async def test_the_clock_of_a_player_whose_standing_order_answers_does_not_run(hall: Hall) -> None:
    table = await start_with_clock(hall)
    await hall.tables.orders.set_order(ANN.user_id, "toy", "least")
    await hall.tables.play.perform_action(table.id, ANN.user_id, "ring:0", 0)
    hall.now += 2 * HOUR
    assert await read_hours_left(hall, table) == [10, 10, 8], "Cat is asked in person"
