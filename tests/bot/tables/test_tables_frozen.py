"""A log that can't be replayed freezes its table, but no other."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio

from bot.errors.tables import ChannelTaken, HostRequired, TableFrozen, UnhostedGame
from bot.model.table import Table
from bot.tables.frozen import stop_frozen_clocks
from bot.tables.service import make_tables
from games.core.errors import BrokenRecord
from games.core.match import ACT_KIND, LoggedRow
from games.core.match_record import MatchRecord
from tests.support.stores import ON_BOTH_ENGINES_AT_NIGHT
from tests.support.tables_kit import ANN, BEN, CAT, Hall, open_hall
from tests.support.toy import TOY, TOYS

pytestmark = ON_BOTH_ENGINES_AT_NIGHT


@pytest_asyncio.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with open_hall(tmp_path) as hall:
        yield hall


async def freeze_table(hall: Hall) -> Table:
    table = await hall.start_match(BEN)
    await hall.tables.play.perform_action(table.id, ANN.user_id, "add:1", 0)
    await hall.store.matches.append_rows(table.id, 1, [LoggedRow(ACT_KIND, 1, "add:2")], 1000, is_over=False)
    return await (await hall.restart()).get(table.id)


async def test_a_broken_log_freezes_its_table(hall: Hall, caplog: pytest.LogCaptureFixture) -> None:
    healthy = await hall.start_match(BEN, channel=1)
    table = await freeze_table(hall)
    assert (table.status, table.match, table.secret) == ("frozen", None, None)
    assert f"table={table.id} kind=frozen rows=2" in caplog.text
    tables = hall.tables
    for attempt in (
        tables.play.perform_action(table.id, ANN.user_id, "add:1", 2),
        tables.play.undo_step(table.id, ANN.user_id),
        tables.play.resign_match(table.id, ANN.user_id),
        tables.play.propose_draw(table.id, ANN.user_id),
        tables.play.answer_proposal(table.id, ANN.user_id, 1, True),
    ):
        with pytest.raises(TableFrozen):
            await attempt
    assert len(await hall.store.matches.read_log(table.id)) == 2
    assert (await tables.play.perform_action(healthy.id, ANN.user_id, "add:1", 0)).steps
    assert [t.id for t in await tables.list_active_tables(BEN.user_id)] == [healthy.id, table.id]


async def test_a_frozen_table_is_exported_and_closed(hall: Hall) -> None:
    table = await freeze_table(hall)
    record = MatchRecord.from_json(await hall.tables.exports.export_json(table.id))
    assert record.rows == (LoggedRow(ACT_KIND, 0, "add:1"), LoggedRow(ACT_KIND, 1, "add:2"))
    assert (record.secret, record.outcome, record.seat_count) == (None, None, 2)
    with pytest.raises(ChannelTaken):
        await hall.open_lobby()
    with pytest.raises(HostRequired):
        await hall.tables.play.close_table(table.id, BEN.user_id)
    table = await hall.tables.play.close_table(table.id, ANN.user_id)
    assert (table.status, table.match) == ("over", None)
    assert table.secret is not None
    assert await hall.tables.find_active_table(900) is None
    revealed = MatchRecord.from_json(await hall.tables.exports.export_json(table.id))
    assert revealed.secret == bytes.fromhex(table.secret)
    with pytest.raises(BrokenRecord, match="Row 2"):
        revealed.replay(TOYS)
    assert (await (await hall.restart()).get(table.id)) == table


async def has_running_clock(hall: Hall, table_id: int) -> bool:
    return any(
        row.running_since is not None
        for row in (await hall.store.clocks.list_clocks_by_seat(table_id)).values()
    )


async def test_starting_the_bot_stops_the_clocks_of_frozen_tables(
    hall: Hall, caplog: pytest.LogCaptureFixture
) -> None:
    broken = await hall.start_match(BEN)
    healthy = await hall.start_match(BEN, channel=1)
    await hall.open_lobby(channel=2)
    await stop_frozen_clocks((await hall.restart()).core)
    assert await has_running_clock(hall, broken.id) and "frozen" not in caplog.text
    # Break the log while the bot is stopped.
    await hall.store.matches.append_rows(
        broken.id, 0, [LoggedRow(ACT_KIND, 0, "nonsense")], 1000, is_over=False
    )
    await stop_frozen_clocks((await hall.restart()).core, lambda: True)
    assert "frozen" not in caplog.text, "a stopping bot leaves the table to the next start"
    await stop_frozen_clocks((await hall.restart()).core)
    assert f"table={broken.id} kind=frozen rows=1" in caplog.text
    assert not await has_running_clock(hall, broken.id) and await has_running_clock(hall, healthy.id)
    await stop_frozen_clocks(make_tables(hall.store, {}).core)
    assert not await has_running_clock(hall, healthy.id)
    await hall.tables.clocks.start_missing_clocks()
    assert await has_running_clock(hall, healthy.id) and not await has_running_clock(hall, broken.id)


async def test_scanning_all_tables_caches_none(hall: Hall) -> None:
    used, idle = await hall.start_match(BEN), await hall.start_match(BEN, channel=1)
    tables = await hall.restart()
    ready = await tables.get(used.id)
    await stop_frozen_clocks(tables.core)
    assert len(tables.core._cache) == 1
    assert await tables.get(used.id) is ready
    assert (await tables.get(idle.id)).match is not None


async def test_a_missing_rules_version_freezes_the_table(hall: Hall) -> None:
    table = await hall.start_match(BEN)
    newer = {"toy": replace(TOY, rules={2: TOY.rules[1]})}
    tables = make_tables(hall.store, newer)
    assert (await tables.get(table.id)).status == "frozen"
    assert (await hall.tables.get(table.id)).status == "playing"
    with pytest.raises(UnhostedGame):
        await make_tables(hall.store, {}).get(table.id)


async def test_each_action_at_a_frozen_table_logs_one_line(
    hall: Hall, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "bot.tables")
    table = await hall.start_match(BEN, CAT)
    await hall.tables.play.perform_action(table.id, ANN.user_id, "end:0", 0)
    caplog.clear()
    await hall.tables.play.perform_action(table.id, BEN.user_id, "add:1", 1)
    lines = [record.getMessage().rsplit(" ", 1) for record in caplog.records]
    assert [line for line, _ in lines] == [
        f"table={table.id} seq=2 seat=0 kind=act token=gift:n",
        f"table={table.id} seq=3 seat=1 kind=act token=add:1",
    ]
    assert all(took.startswith("ms=") for _, took in lines)
    over = await hall.tables.play.resign_match(table.id, ANN.user_id)
    assert over.secret is not None
    for private in (over.secret, "Ann", "Ben"):
        assert private not in caplog.text
