"""Each move deducts time, quiet hours and vacations stop the clock, and others can claim expired time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from bot.errors.base import TableError
from bot.errors.seats import NoSuchComputerLevel, NoSuchSeat, NotSeated
from bot.errors.tables import HostRequired, MatchAlreadyStarted
from bot.errors.times import (
    BadVacationEnd,
    OwnTimeoutClaimed,
    QuietHoursTooLong,
    TableHasNoClock,
    TimeNotRunOut,
    UnknownTimeZone,
    VacationTooLong,
)
from bot.model.hours import DAY, HOUR, MINUTE
from bot.model.table import Clock, Table
from games.core.errors import StaleAction
from games.core.match import FORFEIT_KIND, LoggedRow
from tests.support.stores import ON_BOTH_ENGINES
from tests.support.tables_kit import ANN, BEN, CAT, Hall, make_place, open_hall
from tests.support.toy import TOY
from tests.support.zones import set_zone

pytestmark = ON_BOTH_ENGINES

CLOCK = Clock(10 * HOUR, HOUR)


@pytest_asyncio.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with open_hall(tmp_path) as hall:
        hall.now = 1_767_225_600.0  # Midnight, UTC.
        yield hall


async def start_with_clock(hall: Hall, clock: Clock | None = CLOCK) -> Table:
    table = await hall.open_lobby(BEN)
    await hall.tables.lobby.set_clock(table.id, ANN.user_id, clock)
    return await hall.tables.lobby.start_match(table.id, ANN.user_id, 2000)


async def read_hours_left(hall: Hall, table: Table) -> list[float]:
    return [
        shown.seconds_left / HOUR
        for shown in await hall.tables.clocks.read_seat_times(await hall.tables.get(table.id))
    ]


async def test_only_the_host_sets_a_clock_and_only_before_the_match(hall: Hall) -> None:
    table = await hall.open_lobby(BEN)
    assert table.clock is None
    with pytest.raises(HostRequired):
        await hall.tables.lobby.set_clock(table.id, BEN.user_id, CLOCK)
    assert (await hall.tables.lobby.set_clock(table.id, ANN.user_id, CLOCK)).clock == CLOCK
    await hall.tables.lobby.start_match(table.id, ANN.user_id, 2000)
    with pytest.raises(MatchAlreadyStarted):
        await hall.tables.lobby.set_clock(table.id, ANN.user_id, None)
    assert (await (await hall.restart()).get(table.id)).clock == CLOCK


async def test_time_is_deducted_with_the_row_and_survives_a_restart(hall: Hall) -> None:
    table = await start_with_clock(hall)
    hall.now += 2 * HOUR
    await hall.tables.play.perform_action(table.id, ANN.user_id, "roll:0", 0)
    await hall.restart()
    hall.now += 3 * HOUR
    assert await read_hours_left(hall, table) == [8, 7]
    (ann, ben) = await hall.tables.clocks.read_seat_times(await hall.tables.get(table.id))
    assert ann.ends_at is None
    assert ben.ends_at == hall.now + 7 * HOUR


async def test_time_runs_for_players_who_answer_in_person(hall: Hall) -> None:
    table = await start_with_clock(hall)
    await hall.tables.orders.set_order(ANN.user_id, "toy", "wait")
    await hall.tables.play.perform_action(table.id, ANN.user_id, "end:0", 0)
    hall.now += 2 * HOUR
    assert await read_hours_left(hall, table) == [8, 10]
    await hall.tables.orders.set_order(ANN.user_id, "toy", "least")
    hall.now += HOUR
    assert await read_hours_left(hall, table) == [8, 9], (
        "Ann's standing order answers now, so Ben's time runs"
    )


async def test_an_undo_does_not_give_time_back(hall: Hall) -> None:
    table = await start_with_clock(hall)
    hall.now += HOUR
    await hall.tables.play.perform_action(table.id, ANN.user_id, "add:1", 0)
    hall.now += HOUR
    await hall.tables.play.undo_step(table.id, ANN.user_id, 1)
    assert await read_hours_left(hall, table) == [8, 10]


async def test_quiet_hours_and_vacations_stop_the_clock_from_when_they_are_set(hall: Hall) -> None:
    table = await start_with_clock(hall)
    hall.now += HOUR
    await hall.tables.times.set_quiet_hours(ANN.user_id, (0, 8 * 60))
    hall.now += 2 * HOUR
    (shown, _) = await hall.tables.clocks.read_seat_times(table)
    assert (shown.seconds_left, shown.paused_until) == (9 * HOUR, hall.now + 5 * HOUR)
    await hall.tables.times.set_quiet_hours(ANN.user_id, None)
    await hall.tables.times.set_vacation_end(ANN.user_id, int(hall.now) + 5 * DAY)
    hall.now += 4 * DAY
    assert await read_hours_left(hall, table) == [9, 10]
    await hall.tables.times.set_vacation_end(ANN.user_id, None)
    hall.now += HOUR
    assert await read_hours_left(hall, table) == [8, 10]
    await hall.restart()
    assert await read_hours_left(hall, table) == [8, 10]


async def test_invalid_times_are_refused(hall: Hall) -> None:
    before = await hall.tables.times.get_time_settings(ANN.user_id)
    with pytest.raises(UnknownTimeZone, match="Atlantis"):
        await set_zone(hall.tables.times, ANN.user_id, "Europe/Atlantis")
    with pytest.raises(QuietHoursTooLong):
        await hall.tables.times.set_quiet_hours(ANN.user_id, (60, 0))
    with pytest.raises(VacationTooLong):
        await hall.tables.times.set_vacation_end(ANN.user_id, int(hall.now) + 30 * DAY + 1)
    with pytest.raises(BadVacationEnd):
        await hall.tables.times.set_vacation_end(ANN.user_id, int(hall.now))
    for text in ("tomorrow", "2026-02-30", "30.2.2026", "", "2025-01-01"):
        with pytest.raises(BadVacationEnd):
            await hall.tables.times.set_vacation_end_date(ANN.user_id, text)
    assert await hall.tables.times.get_time_settings(ANN.user_id) == before


@pytest.mark.parametrize("text", ["2026-01-03", "3.1.2026", " 03-01-2026"])
async def test_a_vacation_ends_at_the_end_of_a_day_in_the_persons_time_zone(hall: Hall, text: str) -> None:
    times = await set_zone(hall.tables.times, ANN.user_id, "pacific/auckland")
    assert times.zone == "Pacific/Auckland"
    times = await hall.tables.times.set_vacation_end_date(ANN.user_id, text)
    assert times.away_until == hall.now + 2 * DAY - 13 * HOUR


async def test_only_the_time_of_another_player_with_an_empty_bank_can_be_claimed(hall: Hall) -> None:
    table = await start_with_clock(hall)
    hall.now += 10 * HOUR - 1
    refused: list[tuple[int, int, type[TableError]]] = [
        (BEN.user_id, 0, TimeNotRunOut),
        (BEN.user_id, 1, OwnTimeoutClaimed),
        (ANN.user_id, 0, OwnTimeoutClaimed),
        (CAT.user_id, 0, NotSeated),
        (BEN.user_id, 7, NoSuchSeat),
        (ANN.user_id, 1, TimeNotRunOut),
    ]
    for by, seat, error in refused:
        for claim in (
            hall.tables.clocks.end_match_by_claim(table.id, by, seat),
            hall.tables.clocks.replace_player_by_claim(table.id, by, seat, "easy"),
        ):
            with pytest.raises(error):
                await claim
    assert await hall.tables.get(table.id) == table
    casual = await hall.start_match(BEN, channel=901)
    with pytest.raises(TableHasNoClock):
        await hall.tables.clocks.end_match_by_claim(casual.id, BEN.user_id, 0)


async def test_the_match_can_be_ended_when_a_bank_is_empty(hall: Hall) -> None:
    table = await start_with_clock(hall)
    hall.now += 10 * HOUR
    with pytest.raises(StaleAction):
        await hall.tables.clocks.end_match_by_claim(table.id, BEN.user_id, 0, 7)
    over = await hall.tables.clocks.end_match_by_claim(table.id, BEN.user_id, 0, 0)
    assert over.match is not None and over.match.outcome is not None
    assert over.match.rows == (LoggedRow(FORFEIT_KIND, 0),)
    assert (over.match.outcome.ending, over.match.outcome.winners) == ("forfeited", (1,))
    assert await hall.store.clocks.list_clocks_by_seat(table.id) == {}
    assert await (await hall.restart()).get(table.id) == over


async def test_a_late_move_tops_up_the_bank_and_prevents_claims(hall: Hall) -> None:
    table = await start_with_clock(hall)
    hall.now += 20 * HOUR
    await hall.tables.play.perform_action(table.id, ANN.user_id, "add:1", 0)
    assert await read_hours_left(hall, table) == [1, 10]
    with pytest.raises(TimeNotRunOut):
        await hall.tables.clocks.end_match_by_claim(table.id, BEN.user_id, 0)


async def test_a_computer_replacement_has_no_clock(hall: Hall) -> None:
    table = await start_with_clock(hall)
    hall.now += 10 * HOUR
    with pytest.raises(NoSuchComputerLevel):
        await hall.tables.clocks.replace_player_by_claim(table.id, BEN.user_id, 0, "expert")
    claims = [
        hall.tables.clocks.replace_player_by_claim(table.id, BEN.user_id, 0, level)
        for level in ("hard", "easy")
    ]
    results = await asyncio.gather(*claims, return_exceptions=True)
    assert [type(result) for result in results] == [Table, TimeNotRunOut]
    table = await hall.tables.get(table.id)
    assert table.occupants[0].computer == "hard"
    assert [shown.seat for shown in await hall.tables.clocks.read_seat_times(table)] == [1]
    assert await hall.store.clocks.find_next_due_time() is None
    table = await hall.tables.seats.take_over_seat(table.id, CAT, 0)
    hall.now += 30 * MINUTE
    assert await read_hours_left(hall, table) == [0.5, 10], "a new player starts with one top-up"


async def test_missing_clocks_start_after_a_restart(hall: Hall) -> None:
    table = await start_with_clock(hall)
    assert await hall.store.clocks.list_table_ids_with_wrong_clocks() == []
    # Delete the clocks, as if a version of the bot without clocks had written the database.
    await hall.store.clocks.update_clocks(table.id, None, 0)
    await hall.restart()
    assert await hall.store.clocks.list_table_ids_with_wrong_clocks() == [table.id]
    await hall.tables.clocks.start_missing_clocks()
    assert await hall.store.clocks.list_table_ids_with_wrong_clocks() == []
    hall.now += HOUR
    assert await read_hours_left(hall, table) == [9, 10]


async def test_a_table_continues_with_its_banks_after_being_frozen(hall: Hall) -> None:
    table = await start_with_clock(hall)
    hall.now += 2 * HOUR
    await hall.tables.play.perform_action(table.id, ANN.user_id, "roll:0", 0)
    hall.now += 3 * HOUR
    await hall.tables.play.perform_action(table.id, BEN.user_id, "roll:0", 1)
    await hall.tables.play.perform_action(table.id, ANN.user_id, "roll:0", 2)
    assert await read_hours_left(hall, table) == [9, 8]
    broken = {"toy": replace(TOY, rules={2: TOY.rules[1]})}
    for start in range(2):
        hall.tables = hall.make_service()
        hall.tables.core.games = broken
        await hall.tables.clocks.start_missing_clocks()
        assert (await hall.tables.get(table.id)).status == "frozen"
        assert await hall.store.clocks.find_next_due_time() is None, f"start {start}"
        hall.now += 20 * HOUR
    await hall.tables.seats.leave_table(table.id, ANN.user_id)
    hall.tables = hall.make_service()
    await hall.tables.clocks.start_missing_clocks()
    (ben,) = await hall.tables.clocks.read_seat_times(await hall.tables.get(table.id))
    assert (ben.seconds_left, ben.ends_at) == (8 * HOUR, hall.now + 8 * HOUR)
    hall.now += HOUR
    assert await read_hours_left(hall, table) == [7], "time runs again"


async def test_a_table_closed_while_frozen_has_no_clock(hall: Hall) -> None:
    table = await start_with_clock(hall)
    hall.tables = hall.make_service()
    hall.tables.core.games = {"toy": replace(TOY, rules={2: TOY.rules[1]})}
    assert (await hall.tables.get(table.id)).status == "frozen"
    assert len(await hall.store.clocks.list_clocks_by_seat(table.id)) == 1
    await hall.tables.play.close_table(table.id, ANN.user_id)
    assert await hall.store.clocks.list_clocks_by_seat(table.id) == {}


async def test_the_clocks_of_a_finished_match_stop(hall: Hall) -> None:
    table = await start_with_clock(hall)
    assert await hall.store.clocks.find_next_due_time() == hall.now + 10 * HOUR
    await hall.tables.play.resign_match(table.id, ANN.user_id)
    assert await hall.store.clocks.find_next_due_time() is None


async def test_a_rematch_keeps_the_clock_with_full_banks(hall: Hall) -> None:
    table = await start_with_clock(hall)
    hall.now += 3 * HOUR
    await hall.tables.play.resign_match(table.id, ANN.user_id)
    again = await hall.tables.rematches.open_or_join_rematch(table.id, ANN, 3000)
    again = await hall.tables.rematches.open_or_join_rematch(table.id, BEN, 3001)
    assert (again.status, again.clock) == ("playing", CLOCK)
    assert await read_hours_left(hall, again) == [10, 10]


async def test_changing_quiet_hours_and_vacation_concurrently_does_not_deduct_time_twice(hall: Hall) -> None:
    table = await start_with_clock(hall)
    hall.now += HOUR
    await asyncio.gather(
        hall.tables.times.set_quiet_hours(ANN.user_id, (0, 60)),
        hall.tables.times.set_vacation_end(ANN.user_id, int(hall.now) + DAY),
        hall.tables.play.perform_action(table.id, ANN.user_id, "add:1", 0),
    )
    hall.now += HOUR
    assert await read_hours_left(hall, table) == [9, 10]
    times = await hall.tables.times.get_time_settings(ANN.user_id)
    assert (times.quiet_hours, times.away_until) == ((0, 60), int(hall.now) + DAY - HOUR)


async def test_a_broken_table_does_not_stop_other_clocks(hall: Hall) -> None:
    broken, sound = (
        await start_with_clock(hall),
        await hall.tables.lobby.open_table(make_place(901), BEN, "toy", {}, press_id=1),
    )
    await hall.tables.lobby.join_lobby(sound.id, CAT, 2)
    await hall.tables.lobby.start_match(sound.id, BEN.user_id, 3)
    for table in (broken, sound):
        await hall.store.clocks.update_clocks(table.id, None, 0)
    await hall.store.preferences.set(ANN.user_id, "quiet", "99999-0")  # A day has 1440 minutes.
    await hall.tables.clocks.start_missing_clocks()
    assert await hall.store.clocks.list_clocks_by_seat(broken.id) == {}
    assert [row.user_id for row in (await hall.store.clocks.list_clocks_by_seat(sound.id)).values()] == [
        BEN.user_id
    ]
