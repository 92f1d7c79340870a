"""Run the fault matrix, and print a line for each kind of failure: ``python -m tests.proof.faults``."""

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
    FAULTS_BY_FAILURE_NAME,
    GATEWAY,
    GATEWAY_FAILURE_NAMES,
    HANGING_FAILURE_NAMES,
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
CONNECTION_FAILURE_NAMES = (SESSION_RESUMED, SESSION_LOST)
"""Faults of the gateway connection. They affect everybody."""
SLOW_FAILURE_NAMES = (*HANGING_FAILURE_NAMES, "500 for good")

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
            async with slow if case.failure_name in SLOW_FAILURE_NAMES else quick:
                await (run_with_duplicate_press if case.failure_name == DELIVERED_TWICE else run_cell)(case)

        try:
            await asyncio.gather(
                *(run_one(case) for case in made if case.failure_name not in CONNECTION_FAILURE_NAMES)
            )
            for failure_name in CONNECTION_FAILURE_NAMES:
                await run_gateway_cells(
                    failure_name, [case for case in made if case.failure_name == failure_name]
                )
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
        for failure_name in (NO_FAULT, *FAULTS_BY_FAILURE_NAME, *GATEWAY_FAILURE_NAMES):
            print(f"{failure_name}: {sum(case.failure_name == failure_name for case in made)} cells")
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
        f"Failures: {', '.join((*FAULTS_BY_FAILURE_NAME, *GATEWAY_FAILURE_NAMES))}; "
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
    known = [
        (" / ".join((scene.name, call, failure)), (scene, call, failure))
        for scene, call, failure in list_cells()
    ]
    for part in wanted:
        if not any(part in name for name, _ in known):
            parser.error(f"no cell has {part!r} in its name")
    picked = [cell for name, cell in known if not wanted or any(part in name for part in wanted)]
    with tempfile.TemporaryDirectory() as folder, run_server(arguments.engine) as server:
        url = None if server is None else server.create_empty_database()
        return min(asyncio.run(run_matrix(picked, Path(folder), url)), 1)


if __name__ == "__main__":
    sys.exit(main())
