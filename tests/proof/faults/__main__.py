"""Run the fault matrix, and print a line for each way to fail: ``python -m tests.proof.faults``."""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from bot.kit.server_url import ServerUrl
from tests.proof.drill.verify import open_tables
from tests.proof.faults.cells import (
    DELIVERED_TWICE,
    FAULTS_BY_WAY,
    GATEWAY,
    GATEWAY_WAYS,
    HANGING_WAYS,
    NO_FAULT,
    QUIET_SECONDS,
    SESSION_LOST,
    SESSION_RESUMED,
    Case,
    judge_case,
    list_cells,
    make_cases,
    run_cell,
    run_gateway_cells,
    run_with_duplicate_press,
)
from tests.proof.faults.scenes import SCENES, Scene, fill_database
from tests.support.arguments import add_engine_option, run_server
from tests.support.standin.faults import REQUEST_PATTERNS_BY_NAME
from tests.support.standin.process import BotProcess
from tests.support.standin.server import Standin
from tests.support.standin.world import World

MAX_CONCURRENT_CELLS = 16
"""Number of cells that run concurrently, not counting cells with hanging requests."""
MAX_CONCURRENT_HANGING_CELLS = 48
"""Number of cells with hanging requests that run concurrently. It is higher, because they mostly wait."""
CONNECTION_WAYS = (SESSION_RESUMED, SESSION_LOST)
"""Faults of the gateway connection. They affect everybody."""
SLOW_WAYS = (*HANGING_WAYS, "500 for good")

INJECTED_FAULT_PATTERN = re.compile(
    r" error=\"(?:[^\"\\]|\\.)*(?:: ordered|code: 10062|code: 40060|Server disconnected|Timeout)"
)
"""Matches a log line caused by an injected fault, including Discord's refusals after it."""


async def run_matrix(
    picked: Sequence[tuple[Scene, str, str]], folder: Path, server: ServerUrl | None = None
) -> int:
    """Run cells of the matrix, some concurrently, and print the problems. Return 0 only if there are none."""
    world = World(len(picked), [f"Person {n + 1}" for n in range(2 * len(picked))])
    began = time.monotonic()
    async with Standin(world) as standin, BotProcess(standin, folder, server=server) as bot:
        made = make_cases(standin, list(world.channels), picked)
        await fill_database(
            bot.database_location, [case.stage.channel for case in made if case.scene.name == "end"]
        )
        await bot.start()
        quick, slow = asyncio.Semaphore(MAX_CONCURRENT_CELLS), asyncio.Semaphore(MAX_CONCURRENT_HANGING_CELLS)

        async def run_one(case: Case) -> None:
            async with slow if case.way in SLOW_WAYS else quick:
                await (run_with_duplicate_press if case.way == DELIVERED_TWICE else run_cell)(case)

        try:
            await asyncio.gather(*(run_one(case) for case in made if case.way not in CONNECTION_WAYS))
            for way in CONNECTION_WAYS:
                await run_gateway_cells(way, [case for case in made if case.way == way])
            await asyncio.sleep(QUIET_SECONDS)
        finally:
            status = await bot.stop()
        failed = 0
        async with open_tables(bot.database_location) as (_, served):
            for case in made:
                problems = await judge_case(case, served)
                failed += bool(problems)
                for problem in problems:
                    print(f"PROBLEM {case.name}: {problem}")
        errors = find_unexplained_errors(bot.log)
        for line in errors:
            print(f"PROBLEM log: {line[:300]}")
        for way in (NO_FAULT, *FAULTS_BY_WAY, *GATEWAY_WAYS):
            print(f"{way}: {sum(case.way == way for case in made)} cells")
        print(
            f"cells {len(made)}, failed {failed}, limits broken {len(world.violations)}, "
            f"the bot exited with {status}, seconds {time.monotonic() - began:.0f}"
        )
    return failed + len(errors) + len(world.violations) + abs(status)


def find_unexplained_errors(log: Path) -> list[str]:
    """Return the errors in the bot's log that no injected fault explains."""
    lines = log.read_text("utf-8", "replace").splitlines()
    return [line for line in lines if "level=error" in line and not INJECTED_FAULT_PATTERN.search(line)]


def main() -> int:
    """Run the command; return 1 if anything failed."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.proof.faults",
        description=__doc__,
        epilog=f"Scenes: {', '.join(scene.name for scene in SCENES)}. "
        f"Requests: {', '.join((*REQUEST_PATTERNS_BY_NAME, GATEWAY))}. "
        f"Ways: {', '.join((*FAULTS_BY_WAY, *GATEWAY_WAYS))}; "
        f"{NO_FAULT}, checks that a scene makes its requests.",
    )
    parser.add_argument(
        "picked",
        nargs="*",
        metavar="CELL",
        help="only cells with this in their names, for instance 'post / 403' or 'end /'",
    )
    add_engine_option(parser)
    arguments = parser.parse_args()
    wanted: list[str] = arguments.picked
    known = [(" / ".join((scene.name, call, way)), (scene, call, way)) for scene, call, way in list_cells()]
    for part in wanted:
        if not any(part in name for name, _ in known):
            parser.error(f"no cell has {part!r} in its name")
    picked = [cell for name, cell in known if not wanted or any(part in name for part in wanted)]
    with tempfile.TemporaryDirectory() as folder, run_server(arguments.engine) as server:
        url = None if server is None else server.create_empty_database()
        return min(asyncio.run(run_matrix(picked, Path(folder), url)), 1)


if __name__ == "__main__":
    sys.exit(main())
