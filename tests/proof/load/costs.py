"""Measure the costs on PostgreSQL that capacity.md is based on: ``python -m tests.proof.load.costs``.

One bot process, connected to the Discord stand-in, stores its data in PostgreSQL with fsync on. Simulated
users press buttons at a moderate rate. PostgreSQL's statistics give the amount of data written.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import statistics
import sys
import tempfile
import time
from itertools import product
from pathlib import Path

import asyncpg

from bot.computers.pool import MIN_MOVE_SECONDS
from bot.computers.process import WorkerProcess
from bot.computers.worker import Job
from bot.kit.server_url import ServerUrl
from games.core.match import Match
from games.core.protocol import Game
from games.registry import GAMES
from tests.proof.load.__main__ import LoadedBot, format_quantiles, print_progress, warm_up
from tests.proof.load.processes import measure_cpu_time
from tests.proof.load.stock import fill_database
from tests.support import postgres
from tests.support.arguments import make_integer_type, parse_positive_number
from tests.support.standin.process import BotProcess
from tests.support.standin.server import Standin
from tests.support.standin.world import World

QUIET_SECONDS = 5.0
"""Seconds to wait for pending work before the server's statistics are read."""
MAX_FIRST_MOVE_SECONDS = 1.5
"""Maximum thinking time in seconds for a turn's first move.

The n-th move gets an n-th of this, but at least :data:`MIN_MOVE_SECONDS`.
"""
THOUGHT_TIMEOUT_SECONDS = 20.0
"""Time limit of a measured thought, in seconds. It is long enough for a busy machine."""
READY_MESSAGE = "event=ready guilds="
SERVER_AND_CHANNEL_COUNTS = ((10, 10), (1000, 1000), (1000, 50_000))
"""Numbers of Discord servers and total channels for which the bot's memory is measured."""
MEASUREMENT_NAMES = "presses", "servers", "thoughts"
_WRITES_SQL = """
SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn, xact_commit, tup_inserted, tup_updated + tup_deleted,
    (SELECT coalesce(sum(pg_total_relation_size(oid)), 0) FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'),
    (SELECT count(*) FROM log), pg_snapshot_xmax(pg_current_snapshot())::text::bigint
FROM pg_stat_database WHERE datname = current_database()
"""
_LOG_SIZE_SQL = """
SELECT count(*), (pg_total_relation_size('log'))::float8 / greatest(count(*), 1) FROM log
"""


class BotOnServer(LoadedBot):
    """A measured bot whose tables are stored in PostgreSQL."""

    def __init__(self, folder: Path, live_count: int, url: ServerUrl) -> None:
        super().__init__(folder, live_count, seed=3)
        self.process.server = self.url = url

    async def fill_database(self, finished_count: int) -> None:
        await fill_database(self.url, finished_count, list(self.world.channels))


def measure_server_cpu_seconds(server: postgres.Server) -> float:
    """Return the CPU seconds used by all processes of a PostgreSQL server, including ended ones."""
    main = int((server.data / "postmaster.pid").read_text().split()[0])
    total = 0.0
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            number, fields = int(path.parent.name), path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if number == main:
            total += sum(map(int, fields[11:15]))
        elif int(fields[1]) == main:
            total += sum(map(int, fields[11:13]))
    return total / os.sysconf("SC_CLK_TCK")


def measure_memory(pid: int) -> float:
    """Return a process's proportional set size (own memory plus its share of shared memory) in MiB."""
    text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    found = re.search(r"^Pss:\s+(\d+) kB", text, re.M)
    return int(found[1]) / 1024 if found else 0.0


def count_posts(world: World) -> int:
    """Return the number of times that messages were posted or edited in channels."""
    return sum(
        1 + message.edit_count
        for channel in world.channels
        for message in world.list_public_messages(channel)
    )


async def measure_presses(arguments: argparse.Namespace, folder: Path) -> None:
    """Press buttons at a fixed rate, and print the costs of a press to the bot and the server."""
    server = postgres.Server(postgres.require_programs(), settings=())
    try:
        url = await server.lend_database()
        loaded_bot = BotOnServer(folder / "costs", arguments.live, url)
        await loaded_bot.open_tables(arguments.finished)
        await warm_up(loaded_bot.crowd, arguments.rate)
        await asyncio.sleep(QUIET_SECONDS)
        connection = await asyncpg.connect(url.text)
        before, cpu, theirs = (
            await connection.fetchrow(_WRITES_SQL),
            measure_cpu_time(loaded_bot.process.pid),
            measure_server_cpu_seconds(server),
        )
        posted = count_posts(loaded_bot.world)
        number = await loaded_bot.crowd.press_at_rate(arguments.rate, arguments.seconds)
        tally = loaded_bot.crowd.take_tally()
        await asyncio.sleep(QUIET_SECONDS)
        cpu, theirs = (
            measure_cpu_time(loaded_bot.process.pid) - cpu,
            measure_server_cpu_seconds(server) - theirs,
        )
        after = await connection.fetchrow(_WRITES_SQL)
        print(f"a press: {(count_posts(loaded_bot.world) - posted) / number:.2f} messages posted or edited")
        wal, commits, inserted, changed, size, rows, writes = (
            int(b - a) for a, b in zip(before, after, strict=True)
        )
        held = await connection.fetchval(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
        )
        await connection.execute("VACUUM FULL log")
        _, row = await connection.fetchrow(_LOG_SIZE_SQL)
        await connection.close()
        print(
            f"{number} presses at {arguments.rate:g}/s, failed {len(tally.failures)}: "
            f"acknowledged {format_quantiles(tally.acknowledgement_seconds)}"
        )
        print(f"log rows per press {rows / number:.2f}; bytes per row with index {row:.0f}")
        ours, theirs = 1000 * cpu / number, 1000 * theirs / number
        print(f"a press: {ours:.1f} ms of the bot's processor time, {theirs:.1f} ms of the server's")
        print(
            f"a press: {commits / number:.1f} transactions, of these {writes / number:.2f} that write, "
            f"{inserted / number:.2f} rows added, {changed / number:.2f} changed, "
            f"{wal / number:.0f} bytes of write-ahead log, {size / number:.0f} bytes of growth"
        )
        print(
            f"connections {held - 1}; {measure_memory(loaded_bot.process.pid):.0f} MiB with "
            f"{arguments.live} live tables, database {after[4] / 2**20:.0f} MiB with "
            f"{arguments.finished} finished ones",
            flush=True,
        )
        await loaded_bot.stop_bot()
    finally:
        server.remove()


async def measure_servers(folder: Path) -> None:
    """Print the bot's memory for different numbers of Discord servers and channels."""
    for number, channels in SERVER_AND_CHANNEL_COUNTS:
        world = World(channels, ["Person 1", "Person 2"], guild_count=number)
        (folder / str(channels)).mkdir()
        async with Standin(world) as standin:
            environment = {"SHARDS": "1"}
            bot = BotProcess(
                standin, folder / str(channels), environment=environment, uses_new_interpreter=True
            )
            try:
                await bot.start()
                while f"{READY_MESSAGE}{number}" not in bot.log.read_text("utf-8"):  # noqa: ASYNC110
                    await asyncio.sleep(0.1)
                await asyncio.sleep(QUIET_SECONDS)
                print(f"{number} servers, {channels} channels: {measure_memory(bot.pid):.0f} MiB", flush=True)
            finally:
                await bot.stop()


def measure_thoughts(move_count: int) -> None:
    """Print the CPU time, thoughts per turn and worker memory of each game at two levels."""
    for game, level in product(GAMES.values(), ("normal", "hard")):
        worker = WorkerProcess()
        spent, turns = _play_against_itself(game, level, worker, move_count)
        assert worker.pid is not None
        print(
            f"{game.key}, {level}: {statistics.mean(spent):.2f} s of processor time per thought, "
            f"{len(spent) / turns:.1f} thoughts per turn, {measure_memory(worker.pid):.0f} MiB per worker",
            flush=True,
        )
        worker.close()


def _play_against_itself(
    game: Game, level: str, worker: WorkerProcess, move_count: int
) -> tuple[list[float], int]:
    """Let a level play against itself for up to ``move_count`` moves.

    Return the CPU seconds of each thought, limited as in a real match, and the number of turns.
    """
    match = Match.begin(game, game.seat_counts.start, {}, bytes(32))
    spent: list[float] = []
    turns, count, active_seat = 1, 0, match.active_seat
    while match.outcome is None and len(spent) < move_count:
        seat = match.to_act[0]
        if match.active_seat != active_seat:
            turns, count, active_seat = turns + 1, 0, match.active_seat
        seconds = max(MAX_FIRST_MOVE_SECONDS / (1 + count), MIN_MOVE_SECONDS)
        view = match.rules.view(match.state, seat)
        job = Job(
            game.key, match.rules.version, view, seat, level, bytes(32), match.ply, THOUGHT_TIMEOUT_SECONDS
        )
        before = _measure_cpu_time(worker.pid)
        found = worker.ask(job)
        assert not isinstance(found, str), found
        # Cap the time, because in a real match the computer would have had to stop thinking at this limit.
        spent.append(min(_measure_cpu_time(worker.pid) - before, seconds))
        match = match.act(seat, found[0][0])
        count += 1
    return spent, turns


def _measure_cpu_time(pid: int | None) -> float:
    """Return the CPU seconds that a process has used so far, or 0 if it hasn't started."""
    if pid is None:
        return 0.0
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / float(os.sysconf("SC_CLK_TCK"))


def main() -> int:
    shape = argparse.ArgumentDefaultsHelpFormatter
    parser = argparse.ArgumentParser(
        prog="python -m tests.proof.load.costs", description=__doc__, formatter_class=shape
    )
    parser.add_argument(
        "--seconds", type=parse_positive_number, default=120.0, help="length of the run in seconds"
    )
    parser.add_argument("--rate", type=parse_positive_number, default=10.0, help="presses per second")
    parser.add_argument("--live", type=make_integer_type(1), default=200, help="number of tables in play")
    parser.add_argument(
        "--finished", type=make_integer_type(0), default=1000, help="number of finished tables"
    )
    parser.add_argument("--moves", type=make_integer_type(1), default=8, help="thoughts per game and level")
    parser.add_argument("--only", choices=MEASUREMENT_NAMES, help="run only this part")
    arguments = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        if arguments.only in (None, "presses"):
            asyncio.run(measure_presses(arguments, Path(name)))
        if arguments.only in (None, "servers"):
            asyncio.run(measure_servers(Path(name)))
    if arguments.only in (None, "thoughts"):
        measure_thoughts(arguments.moves)
    print_progress(f"{time.monotonic() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
