"""A stored change is published and confirmed, even if the database can't be read afterwards."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.errors.storage import CommittedResultUnread
from bot.model.table import Table
from bot.tables.feed import Change, ChangeKind
from tests.support.stores import ON_BOTH_ENGINES_AT_NIGHT
from tests.support.tables_kit import ANN, BEN, CAT, DAN, Hall, break_reads_after_writes, make_place, open_hall

pytestmark = ON_BOTH_ENGINES_AT_NIGHT


@pytest_asyncio.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with open_hall(tmp_path) as hall:
        yield hall


def record_changes(hall: Hall) -> list[ChangeKind]:
    kinds: list[ChangeKind] = []

    def append_kind(change: Change) -> None:
        kinds.append(change.kind)

    hall.tables.feed.subscribe("test", append_kind)
    return kinds


EndMatch = Callable[[Hall, Table], Any]


@pytest.mark.parametrize(
    "end",
    [
        lambda hall, table: hall.tables.play.resign_match(table.id, ANN.user_id),
        lambda hall, table: hall.tables.play.close_table(table.id, ANN.user_id),
    ],
    ids=("resign", "close"),
)
async def test_an_end_is_confirmed_even_if_the_table_cannot_be_read(hall: Hall, end: EndMatch) -> None:
    table = await hall.start_match(BEN)
    kinds = record_changes(hall)
    with break_reads_after_writes(hall.store):
        over = await end(hall, table)
    assert kinds == [ChangeKind.ENDED]
    assert over.status == "over" and over.secret is not None
    assert await hall.tables.get(table.id) == over
    assert await (await hall.restart()).get(table.id) == over


async def test_a_join_is_confirmed_even_if_the_table_cannot_be_read(hall: Hall) -> None:
    table = await hall.open_lobby()
    kinds = record_changes(hall)
    with break_reads_after_writes(hall.store), pytest.raises(CommittedResultUnread):
        await hall.tables.lobby.join_lobby(table.id, BEN, 2)
    assert kinds == [ChangeKind.SEATED]
    assert (await hall.tables.get(table.id)).user_ids == (ANN.user_id, BEN.user_id)


async def test_an_opened_table_is_confirmed_even_if_it_cannot_be_read(hall: Hall) -> None:
    kinds = record_changes(hall)
    with break_reads_after_writes(hall.store), pytest.raises(CommittedResultUnread):
        await hall.tables.lobby.open_table(make_place(7), ANN, "toy", {}, press_id=1)
    assert kinds == [ChangeKind.OPENED]
    assert await hall.tables.find_active_table(7) is not None


async def test_a_rematch_is_confirmed_even_if_the_table_cannot_be_read(hall: Hall) -> None:
    table = await hall.start_match(BEN)
    await hall.tables.play.resign_match(table.id, ANN.user_id)
    kinds = record_changes(hall)
    for person, expected in ((ANN, [ChangeKind.OPENED]), (BEN, [ChangeKind.SEATED])):
        kinds.clear()
        with break_reads_after_writes(hall.store), pytest.raises(CommittedResultUnread):
            await hall.tables.rematches.open_or_join_rematch(table.id, person, 5)
        assert kinds == expected
    assert (await hall.tables.get(table.id + 1)).user_ids == (BEN.user_id, ANN.user_id)


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (lambda tables, table: tables.seats.leave_table(table, BEN.user_id), ChangeKind.SEATED),
        (lambda tables, table: tables.play.propose_draw(table, ANN.user_id), ChangeKind.PROPOSED),
        (lambda tables, table: tables.play.move_table(table, ANN.user_id, make_place(8)), ChangeKind.MOVED),
        (
            lambda tables, table: tables.times.set_reminder_delay(ANN.user_id, 3600),
            ChangeKind.REMINDER_CHANGED,
        ),
        (lambda tables, table: tables.channels.set_language(900, "de"), ChangeKind.LANGUAGE_CHANGED),
    ],
    ids=("leave", "draw", "move", "times", "language"),
)
async def test_a_stored_change_is_never_reported_as_failed(hall: Hall, change: Any, kind: ChangeKind) -> None:
    table = await hall.start_match(BEN, CAT, DAN)
    kinds = record_changes(hall)
    with break_reads_after_writes(hall.store), suppress(CommittedResultUnread):
        await change(hall.tables, table.id)
    assert kinds == [kind]


async def test_a_standing_order_is_set_even_if_clocks_cannot_be_updated(hall: Hall) -> None:
    table = await hall.start_match(BEN)
    await hall.tables.play.perform_action(table.id, ANN.user_id, "end:0", 0)
    kinds = record_changes(hall)
    with break_reads_after_writes(hall.store):
        await hall.tables.orders.set_order(ANN.user_id, "toy", "wait")
    assert kinds == [ChangeKind.STANDING_ORDER_SET]
    assert await hall.tables.wait_finder.get_standing_order(ANN.user_id, "toy") == "wait"
