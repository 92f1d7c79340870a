"""Changes at tables of other processes are relayed in both directions."""

from __future__ import annotations

from pathlib import Path

from bot.shards.relay import ChangeRelay
from bot.storage.matches import MatchRow
from bot.storage.seats import SeatRow
from bot.tables.feed import Change, ChangeKind
from bot.tables.service import Tables, make_tables
from games.registry import GAMES
from tests.support.stores import OpenStore, open_store

__all__ = ["open_store"]

GUILD_ID = 1 << 22
"""ID of a Discord server of the second shard."""


class RelayingProcess:
    """The table service of one process, and the changes it received."""

    def __init__(self, tables: Tables, shard: int, wire: list[str]) -> None:
        self.tables = tables
        self.received: list[Change] = []
        tables.core.share.restrict_to_shards(2, (shard,))
        tables.feed.subscribe("test", self.received.append)
        self.relay = ChangeRelay(tables.core, self._record_message, tables.feed.publish_locally)
        tables.feed.divert_change = self.relay.divert_change
        self._wire = wire

    async def _record_message(self, text: str) -> None:
        self._wire.append(text)


async def test_a_change_reaches_the_process_that_owns_the_table(
    open_store: OpenStore, tmp_path: Path
) -> None:
    store = await open_store(tmp_path / "reefs.db")
    row = MatchRow(0, "reef", None, {}, "lobby", 5, GUILD_ID, "en", 7, 2, b"x" * 32, None, 1, None)
    seat = SeatRow(0, 7, "Anna", 1)
    wire: list[str] = []
    here, there = (RelayingProcess(make_tables(store, GAMES), shard, wire) for shard in (0, 1))
    table = await store.matches.add_table(row, [seat])
    kept = await there.tables.get(table)
    assert await there.tables.get(table) is kept
    # A table owned by another process is not cached.
    assert await here.tables.get(table) is not await here.tables.get(table)
    assert await here.tables.core.share.pick_owned_table_ids([table]) == []
    assert await there.tables.core.share.pick_owned_table_ids([table, 99]) == [table]

    closed = await here.tables.seats.leave_table(table, 7)
    assert closed.status == "over"
    await here.relay.wait_until_idle()
    assert here.received == []
    (text,) = wire
    # Add a third process, which doesn't serve the table's server either.
    beside = RelayingProcess(make_tables(store, GAMES), 0, wire)
    for side in (here, there, beside):
        side.relay.receive_message(text)
        await side.relay.wait_until_idle()
    assert here.received == beside.received == []
    assert there.received == [Change(table, 0, ChangeKind.ENDED)]
    assert (await there.tables.get(table)).status == "over"


async def test_changed_names_reach_every_process_and_invalid_messages_are_ignored(
    open_store: OpenStore, tmp_path: Path
) -> None:
    store = await open_store(tmp_path / "reefs.db")
    row = MatchRow(0, "reef", None, {}, "lobby", 5, GUILD_ID, "en", 7, 2, b"x" * 32, None, 1, None)
    wire: list[str] = []
    here, there = (RelayingProcess(make_tables(store, GAMES), shard, wire) for shard in (0, 1))
    table = await store.matches.add_table(row, [SeatRow(0, 7, "Anna", 1)])
    await there.tables.people.erase_person(7, "Somebody")
    await there.relay.wait_until_idle()
    names = Change(table, 0, ChangeKind.NAMES_CHANGED)
    assert there.received[-1] == names
    for text in (*wire, "{}", "nonsense", '{"table": 1, "seq": 0, "kind": "?", "by": ""}'):
        for side in (here, there):
            side.relay.receive_message(text)
            await side.relay.wait_until_idle()
    # The other process is notified too, because it may have cached the table with the old name.
    assert here.received == [names]
    assert there.received.count(names) == 1


async def test_a_process_handles_its_own_report_if_it_owns_the_table(
    open_store: OpenStore, tmp_path: Path
) -> None:
    store = await open_store(tmp_path / "reefs.db")
    row = MatchRow(0, "reef", None, {}, "lobby", 5, GUILD_ID, "en", 7, 2, b"x" * 32, None, 1, None)
    wire: list[str] = []
    owner = RelayingProcess(make_tables(store, GAMES), 1, wire)
    table = await store.matches.add_table(row, [SeatRow(0, 7, "Anna", 1)])
    for kind in (ChangeKind.INTERRUPTED, ChangeKind.ACTED):
        owner.relay.send_change(Change(table, 0, kind))
        await owner.relay.wait_until_idle()
        owner.relay.receive_message(wire.pop())
        await owner.relay.wait_until_idle()
    assert owner.received == [Change(table, 0, ChangeKind.INTERRUPTED)]
