"""Simulation runs are reproducible, and notice missing safeguards.

``.ci/run`` searches hundreds of seeds for problems.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from random import Random

import pytest

from tests.proof.sim.loop import SimLoop, make_context
from tests.proof.sim.orders import check_orders, remove_table_lock


def run_simulation(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a separate process, because it replaces the clocks."""
    return subprocess.run(
        [sys.executable, "-m", "tests.proof.sim", *arguments], capture_output=True, text=True, check=False
    )


@pytest.mark.nightly
def test_a_few_seeds_have_no_problems() -> None:
    found = run_simulation("--seeds", "4")
    assert found.returncode == 0, found.stderr


@pytest.mark.slow
def test_the_daily_challenge_is_not_taken_for_a_seat_at_a_table() -> None:
    found = run_simulation("--game", "coral_reef", "--seed", "41183")
    assert found.returncode == 0, found.stdout


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "processes"), [(6753, 1), (1550, 2)])
def test_a_seed_that_once_failed_passes(seed: int, processes: int) -> None:
    """Seed 6753: Discord answered 429 to every attempt to answer a press.

    Seed 1550: Discord refused to edit a board that a suspended host had posted late. The bot now records such
    boards, so the seed no longer reaches this case. ``test_e2e_late_messages.py`` reproduces the failure.
    """
    found = run_simulation("--seed", str(seed), "--processes", str(processes))
    assert found.returncode == 0, found.stdout + found.stderr


@pytest.mark.slow
def test_seeds_always_give_the_same_runs() -> None:
    """In seed 290 a discord.py task sleeps until a date. In seed 297 a task pauses between two tables.

    Seed 297 once failed, because the answer to a post was lost and the second attempt was refused.
    """
    first, again = (run_simulation("--first", "290", "--seeds", "8", "--json") for _ in range(2))
    assert first.returncode == 0, first.stdout + first.stderr
    assert json.loads(first.stdout)["digest"] == json.loads(again.stdout)["digest"]


def test_tasks_with_the_same_name_are_numbered_as_they_were_created() -> None:
    """Otherwise the press to cancel would depend on memory addresses, and runs wouldn't repeat."""
    loop = SimLoop(Random(1))

    async def list_task_numbers() -> list[int]:
        tasks = [asyncio.create_task(asyncio.sleep(0), name="press") for _ in range(12)]
        await asyncio.gather(*tasks)
        return [loop.get_task_number(task) for task in tasks]

    numbers = loop.run_until_complete(loop.create_task(list_task_numbers(), context=make_context(0)))
    loop.close()
    assert numbers == [*range(2, 14)]


@pytest.mark.parametrize(
    ("name", "first"),
    [
        pytest.param("store, then announce", 8, marks=pytest.mark.slow),
        pytest.param("no write without the lease", 24, marks=pytest.mark.nightly),
        pytest.param("report of interrupted messages", 142, marks=pytest.mark.nightly),
        pytest.param("release of a stopping process's lease", 5, marks=pytest.mark.slow),
        pytest.param("store a typed move, then answer", 0, marks=pytest.mark.slow),
        pytest.param("end of presses before a stop", 50, marks=pytest.mark.nightly),
    ],
)
def test_a_missing_safeguard_is_noticed(name: str, first: int) -> None:
    """Each run starts just before a seed that notices the missing safeguard, to save time."""
    found = run_simulation("--safeguards", "--only", name, "--first", str(first), "--seeds", "60")
    assert "after" in found.stdout, found.stdout + found.stderr


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("game", "first"), [("das_riff", 0), ("coral_reef", 5199), ("australis", 5080), ("reef", 0)]
)
def test_a_real_game_has_no_problems(game: str, first: int) -> None:
    """The seeds of Coral Reef and Australis once failed."""
    found = run_simulation("--game", game, "--seeds", "3", "--first", str(first))
    assert found.returncode == 0, found.stdout + found.stderr


@pytest.mark.nightly
def test_two_processes_with_leases_have_no_problems() -> None:
    found = run_simulation("--processes", "2", "--seeds", "5")
    assert found.returncode == 0, found.stdout + found.stderr


def test_a_suspended_process_continues_later() -> None:
    loop = SimLoop(Random(1))
    seen: list[tuple[str, float]] = []

    def record_name(name: str) -> None:
        seen.append((name, loop.time()))

    async def suspend_and_wait() -> None:
        for process_id, name in ((1, "held"), (2, "free")):
            loop.call_later(2, record_name, name, context=make_context(process_id))
        loop.suspend_process(1, 10)
        await asyncio.sleep(20)

    loop.run_until_complete(loop.create_task(suspend_and_wait(), context=make_context(0)))
    loop.close()
    assert seen == [("free", 2.0), ("held", 10.0)]


def test_simultaneous_presses_have_the_same_result_as_in_some_order() -> None:
    assert [seed for seed in range(12) if check_orders(seed).order is None] == []


@pytest.mark.nightly
def test_the_command_finds_an_order_for_simultaneous_presses() -> None:
    found = run_simulation("--orders", "--seeds", "12")
    assert found.returncode == 0, found.stdout + found.stderr


def test_without_the_lock_of_a_table_no_order_explains_some_presses() -> None:
    with remove_table_lock():
        failed = [seed for seed in range(8) if check_orders(seed).order is None]
    assert failed, "the search notices nothing"
