"""Each stored change is published once, after it can be read, even if a subscriber fails."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
import pytest_asyncio

from bot.errors.base import TableError
from bot.kit.server_url import ServerUrl
from bot.model.hours import HOUR
from bot.model.table import START_WHEN_FULL, Clock, Person, Table
from bot.storage.engine.database import Database
from bot.storage.engine.postgres import PostgresDatabase
from bot.storage.engine.sqlite import SqliteDatabase
from bot.tables.feed import Change, ChangeKind, Feed
from bot.tables.service import make_tables
from games.core.errors import RuleError
from tests.support import postgres
from tests.support.stores import ON_BOTH_ENGINES_AT_NIGHT, find_database
from tests.support.tables_kit import ANN, BEN, CAT, Hall, make_place, open_hall
from tests.support.zones import set_zone

pytestmark = ON_BOTH_ENGINES_AT_NIGHT

CLOCK = Clock(10 * HOUR, HOUR)


def read_committed(path: Path) -> dict[str, list[Any]]:
    """Return all committed rows, read through another connection."""
    place = find_database(path)
    if isinstance(place, ServerUrl):
        rows = "tablename, table_to_xml(tablename::regclass, true, false, '')"
        found = postgres.get_server().run_sql(
            f"SELECT {rows} FROM pg_tables WHERE schemaname = 'public'", place.database
        )
        return {"all": found.splitlines()}
    with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as file:
        names = [str(row[0]) for row in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: file.execute(f"SELECT * FROM {name}").fetchall() for name in names}


class RecordingSubscriber:
    """A subscriber that records each change and the rows that were stored when it was published."""

    def __init__(self, hall: Hall) -> None:
        self._path = hall.path
        self.changes: list[Change] = []
        self.stored_rows: list[dict[str, list[Any]]] = []
        hall.tables.feed.subscribe("test", self.record)

    def record(self, change: Change) -> None:
        self.changes.append(change)
        self.stored_rows.append(read_committed(self._path))

    async def collect_changes(self, call: Awaitable[Any]) -> list[tuple[ChangeKind, int]]:
        """Await a call, and return the kind and log length of each change published in the meantime."""
        self.changes.clear()
        self.stored_rows.clear()
        before = read_committed(self._path)
        await call
        if self.changes:
            assert self.stored_rows[0] != before, "published before it was stored"
            assert self.stored_rows[-1] == read_committed(self._path), "published before all of it was stored"
        return [(change.kind, change.seq) for change in self.changes]


@pytest_asyncio.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with open_hall(tmp_path) as hall:
        hall.now = 1_767_225_600.0  # Midnight, UTC.
        yield hall


async def test_each_change_of_a_lobby_is_published_once_when_it_is_stored(hall: Hall) -> None:
    subscriber, lobby = RecordingSubscriber(hall), hall.tables.lobby
    assert await subscriber.collect_changes(lobby.open_table(make_place(), ANN, "toy", {}, press_id=1)) == [
        (ChangeKind.OPENED, 0)
    ]
    table = subscriber.changes[0].table_id
    assert await subscriber.collect_changes(lobby.join_lobby(table, BEN, 2)) == [(ChangeKind.SEATED, 0)]
    assert await subscriber.collect_changes(lobby.invite_person(table, ANN.user_id, CAT.user_id)) == [
        (ChangeKind.INVITED, 0)
    ]
    assert await subscriber.collect_changes(lobby.invite_person(table, ANN.user_id, CAT.user_id)) == []
    assert await subscriber.collect_changes(lobby.withdraw_invitation(table, ANN.user_id, CAT.user_id)) == [
        (ChangeKind.INVITED, 0)
    ]
    assert await subscriber.collect_changes(
        lobby.add_computer(table, ANN.user_id, "easy", "Seahorse", 3)
    ) == [(ChangeKind.SEATED, 0)]
    assert await subscriber.collect_changes(lobby.remove_computer(table, ANN.user_id, 2)) == [
        (ChangeKind.SEATED, 0)
    ]
    assert await subscriber.collect_changes(lobby.set_option(table, ANN.user_id, "goal", "40")) == [
        (ChangeKind.SETTINGS_CHANGED, 0)
    ]
    assert await subscriber.collect_changes(lobby.set_clock(table, ANN.user_id, CLOCK)) == [
        (ChangeKind.SETTINGS_CHANGED, 0)
    ]
    terms = lobby.change_settings(table, ANN.user_id, {"goal": "12"}, None, START_WHEN_FULL)
    assert await subscriber.collect_changes(terms) == [(ChangeKind.SETTINGS_CHANGED, 0)]
    assert await subscriber.collect_changes(hall.tables.seats.leave_table(table, BEN.user_id)) == [
        (ChangeKind.SEATED, 0)
    ]
    await lobby.invite_person(table, ANN.user_id, CAT.user_id)
    assert await subscriber.collect_changes(hall.tables.seats.leave_table(table, CAT.user_id)) == [
        (ChangeKind.INVITED, 0)
    ]
    assert await subscriber.collect_changes(
        hall.tables.play.move_table(table, ANN.user_id, make_place(2))
    ) == [(ChangeKind.MOVED, 0)]
    assert await subscriber.collect_changes(lobby.cancel_lobby(table, ANN.user_id)) == [(ChangeKind.ENDED, 0)]


async def test_a_table_with_an_opponent_is_opened_in_one_change(hall: Hall) -> None:
    subscriber, lobby = RecordingSubscriber(hall), hall.tables.lobby

    async def open_table(channel: int, **options: Any) -> Table:
        call = lobby.open_table(make_place(channel), ANN, "toy", {}, press_id=7, **options)
        assert await subscriber.collect_changes(call) == [(ChangeKind.OPENED, 0)]
        return await hall.tables.get(subscriber.changes[0].table_id)

    alone = await open_table(1, opponent_id=ANN.user_id)
    assert alone.list_seats(ANN.user_id) == (0, 1) and alone.invited_ids == ()
    assert (await open_table(2, opponent_id=BEN.user_id)).invited_ids == (BEN.user_id,)
    against = await open_table(3, computer_level="hard")
    assert [(o.name, o.computer) for o in against.occupants] == [("Ann", None), ("Orca", "hard")]
    rows = await hall.store.seats.list_taken_seats(against.id)
    assert [row.press_id for row in rows] == [7, 7]


async def test_each_change_of_a_match_is_published_once_when_it_is_stored(hall: Hall) -> None:
    table = (await hall.open_lobby(BEN, CAT)).id
    await hall.tables.lobby.set_clock(table, ANN.user_id, CLOCK)
    subscriber, play, seats = RecordingSubscriber(hall), hall.tables.play, hall.tables.seats
    assert await subscriber.collect_changes(hall.tables.lobby.start_match(table, ANN.user_id, 9)) == [
        (ChangeKind.STARTED, 0)
    ]
    assert await subscriber.collect_changes(play.perform_action(table, ANN.user_id, "add:1", 0)) == [
        (ChangeKind.ACTED, 1)
    ]
    assert await subscriber.collect_changes(play.undo_step(table, ANN.user_id, 1)) == [(ChangeKind.UNDONE, 2)]
    # The answer given by a standing order belongs to the same change as the move after it.
    await play.perform_action(table, ANN.user_id, "end:0", 2)
    assert await subscriber.collect_changes(play.perform_action(table, BEN.user_id, "add:1", 3)) == [
        (ChangeKind.ACTED, 5)
    ]
    assert await subscriber.collect_changes(play.undo_step(table, ANN.user_id)) == [(ChangeKind.PROPOSED, 5)]
    proposal = (await hall.tables.get(table)).proposal
    assert proposal is not None
    assert await subscriber.collect_changes(play.answer_proposal(table, BEN.user_id, proposal.id, True)) == [
        (ChangeKind.ANSWERED, 5)
    ]
    assert await subscriber.collect_changes(play.answer_proposal(table, CAT.user_id, proposal.id, True)) == [
        (ChangeKind.UNDONE, 6)
    ]
    assert await subscriber.collect_changes(play.propose_draw(table, BEN.user_id)) == [
        (ChangeKind.PROPOSED, 6)
    ]
    proposal = (await hall.tables.get(table)).proposal
    assert proposal is not None
    assert await subscriber.collect_changes(play.answer_proposal(table, CAT.user_id, proposal.id, False)) == [
        (ChangeKind.ANSWERED, 6)
    ]
    assert await subscriber.collect_changes(seats.leave_table(table, CAT.user_id)) == [(ChangeKind.SEATED, 6)]
    assert await subscriber.collect_changes(seats.invite_to_take_over(table, ANN.user_id, CAT.user_id)) == [
        (ChangeKind.INVITED, 6)
    ]
    assert await subscriber.collect_changes(seats.withdraw_invitation(table, ANN.user_id, CAT.user_id)) == [
        (ChangeKind.INVITED, 6)
    ]
    assert await subscriber.collect_changes(seats.take_over_seat(table, CAT, 2)) == [(ChangeKind.SEATED, 6)]
    assert await subscriber.collect_changes(play.move_table(table, ANN.user_id, make_place(2))) == [
        (ChangeKind.MOVED, 6)
    ]
    assert await subscriber.collect_changes(play.resign_match(table, BEN.user_id)) == [(ChangeKind.ENDED, 7)]
    again = hall.tables.rematches
    assert await subscriber.collect_changes(again.open_or_join_rematch(table, ANN, 11)) == [
        (ChangeKind.OPENED, 0)
    ]
    assert await subscriber.collect_changes(again.open_or_join_rematch(table, BEN, 12)) == [
        (ChangeKind.SEATED, 0)
    ]
    assert await subscriber.collect_changes(again.open_or_join_rematch(table, CAT, 13)) == [
        (ChangeKind.SEATED, 0),
        (ChangeKind.STARTED, 0),
    ]
    assert {change.table_id for change in subscriber.changes} == {table + 1}


async def test_an_action_that_ends_the_match_is_one_change(hall: Hall) -> None:
    table = (await hall.start_match(BEN)).id
    subscriber, told = RecordingSubscriber(hall), []
    for seq in range(20):
        match = (await hall.tables.get(table)).match
        assert match is not None
        if match.outcome is not None:
            break
        seat = match.to_act[0]
        token = "add:2" if "add:2" in [a.token for a in match.legal_actions(seat)] else "roll:0"
        told += await subscriber.collect_changes(
            hall.tables.play.perform_action(table, (ANN, BEN)[seat].user_id, token, seq)
        )
    *before, end = told
    assert end == (ChangeKind.ENDED, len(told))
    assert before == [(ChangeKind.ACTED, seq) for seq in range(1, len(told))]


async def test_actions_of_computers_and_moderators_are_published(hall: Hall) -> None:
    table = await hall.tables.lobby.open_table(
        make_place(), ANN, "toy", {}, press_id=1, computer_level="easy"
    )
    await hall.tables.lobby.start_match(table.id, ANN.user_id, 2)
    await hall.tables.play.perform_action(table.id, ANN.user_id, "roll:0", 0)
    subscriber = RecordingSubscriber(hall)
    assert await subscriber.collect_changes(
        hall.tables.play.perform_computer_action(table.id, 1, "roll:0", 1)
    ) == [(ChangeKind.ACTED, 2)]
    assert await subscriber.collect_changes(hall.tables.play.close_table(table.id, 0, is_moderator=True)) == [
        (ChangeKind.ENDED, 3)
    ]


async def test_closing_a_table_of_a_removed_game_is_published_as_its_end(hall: Hall) -> None:
    table = (await hall.start_match(BEN)).id
    await hall.tables.play.perform_action(table, ANN.user_id, "add:1", 0)
    hall.tables = make_tables(hall.store, {})
    subscriber = RecordingSubscriber(hall)
    assert await subscriber.collect_changes(hall.tables.play.close_unhosted_table(table, ANN.user_id)) == [
        (ChangeKind.ENDED, 1)
    ]


async def test_clocks_that_run_out_and_times_that_change_are_published(hall: Hall) -> None:
    table = (await hall.open_lobby(BEN)).id
    await hall.tables.lobby.set_clock(table, ANN.user_id, CLOCK)
    await hall.tables.lobby.start_match(table, ANN.user_id, 9)
    subscriber, times = RecordingSubscriber(hall), hall.tables.times
    assert await subscriber.collect_changes(set_zone(times, ANN.user_id, "Europe/Berlin")) == [
        (ChangeKind.DEADLINE_CHANGED, 0)
    ]
    # Quiet hours that only postpone a reminder change no time that a message shows.
    assert await subscriber.collect_changes(times.set_quiet_hours(BEN.user_id, (0, 60))) == [
        (ChangeKind.REMINDER_CHANGED, 0)
    ]
    assert await subscriber.collect_changes(times.set_reminder_delay(CAT.user_id, 3600)) == []
    hall.now += 11 * HOUR
    (found,) = await hall.store.clocks.list_due_clocks(int(hall.now))
    assert await subscriber.collect_changes(hall.tables.clocks.record_timeout(found)) == [
        (ChangeKind.DEADLINE_CHANGED, 0)
    ]
    assert await subscriber.collect_changes(hall.tables.clocks.end_match_by_claim(table, BEN.user_id, 0)) == [
        (ChangeKind.ENDED, 1)
    ]
    assert await subscriber.collect_changes(hall.tables.clocks.record_timeout(found)) == []


async def test_a_seat_that_a_claim_gives_to_a_computer_is_published(hall: Hall) -> None:
    table = (await hall.open_lobby(BEN)).id
    await hall.tables.lobby.set_clock(table, ANN.user_id, CLOCK)
    await hall.tables.lobby.start_match(table, ANN.user_id, 9)
    hall.now += 11 * HOUR
    subscriber = RecordingSubscriber(hall)
    claim = hall.tables.clocks.replace_player_by_claim(table, BEN.user_id, 0, "easy")
    assert await subscriber.collect_changes(claim) == [(ChangeKind.SEATED, 0)]


async def test_a_standing_order_is_published_for_the_tables_where_it_answers(hall: Hall) -> None:
    one, other = (await hall.start_match(BEN)).id, (await hall.start_match(BEN, channel=2)).id
    subscriber, orders = RecordingSubscriber(hall), hall.tables.orders
    assert await subscriber.collect_changes(orders.set_order(ANN.user_id, "toy", "wait")) == []
    await hall.tables.play.perform_action(one, ANN.user_id, "end:0", 0)
    assert other != one
    # The default order now answers for Ann, so her clock stops.
    assert await subscriber.collect_changes(orders.set_order(ANN.user_id, "toy", "")) == [
        (ChangeKind.STANDING_ORDER_SET, 1),
        (ChangeKind.CLOCK_CHANGED, 1),
    ]
    assert {change.table_id for change in subscriber.changes} == {one}
    assert await subscriber.collect_changes(orders.set_order(ANN.user_id, "toy", "wait")) == [
        (ChangeKind.STANDING_ORDER_SET, 1),
        (ChangeKind.CLOCK_CHANGED, 1),
    ]


async def test_channel_settings_are_published_if_there_is_a_table(hall: Hall) -> None:
    table = await hall.start_match(BEN, channel=5)
    subscriber, channels = RecordingSubscriber(hall), hall.tables.channels
    assert await subscriber.collect_changes(channels.set_language(5, "de")) == [
        (ChangeKind.LANGUAGE_CHANGED, 0)
    ]
    assert await channels.get_language(5) == "de" and (await channels.find_words(table)).locale == "de"
    assert await subscriber.collect_changes(channels.set_language(5, None)) == [
        (ChangeKind.LANGUAGE_CHANGED, 0)
    ]
    assert await subscriber.collect_changes(channels.set_verbosity(5, "quiet")) == [
        (ChangeKind.VERBOSITY_CHANGED, 0)
    ]
    assert await channels.get_verbosity(5) == "quiet"
    assert await subscriber.collect_changes(channels.set_verbosity(6, "story")) == []
    hall.tables.core.games = {}
    await hall.tables.core.invalidate_table(table.id)
    assert await subscriber.collect_changes(channels.set_language(5, "nl")) == []
    assert await channels.get_language(5) == "nl"


async def test_an_erasure_is_published_for_each_table_with_the_name(hall: Hall) -> None:
    over, going = (
        (await hall.start_match(BEN, channel=1)).id,
        (await hall.start_match(BEN, CAT, channel=2)).id,
    )
    await hall.tables.play.resign_match(over, ANN.user_id)
    names: list[tuple[str, ...]] = []
    subscriber = RecordingSubscriber(hall)

    async def record_names(table_id: int) -> None:
        names.append((await hall.tables.get(table_id)).names)

    looks: list[asyncio.Task[None]] = []
    hall.tables.feed.subscribe(
        "look", lambda change: looks.append(asyncio.create_task(record_names(change.table_id)))
    )
    told = await subscriber.collect_changes(hall.tables.people.erase_person(BEN.user_id, "Somebody"))
    await asyncio.gather(*looks)
    assert told == [(ChangeKind.SEATED, 0), (ChangeKind.NAMES_CHANGED, 1), (ChangeKind.NAMES_CHANGED, 0)]
    assert [change.table_id for change in subscriber.changes] == [going, over, going]
    assert names[1] == ("Ann", "Somebody")


REFUSED_TOKENS = ("add:9", "gift:y")


@pytest.mark.parametrize("token", REFUSED_TOKENS)
async def test_refusals_are_not_published(hall: Hall, token: str) -> None:
    table = (await hall.start_match(BEN)).id
    subscriber = RecordingSubscriber(hall)
    for person in (ANN, BEN, CAT):
        with pytest.raises((TableError, RuleError)):
            await hall.tables.play.perform_action(table, person.user_id, token, None)
    with pytest.raises(TableError):
        await hall.tables.seats.take_over_seat(table, CAT, 0)
    assert subscriber.changes == []


async def test_failed_writes_are_not_published(hall: Hall) -> None:
    table = (await hall.start_match(BEN)).id
    subscriber = RecordingSubscriber(hall)
    await hall.store.close()
    with pytest.raises(Exception, match="stopping"):
        await hall.tables.play.perform_action(table, ANN.user_id, "add:1", 0)
    assert subscriber.changes == []


async def wait_for_write(database: Database) -> None:
    """Wait until a write has begun that can no longer be cancelled."""
    for _ in range(10_000):
        if isinstance(database, SqliteDatabase):
            if database._writer._group is not None:
                # The writer's thread has begun a group of writes, which can no longer be cancelled.
                return
        elif cast(PostgresDatabase, database)._writer._lanes:
            return
        await asyncio.sleep(0)


async def test_a_write_cancelled_while_being_stored_is_published(hall: Hall) -> None:
    table = (await hall.start_match(BEN)).id
    subscriber = RecordingSubscriber(hall)
    press = asyncio.create_task(hall.tables.play.resign_match(table, ANN.user_id))
    await wait_for_write(hall.store._database)
    press.cancel()
    with pytest.raises(asyncio.CancelledError):
        await press
    assert [(change.kind, change.seq) for change in subscriber.changes] == [(ChangeKind.ENDED, 1)]
    assert (await (await hall.restart()).get(table)).status == "over"


@pytest.fixture
def feed() -> Iterator[Feed]:
    yield Feed()


def test_a_failing_subscriber_does_not_block_the_others(feed: Feed, caplog: pytest.LogCaptureFixture) -> None:
    heard: list[str] = []

    def raise_on_change(change: Change) -> None:
        heard.append("fails")
        raise RuntimeError("no")

    feed.subscribe("first", lambda change: heard.append("first"))
    feed.subscribe("fails", raise_on_change)
    feed.subscribe("last", lambda change: heard.append("last"))
    for seq in range(2):
        feed.publish(Change(1, seq, ChangeKind.ACTED))
    assert heard == ["first", "fails", "last"] * 2, "all subscribers are called each time"
    assert [record.getMessage() for record in caplog.records] == [
        "subscriber failed name=fails table=1 kind=acted"
    ] * 2
    assert tuple(feed._subscribers) == ("first", "fails", "last")


def test_a_subscription_name_cannot_be_reused(feed: Feed) -> None:
    feed.subscribe("one", print)
    with pytest.raises(ValueError, match="one"):
        feed.subscribe("one", print)


async def test_a_change_succeeds_even_if_a_subscriber_fails(hall: Hall) -> None:
    def raise_on_change(change: Change) -> None:
        raise RuntimeError("no")

    hall.tables.feed.subscribe("fails", raise_on_change)
    subscriber = RecordingSubscriber(hall)
    table = await hall.start_match(BEN)
    assert replace(table, match=None).status == "playing"
    assert [change.kind for change in subscriber.changes] == [
        ChangeKind.OPENED,
        ChangeKind.SEATED,
        ChangeKind.STARTED,
    ]
    assert (
        await hall.tables.lobby.open_table(make_place(3), Person(1, "x"), "toy", {}, press_id=1)
    ).id != table.id
