"""After a start, computers move at every table where it is their turn, and the tables share the time."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest

from bot.app import ReefBot
from bot.computers.due_seats import find_due_computer
from bot.computers.pool import ROUND_DURATION_SECONDS
from bot.computers.process import WorkerProcess
from bot.computers.thinker import Thinker
from bot.computers.worker import Job, Ranking, rank_actions
from bot.model.table import Table
from games.core.match import Match
from tests.support import harbour as harbours
from tests.support.harbour import THINK_SECONDS, Harbour, replace_thinker
from tests.support.patience import HANG_TIMEOUT_SECONDS
from tests.support.thinking import count_queued_moves

TABLE_COUNT = 6
"""Number of tables at which a computer must move when the bot starts."""
ARRIVAL_TIMEOUT_SECONDS = HANG_TIMEOUT_SECONDS
"""Maximum number of seconds that the first table waits until all other tables have asked for a move."""


class WaitingWorker(WorkerProcess):
    """A worker that waits until every table has asked for a move, and records tables and time limits."""

    def __init__(self) -> None:
        super().__init__()
        self.thinker = RecordingThinker(self)
        self.given: list[tuple[int, float]] = []

    def ask(self, job: Job) -> Ranking | str:
        until = time.monotonic() + (0.0 if self.given else ARRIVAL_TIMEOUT_SECONDS)
        while (
            count_queued_moves(self.thinker.pool) + len(self.given) + 1 < TABLE_COUNT
            and time.monotonic() < until
        ):
            time.sleep(0.01)
        self.given.append((self.thinker.tables[job.seed], job.seconds))
        return rank_actions(replace(job, seconds=THINK_SECONDS))


class RecordingThinker(Thinker):
    def __init__(self, worker: WorkerProcess) -> None:
        super().__init__(ROUND_DURATION_SECONDS, worker)
        self.tables: dict[bytes, int] = {}

    async def choose_move(self, table: Table, match: Match, seat: int) -> str:
        self.tables[self._derive_seed(table, match, seat)] = table.id
        return await super().choose_move(table, match, seat)


async def play_until_computer_turn(harbour: Harbour, number: int) -> int:
    """Play a new match until a computer player must move. Return the table's ID."""
    channel = harbour.guild.create_text_channel(f"reef-{number}")
    await harbour.anna.slash(channel, "play", game="australis")
    harbour.bot.driver._resumed = False
    table = await harbour.bot.tables.find_latest_table(channel.id)
    while table is not None and await find_due_computer(harbour.bot.tables.wait_finder, table) is None:
        assert table.match is not None
        seat = table.match.to_act[0]
        token = table.match.legal_actions(seat)[0].token
        await harbour.bot.tables.play.perform_action(
            table.id, harbour.anna.id, token, table.match.seq, seat=seat
        )
        table = await harbour.bot.tables.get(table.id)
    harbour.bot.driver._resumed = True
    assert table is not None
    return table.id


async def test_after_a_start_each_table_gets_one_move_before_any_gets_two(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [await play_until_computer_turn(harbour, number) for number in range(TABLE_COUNT)]
    worker, real = WaitingWorker(), harbours.make_bot

    def make_bot(folder: Path, *args: object) -> ReefBot:
        bot = real(folder, *args)  # type: ignore[arg-type]
        replace_thinker(bot, worker.thinker)
        return bot

    monkeypatch.setattr(harbours, "make_bot", make_bot)
    await harbour.kill()
    await harbour.bot.driver.wait_until_idle()
    asked = [table for table, _ in worker.given]
    assert asked[:TABLE_COUNT] == tables, "none of them has a second thought before all have had one"
    assert [seconds for _, seconds in worker.given[:TABLE_COUNT]] == [
        ROUND_DURATION_SECONDS / TABLE_COUNT
    ] * TABLE_COUNT
    for table_id in tables:
        assert (
            await find_due_computer(harbour.bot.tables.wait_finder, await harbour.bot.tables.get(table_id))
            is None
        )
