"""Removes safeguards to see whether a run notices, and makes calls fail one at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import partial
from typing import Any
from unittest.mock import patch

from bot.announcing.announcer import Announcer
from bot.platform.intake import PressIntake
from bot.shards.lease import ShardLease
from bot.storage.matches import LogNumberTaken, Matches
from bot.storage.messages import Messages
from bot.tables.store import TableStore
from bot.ui.play import typed
from tests.proof.sim.plan import Plan, RunResult
from tests.proof.sim.run import SimulatedRun, run_plan
from tests.proof.sim.server import SimServer
from tests.support.standin.world import World

SCENE_SEEDS = (3, 8, 12)
"""Seeds of the plans in which each call is made to fail once."""
INTERRUPTED_STEP_COUNT = 150
"""Approximate number of the bot's steps at which a run is killed or a press cancelled."""


@contextmanager
def remove_lock() -> Iterator[None]:
    """Remove the tables' locks. Overlapping changes are then stored at the next free ``seq``."""
    append_rows = Matches.append_rows

    async def append_at_free_seq(
        self: Any, table_id: int, seq: int, rows: Any, now: int, **kwargs: Any
    ) -> None:
        while True:
            try:
                return await append_rows(self, table_id, seq, rows, now, **kwargs)
            except LogNumberTaken:
                seq += 1

    with (
        patch.object(TableStore, "lock", lambda self, table_id: asyncio.Lock()),
        patch.object(Matches, "append_rows", append_at_free_seq),
    ):
        yield


@contextmanager
def ignore_nonces() -> Iterator[None]:
    """Make Discord accept a second post with the same nonce."""
    with patch.object(World, "find_by_nonce", lambda *about: None):
        yield


@contextmanager
def announce_before_storing() -> Iterator[None]:
    """Store moves only after announcing and acknowledging them."""
    append_rows = Matches.append_rows

    async def store_later(self: Any, *args: Any, **kwargs: Any) -> None:
        async def append_later() -> None:
            await asyncio.sleep(0.4)
            await append_rows(self, *args, **kwargs)

        self._kept = asyncio.create_task(append_later())

    with patch.object(Matches, "append_rows", store_later):
        yield


@contextmanager
def answer_typed_moves_first() -> Iterator[None]:
    """Store typed moves only after announcing and acknowledging them."""
    append_rows, do_typed_move = Matches.append_rows, typed.do_typed_move
    is_typed = ContextVar("is_typed", default=False)

    async def store_typed_later(self: Any, *args: Any, **kwargs: Any) -> None:
        async def append_later() -> None:
            await asyncio.sleep(0.4)
            await append_rows(self, *args, **kwargs)

        if is_typed.get():
            self._kept = asyncio.create_task(append_later())
        else:
            await append_rows(self, *args, **kwargs)

    async def mark_and_do(*args: Any) -> Any:
        is_typed.set(True)
        return await do_typed_move(*args)

    with (
        patch.object(Matches, "append_rows", store_typed_later),
        patch.object(typed, "do_typed_move", mark_and_do),
    ):
        yield


@contextmanager
def forget_mentions() -> Iterator[None]:
    """Forget the people who have already been mentioned for a turn."""

    async def find_none(self: Any, *args: Any) -> None:
        return None

    with patch.object(Messages, "find_last_message", find_none):
        yield


@contextmanager
def remove_fencing() -> Iterator[None]:
    """Accept writes from the previous hosting process after a takeover."""
    with patch.object(SimServer, "enforces_leases", False):
        yield


@contextmanager
def skip_late_reports() -> Iterator[None]:
    """Stop the previous hosting process from reporting messages that may have arrived late."""

    async def list_none(self: Announcer) -> list[int]:
        return []

    with patch.object(Announcer, "pop_interrupted_table_ids", list_none):
        yield


@contextmanager
def keep_leases() -> Iterator[None]:
    """Let a stopping process keep its lease until it expires."""

    async def end_without_releasing(self: ShardLease, press_ids: Sequence[int]) -> None:
        await self.stop()
        self._tenure, self._has_left = None, True

    with patch.object(ShardLease, "release", end_without_releasing):
        yield


@contextmanager
def abandon_presses() -> Iterator[None]:
    """Let a stopping process abandon the presses in progress."""

    async def skip_waiting(self: PressIntake, seconds: float) -> None:
        return None

    with patch.object(PressIntake, "wait_for_presses", skip_waiting):
        yield


LEASE_SAFEGUARD = "no write without the lease"
LATE_REPORT_SAFEGUARD = "report of interrupted messages"
RELEASE_SAFEGUARD = "release of a stopping process's lease"
SAFEGUARD_REMOVERS_BY_NAME: dict[str, Callable[[], AbstractContextManager[None]]] = {
    "one change of a table at a time": remove_lock,
    "nonce of a post": ignore_nonces,
    "store, then announce": announce_before_storing,
    "store a typed move, then answer": answer_typed_moves_first,
    "one call a turn": forget_mentions,
    LEASE_SAFEGUARD: remove_fencing,
    LATE_REPORT_SAFEGUARD: skip_late_reports,
    RELEASE_SAFEGUARD: keep_leases,
    "end of presses before a stop": abandon_presses,
}


@dataclass(frozen=True, slots=True)
class SafeguardResult:
    """Result of running seeds without a safeguard."""

    name: str
    seed_count: int | None
    """Number of seeds until a problem was noticed, or ``None`` if none was."""
    problem: str = ""
    """The problem that revealed the missing safeguard."""


def run_without_safeguard(name: str, seeds: range) -> SafeguardResult:
    """Run seeds without a safeguard until one has a problem.

    Two processes are simulated if the safeguard only matters for several.
    """
    processes = 2 if name in (LEASE_SAFEGUARD, LATE_REPORT_SAFEGUARD, RELEASE_SAFEGUARD) else 1
    with ExitStack() as stack:
        stack.enter_context(SAFEGUARD_REMOVERS_BY_NAME[name]())
        for number, seed in enumerate(seeds, 1):
            found = run_plan(Plan.draw(seed, processes))
            if found.problems:
                return SafeguardResult(name, number, found.problems[0])
    return SafeguardResult(name, None)


def fail_each_call(seed: int) -> Iterator[tuple[str, int, RunResult]]:
    """Repeat a run, each time with one failed request or database call, kill, stop or cancelled press.

    Nothing fails before the match is set up, because people couldn't play without a match.
    """
    plan = replace(
        Plan.draw(seed),
        action_count=8,
        fault_rate=0.0,
        database_failure_rate=0.0,
        crash_count=0,
        stop_count=0,
        only_stops=False,
        command_rate=0.0,
        cancellation_count=0,
        long_pause_rate=0.0,
        person_count=3,
    )
    before = StartCounts()
    calm = run_plan(plan, before.record)
    yield "nothing", 0, calm
    for kind in ("500", "cut", "silence", "403"):
        for number in range(before.request_count + 1, calm.request_count + 1):
            yield f"request {kind}", number, run_plan(plan, partial(_fail_request, number=number, kind=kind))
    for number in range(before.disk_call_count + 1, calm.disk_call_count + 1):
        yield "database", number, run_plan(plan, partial(_fail_disk, number=number))
    steps = calm.bot_step_count - before.bot_step_count
    for what in ("crash", "stop", "cancel"):
        for number in range(
            before.bot_step_count + 1, calm.bot_step_count, max(1, steps // INTERRUPTED_STEP_COUNT)
        ):
            yield what, number, run_plan(plan, partial(_interrupt_before_step, number=number, kind=what))


@dataclass(slots=True)
class StartCounts:
    """The counters of a run when its people begin to play."""

    request_count: int = 0
    disk_call_count: int = 0
    bot_step_count: int = 0

    def record(self, run: SimulatedRun) -> None:
        self.request_count, self.disk_call_count, self.bot_step_count = (
            run.sim_discord.request_count,
            run.disk.call_count,
            run.loop.bot_step_count,
        )


def _fail_request(run: SimulatedRun, number: int, kind: str) -> None:
    run.sim_discord.fails_at = (number, kind)


def _fail_disk(run: SimulatedRun, number: int) -> None:
    run.disk.fails_at = number


def _interrupt_before_step(run: SimulatedRun, number: int, kind: str) -> None:
    """Kill or stop the process or cancel a press before the bot's step ``number``, depending on ``kind``."""
    processes = run.processes
    acts: dict[str, Callable[[], object]] = {
        "crash": processes.kill_process,
        "stop": lambda: processes.begin_stop(processes.hosting_process),
        "cancel": processes.cancel_press,
    }
    run.loop.before_step = (number, acts[kind])
