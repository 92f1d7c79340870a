"""A few seeds of ``python -m tests.proof.sim``; CI runs more, by hand thousands."""

from __future__ import annotations

import subprocess
import sys

import pytest


def simulate(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own, because it replaces the clocks."""
    return subprocess.run(
        [sys.executable, "-m", "tests.proof.sim", *arguments], capture_output=True, text=True, check=False
    )


def test_nothing_goes_wrong_in_a_few_seeds() -> None:
    found = simulate("--seeds", "12")
    assert found.returncode == 0, found.stderr


@pytest.mark.parametrize("seed", [297])
def test_a_seed_that_once_failed_passes(seed: int) -> None:
    """297: a post was cut off after it had arrived, and its second attempt was refused."""
    found = simulate("--seed", str(seed))
    assert found.returncode == 0, found.stdout + found.stderr


def test_a_seed_is_one_history() -> None:
    first, again = simulate("--seed", "33"), simulate("--seed", "33")
    assert "digest" in first.stdout
    assert first.stdout.splitlines()[0] == again.stdout.splitlines()[0]


def test_a_missing_safeguard_is_noticed() -> None:
    found = simulate("--safeguards", "--only", "store, then announce", "--seeds", "60")
    assert "after" in found.stdout, found.stdout + found.stderr
