"""Restart the hosting process again and again while people press: ``python -m tests.proof.load.rolling``.

Each restart stops the hosting process with SIGTERM or SIGKILL. A standby takes over, and the stopped process
is started again as the new standby. People press at a fixed rate. As in Discord, an acknowledgement is too
late after three seconds. In the end, every log must contain each acknowledged move once, and every board must
show it.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

from bot.storage import Store
from games.core.match import ACT_KIND
from tests.proof.drill.__main__ import wait_until_quiet
from tests.proof.drill.players import Pair, SentMove, read_press, record_answer
from tests.proof.drill.verify import check_boards, check_moves, find_errors, find_pending_work
from tests.proof.load.__main__ import MAX_PRINTED_PROBLEMS, format_quantiles, print_progress, warm_up
from tests.proof.load.people import Crowd, Tally, find_quantile
from tests.proof.load.processes import MeasuredProcess
from tests.proof.load.stock import fill_database
from tests.support.arguments import POSTGRESQL, make_integer_type, parse_positive_number, run_server
from tests.support.postgres import Server
from tests.support.standin.interactions import ACKNOWLEDGE_DEADLINE_SECONDS, Interaction
from tests.support.standin.people import Member, Unanswered
from tests.support.standin.server import Standin
from tests.support.standin.world import OWNER_ID, Message, World

ANSWER_TIMEOUT_SECONDS = 10.0
TERM_SECONDS = 8.0
"""Seconds for which a lease is valid unless it is renewed (see ``bot/storage/leases.py``)."""
HANDOVER_SECONDS = 5.0
"""Seconds after a SIGTERM that count as the handover."""
BOARDS_TIMEOUT_SECONDS = 900.0
MAX_ACKNOWLEDGEMENT_SECONDS = 3.0
"""Maximum 99th percentile of the seconds until an acknowledgement during a handover."""
FIND_OWNER_SQL = "SELECT owner FROM leases WHERE until > clock_timestamp()"


class RecordingCrowd(Crowd):
    """A crowd that records all sent moves, and the time of each press."""

    def __init__(self, standin: Standin, channels: Sequence[int], first: int, seed: int) -> None:
        super().__init__(standin, channels, first, seed)
        self.sent_moves_by_channel: dict[int, list[SentMove]] = {}
        self.presses: list[tuple[float, float | None]] = []
        """Time of each press, and the seconds until its acknowledgement (``None`` if it failed)."""
        self.given_up: list[tuple[float, float]] = []
        """Time of each unanswered press, and the time at which its person stopped waiting."""

    async def act_in_channel(self, channel: int) -> Interaction:
        """Act in a channel, and record the time of the press and the seconds until its acknowledgement."""
        began = time.monotonic()
        try:
            interaction = await super().act_in_channel(channel)
        except Unanswered:
            self.presses.append((began, None))
            self.given_up.append((began, time.monotonic()))
            raise
        self.presses.append((interaction.sent_at, interaction.acknowledgement_seconds))
        return interaction

    async def press_start_button(
        self, person: Member, channel: int, board: Message, custom_id: str
    ) -> Interaction:
        _, sent_move = read_press(custom_id, [])
        self.sent_moves_by_channel.setdefault(channel, []).append(sent_move)
        made = await super().press_start_button(person, channel, board, custom_id)
        record_answer(sent_move, made)
        return made

    async def type_move(self, person: Member, channel: int, token: str) -> Interaction:
        sent_move = SentMove((person.user_id - self._first) % 2, token)
        self.sent_moves_by_channel.setdefault(channel, []).append(sent_move)
        made = await super().type_move(person, channel, token)
        record_answer(sent_move, made)
        return made


class RestartedBots:
    """A hosting process and its standby, with many tables and the people at them."""

    def __init__(self, standin: Standin, server: Server, folder: Path, live: int) -> None:
        self.standin = standin
        self.server = server
        self.url = server.create_empty_database()
        self.bots = [MeasuredProcess(standin, folder, server=self.url, name=name) for name in ("one", "two")]
        self.crowd = RecordingCrowd(standin, list(standin.world.channels), OWNER_ID, seed=5)
        self._live = live

    def find_host(self) -> MeasuredProcess:
        owner = self.server.run_sql(FIND_OWNER_SQL, self.url.database).strip()
        return next(bot for bot in self.bots if owner.endswith(f":{bot.pid}"))

    async def open_tables(self) -> dict[int, list[SentMove]]:
        """Create the tables, start both processes, and wait for all boards.

        Return the stored moves, by channel.
        """
        channels = list(self.standin.world.channels)
        await fill_database(self.url, 0, channels)
        stored_moves_by_channel = await self.read_moves()
        for bot in self.bots:
            await bot.start()
        began = time.monotonic()
        while any(self.crowd.find_board(channel) is None for channel in channels):
            if time.monotonic() - began > BOARDS_TIMEOUT_SECONDS:
                raise TimeoutError("some tables have no board")
            await asyncio.sleep(0.2)
        return stored_moves_by_channel

    async def read_moves(self) -> dict[int, list[SentMove]]:
        """Return the stored moves of all live tables, by channel."""
        store = await Store.open(self.url)
        try:
            found = {}
            for table in await store.matches.list_all_active_table_ids():
                row = await store.matches.find_table(table)
                assert row is not None
                log = await store.matches.read_log(table)
                found[row.channel_id] = [
                    SentMove(r.seat, r.text, is_acknowledged=True) for r in log if r.kind == ACT_KIND
                ]
            return found
        finally:
            await store.close()

    async def restart(self, *, uses_kill: bool) -> float:
        """Stop or kill the hosting process and start it again; return the monotonic time of the stop."""
        bot = await asyncio.to_thread(self.find_host)
        stopped = time.monotonic()
        if uses_kill:
            await bot.kill()
        elif status := await bot.stop():
            raise RuntimeError(f"exited with status {status}")
        print_progress(f"stopped after {time.monotonic() - stopped:.1f} s")
        await bot.start()
        return stopped

    async def find_problems(
        self, stored_moves_by_channel: dict[int, list[SentMove]]
    ) -> tuple[int, list[str]]:
        """Stop everything, then check the logs and boards.

        :returns: the number of acknowledged moves that are stored, and the problems.
        """
        found = await wait_until_quiet(self.standin, lambda: find_pending_work(self.url))
        for bot in self.bots:
            if status := await bot.stop():
                found.append(f"exited with status {status}")
            found += find_errors(bot.log, with_outages=False)
        store = await Store.open(self.url)
        pairs = []
        for channel, before in stored_moves_by_channel.items():
            table = await store.matches.find_latest_table_id(channel)
            assert table is not None
            entries = {table: [*before, *self.crowd.sent_moves_by_channel.get(channel, ())]}
            people = (Member(self.standin, 0), Member(self.standin, 0))
            pair = Pair(
                self.standin,
                channel,
                people,
                "",
                Random(1),
                uses_buttons=False,
                plays_computer=False,
                sent_moves_by_table=entries,
            )
            pairs.append(pair)
        await store.close()
        stored_moves = await check_moves(self.url, pairs)
        found += stored_moves.problems + await check_boards(self.url, self.standin.world)
        found += [f"limit broken: {text}" for text in self.standin.world.violations]
        return stored_moves.acknowledged_move_count - sum(map(len, stored_moves_by_channel.values())), found


async def measure_rolling(arguments: argparse.Namespace) -> int:
    """Run the restarts and print the figures; return 1 if there are problems."""
    with run_server(POSTGRESQL) as server, tempfile.TemporaryDirectory() as name:
        assert server is not None
        world = World(arguments.live, [f"Person {n + 1}" for n in range(2 * arguments.live)])
        async with Standin(world) as standin:
            standin.interactions.acknowledge_seconds = ACKNOWLEDGE_DEADLINE_SECONDS
            standin.interactions.answer_seconds = ANSWER_TIMEOUT_SECONDS
            restarted_bots = RestartedBots(standin, server, Path(name), arguments.live)
            async with restarted_bots.bots[0], restarted_bots.bots[1]:
                return await measure_restarts(restarted_bots, arguments)


async def measure_restarts(restarted_bots: RestartedBots, arguments: argparse.Namespace) -> int:
    """Press while the hosting process is restarted, and print the figures; return 1 if there are problems."""
    stored_moves_by_channel, crowd = await restarted_bots.open_tables(), restarted_bots.crowd
    found = await warm_up(crowd, arguments.rate)
    crowd.presses.clear()
    crowd.given_up.clear()
    seconds = arguments.restarts * arguments.apart
    pressing = asyncio.create_task(crowd.press_at_rate(arguments.rate, seconds))
    stops = []
    for _ in range(arguments.restarts):
        began = time.monotonic()
        stops.append(await restarted_bots.restart(uses_kill=arguments.kill))
        await asyncio.sleep(max(arguments.apart - (time.monotonic() - began), 0.0))
    number = await pressing
    tally = crowd.take_tally()
    moves, wrong = await restarted_bots.find_problems(stored_moves_by_channel)
    found += wrong
    gap = (TERM_SECONDS if arguments.kill else 0.0) + HANDOVER_SECONDS
    within = [m for m in crowd.presses if any(0.0 <= m[0] - stop < gap for stop in stops)]
    silent = [made for made, took in crowd.presses if took is None]
    outside = [
        began for began, ended in crowd.given_up if not any(began - gap < stop <= ended for stop in stops)
    ]
    how = "SIGKILL" if arguments.kill else "SIGTERM"
    took = [seconds for _, seconds in within if seconds is not None]
    print(
        f"{number} presses at {arguments.rate:g}/s over {len(stops)} restarts by {how}: acknowledged "
        f"{format_quantiles(tally.acknowledgement_seconds)}; of {len(within)} within {gap:g} s of one "
        f"{format_quantiles(took)}; unanswered {len(silent)}, of them elsewhere {len(outside)}; "
        f"moves acknowledged {moves}, problems {len(found)}"
    )
    for made in silent:
        print_progress(
            f"unanswered {made - min(stops, key=lambda stop: abs(made - stop)):+.1f} s from a stop"
        )
    found += check_answers(tally, number, took, silent, outside, uses_kill=arguments.kill)
    for text in found[:MAX_PRINTED_PROBLEMS]:
        print(f"FAILED {text}")
    return int(bool(found))


def check_answers(
    tally: Tally,
    press_count: int,
    handover_seconds: Sequence[float],
    unanswered_times: Sequence[float],
    outside_handover_times: Sequence[float],
    *,
    uses_kill: bool,
) -> list[str]:
    """Return the problems with late and missing answers."""
    if uses_kill:
        # Allow unanswered presses until the lease expires, because the hosting process was killed.
        found = [f"{len(outside_handover_times)} unanswered presses outside the seconds of a lease"] * bool(
            outside_handover_times
        )
    else:
        found = tally.find_problems(press_count) + [f"{len(unanswered_times)} unanswered presses"] * bool(
            unanswered_times
        )
    if not handover_seconds or find_quantile(handover_seconds, 0.99) >= MAX_ACKNOWLEDGEMENT_SECONDS:
        found.append(
            f"an acknowledgement took {MAX_ACKNOWLEDGEMENT_SECONDS:g} s or more during a handover,"
            " or nobody pressed"
        )
    return found


def main() -> int:
    """Run the command; return 1 if there are problems."""
    shape = argparse.ArgumentDefaultsHelpFormatter
    parser = argparse.ArgumentParser(
        prog="python -m tests.proof.load.rolling", description=__doc__, formatter_class=shape
    )
    parser.add_argument("--restarts", type=make_integer_type(1), default=6, help="number of restarts")
    parser.add_argument(
        "--apart", type=parse_positive_number, default=30.0, help="seconds between two restarts"
    )
    parser.add_argument("--rate", type=parse_positive_number, default=50.0, help="presses per second")
    parser.add_argument("--live", type=make_integer_type(1), default=300, help="number of tables in play")
    parser.add_argument("--kill", action="store_true", help="stop with SIGKILL instead of SIGTERM")
    return asyncio.run(measure_rolling(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
