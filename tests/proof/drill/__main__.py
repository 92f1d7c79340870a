"""Kill the bot repeatedly while people play: ``python -m tests.proof.drill --kills N``."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random

from bot.kit.server_url import ServerUrl
from games.registry import GAMES
from tests.proof.drill.fleet import HOSTED_SHARD_COUNT_SQL, drill_fleet
from tests.proof.drill.players import Pair
from tests.proof.drill.shown import press_all_buttons
from tests.proof.drill.verify import check_boards, check_moves, find_errors, find_pending_work
from tests.support.arguments import SQLITE, add_engine_option, make_integer_type, run_server
from tests.support.postgres import Server
from tests.support.standin.people import Member
from tests.support.standin.process import BotProcess
from tests.support.standin.server import Standin
from tests.support.standin.world import OWNER_ID, World

ENVIRONMENT = {"THINK_SECONDS": "0.1"}
MAX_UPTIME_SECONDS = 3.0
"""Maximum seconds that the bot runs before it is killed or its database server is stopped."""
MAX_OUTAGE_SECONDS = 2.0
"""Maximum seconds until a killed database server is started again."""
LAST_PLAY_SECONDS = 8.0
"""Seconds of play after the last kill, during which pending answers may still arrive."""
SHORT_WAIT_SECONDS = (3.0, 10.0)
"""Seconds that people wait for an acknowledgement and then for the answer, during kills on PostgreSQL."""
SETTLE_TIMEOUT_SECONDS = 300.0
MAX_PRESSED_MESSAGES = 12


async def run_drill(
    kill_count: int, channel_count: int, seed: int, folder: Path, server: Server | None = None
) -> int:
    """Run the drill and print the figures; return the number of problems.

    :param server: the database server for the tables. It is killed after every fifth kill of the bot.
    """
    chance = Random(seed)
    world = World(channel_count, [f"Person {n + 1}" for n in range(2 * channel_count)])
    began = time.monotonic()
    async with (
        Standin(world) as standin,
        BotProcess(
            standin,
            folder,
            environment=ENVIRONMENT,
            server=None if server is None else server.create_empty_database(),
        ) as bot,
    ):
        pairs = [_make_pair(standin, number, channel, seed) for number, channel in enumerate(world.channels)]
        over = asyncio.Event()
        patient = standin.interactions.acknowledge_seconds, standin.interactions.answer_seconds
        if server is not None:
            # Let people wait only briefly, because nobody answers until a killed process's lease expires.
            standin.interactions.acknowledge_seconds, standin.interactions.answer_seconds = SHORT_WAIT_SECONDS
        await bot.start()
        playing = [asyncio.create_task(pair.play_matches_until(over)) for pair in pairs]
        for number in range(kill_count):
            await asyncio.sleep(chance.uniform(0.0, MAX_UPTIME_SECONDS))
            await bot.kill()
            await bot.start()
            if server is not None and number % 5 == 4:
                await asyncio.sleep(chance.uniform(0.0, MAX_UPTIME_SECONDS))
                await asyncio.to_thread(server.stop)
                await asyncio.sleep(chance.uniform(0.0, MAX_OUTAGE_SECONDS))
                server.start_without_waiting()
                await asyncio.to_thread(server.wait_until_ready)
            if (number + 1) % 10 == 0:
                sent = sum(len(entries) for pair in pairs for entries in pair.sent_moves_by_table.values())
                print(f"{number + 1} kills, {sent} moves and presses sent", flush=True)
        if server is not None:
            await _wait_for_host(bot, server)
        standin.interactions.acknowledge_seconds, standin.interactions.answer_seconds = patient
        unanswered = 0 if server is None else await _discard_unanswered_presses(pairs)
        await asyncio.sleep(LAST_PLAY_SECONDS)
        over.set()
        await asyncio.gather(*playing)
        look = partial(find_pending_work, bot.database_location)
        busy = await wait_until_quiet(standin, look)
        statuses = [await bot.stop()]
        stored_moves = await check_moves(bot.database_location, pairs)
        problems = busy + stored_moves.problems + await check_boards(bot.database_location, world)
        problems += find_missing_events(stored_moves.acknowledged_move_count, "moves were acknowledged")
        await bot.start()
        pressed, silent = await press_all_buttons(pairs, MAX_PRESSED_MESSAGES)
        problems += await wait_until_quiet(standin, look) + find_missing_events(
            pressed, "buttons were pressed"
        )
        statuses.append(await bot.stop())
        problems += await check_boards(bot.database_location, world)
        problems += [text for pair in pairs for text in pair.unanswered_presses] + silent
        problems += [f"limit broken: {text}" for text in world.violations]
        problems += [f"the bot exited with status {status}" for status in statuses if status != 0]
        problems += find_errors(bot.log, with_outages=server is not None)
        print(
            f"kills {kill_count}, channels {channel_count}, "
            f"moves acknowledged {stored_moves.acknowledged_move_count}, "
            f"rows stored {stored_moves.stored_move_count}, "
            f"presses cut off by kills {sum(p.cut_off_count for p in pairs)}, "
            f"unanswered in the seconds of a lease {unanswered}, "
            f"buttons pressed afterwards {pressed}, seconds {time.monotonic() - began:.0f}, "
            f"problems {len(problems)}"
        )
    for problem in problems[:40]:
        print(f"PROBLEM {problem}")
    return len(problems)


async def _wait_for_host(bot: BotProcess, server: Server) -> None:
    """Wait until the bot hosts again, for a minute at most."""
    assert isinstance(bot.database_location, ServerUrl)
    for _ in range(600):
        if (
            await asyncio.to_thread(server.run_sql, HOSTED_SHARD_COUNT_SQL, bot.database_location.database)
        ).strip() == "1":
            break
        await asyncio.sleep(0.1)


async def _discard_unanswered_presses(pairs: Sequence[Pair]) -> int:
    """Discard the presses left unanswered while the waits were short. Return the number of presses."""
    # Wait until the last presses with short waits have timed out.
    await asyncio.sleep(sum(SHORT_WAIT_SECONDS))
    unanswered = sum(len(pair.unanswered_presses) for pair in pairs)
    for pair in pairs:
        pair.unanswered_presses.clear()
    return unanswered


def _make_pair(standin: Standin, number: int, channel: int, seed: int) -> Pair:
    """Return two scripted players for a channel. ``number`` determines their game and way of playing."""
    first = OWNER_ID + 2 * number
    people = (Member(standin, first), Member(standin, first + 1))
    game = list(GAMES)[number % len(GAMES)]
    chance = Random(seed * 1000 + number)
    return Pair(
        standin, channel, people, game, chance, uses_buttons=number % 3 == 2, plays_computer=number % 5 == 1
    )


async def wait_until_quiet(
    standin: Standin, list_pending_work: Callable[[], Awaitable[list[str]]]
) -> list[str]:
    """Wait until requests have stopped and the bot has no pending work.

    :param list_pending_work: lists pending work. Without it, a slow bot would count as done.
    :returns: the work pending after ``SETTLE_TIMEOUT_SECONDS``, if any.
    """
    deadline = time.monotonic() + SETTLE_TIMEOUT_SECONDS
    before = -1
    found: list[str] = []
    while time.monotonic() < deadline:
        now = sum(standin.rest.request_counts_by_method.values())
        if now == before and not (found := await list_pending_work()):
            return []
        before = now
        await asyncio.sleep(1.0)
    return found or ["a call never ended"]


def find_missing_events(event_count: int, events: str) -> list[str]:
    """Return a problem if ``event_count`` is 0, because a run without these ``events`` proves nothing."""
    return [] if event_count else [f"no {events}: this run shows nothing"]


def main() -> int:
    """Run the command; return 1 if there are problems."""
    parser = argparse.ArgumentParser(prog="python -m tests.proof.drill", description=__doc__)
    parser.add_argument(
        "--kills",
        type=make_integer_type(1),
        default=200,
        metavar="N",
        help="number of times to kill the bot (default: 200)",
    )
    parser.add_argument(
        "--channels",
        type=make_integer_type(1),
        default=12,
        metavar="N",
        help="number of channels to play in (default: 12)",
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=1,
        metavar="N",
        help="seed of the kills and presses (default: 1)",
    )
    parser.add_argument("--keep", type=Path, help="keep the database and the log in this folder")
    parser.add_argument(
        "--processes",
        type=make_integer_type(1),
        default=1,
        metavar="N",
        help="processes that host, each with a standby if there are several; needs --engine postgresql",
    )
    parser.add_argument(
        "--pauses",
        type=make_integer_type(0),
        default=0,
        metavar="N",
        help="number of times to pause one of several processes",
    )
    add_engine_option(parser)
    arguments = parser.parse_args()
    if arguments.engine == SQLITE and (arguments.processes > 1 or arguments.pauses):
        parser.error("several processes need --engine postgresql")
    with contextlib.ExitStack() as stack:
        if arguments.keep is None:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        else:
            folder = arguments.keep
            folder.mkdir(parents=True, exist_ok=True)
        server = stack.enter_context(run_server(arguments.engine))
        if server is not None and (arguments.processes > 1 or arguments.pauses):
            how = (arguments.kills, arguments.pauses, arguments.processes, arguments.channels)
            several = drill_fleet(*how, arguments.seed, folder, server, _make_pair, wait_until_quiet)
            return min(asyncio.run(several), 1)
        steps = run_drill(arguments.kills, arguments.channels, arguments.seed, folder, server)
        return min(asyncio.run(steps), 1)


if __name__ == "__main__":
    sys.exit(main())
