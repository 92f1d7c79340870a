"""A few seeds of ``python -m tests.proof.sim``; CI runs more."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.proof.sim.orders import check_orders, without_table_lock


def simulate(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a separate process, because it replaces the clocks."""
    return subprocess.run(
        [sys.executable, "-m", "tests.proof.sim", *arguments], capture_output=True, text=True, check=False
    )


def test_a_few_seeds_have_no_problems() -> None:
    found = simulate("--seeds", "12")
    assert found.returncode == 0, found.stderr


@pytest.mark.parametrize("seed", [297])
def test_a_seed_that_once_failed_passes(seed: int) -> None:
    """In seed 297 the answer to a post was lost, and the second attempt was refused."""
    found = simulate("--seed", str(seed))
    assert found.returncode == 0, found.stdout + found.stderr


def test_a_seed_always_gives_the_same_run() -> None:
    first, again = simulate("--seed", "33"), simulate("--seed", "33")
    assert "digest" in first.stdout
    assert first.stdout.splitlines()[0] == again.stdout.splitlines()[0]


def test_a_missing_safeguard_is_noticed() -> None:
    found = simulate("--safeguards", "--only", "store, then announce", "--seeds", "60")
    assert "after" in found.stdout, found.stdout + found.stderr


def test_presses_at_the_same_time_equal_some_order() -> None:
    found = simulate("--orders", "--seeds", "40")
    assert found.returncode == 0, found.stdout + found.stderr


def test_without_the_lock_of_a_table_no_order_explains_some_presses() -> None:
    with without_table_lock():
        failed = [seed for seed in range(8) if check_orders(seed).order is None]
    assert failed, "the search notices nothing"
