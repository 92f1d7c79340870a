"""Shrinks a failing plan."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.proof.sim.plan import RunResult
from tests.proof.sim.run import run_plan


def shrink_plan(best: RunResult, budget: int = 60) -> RunResult:
    """Return the result of the smallest failing plan found within ``budget`` runs."""
    for name, values in (
        ("crash_count", (0, 1)),
        ("cancellation_count", (0, 1)),
        ("suspension_count", (0, 1)),
        ("stop_count", (0, 1, 2)),
        ("slowdown_count", (0, 1)),
        ("command_rate", (0.0,)),
        ("clock_error_seconds", (0.0,)),
        ("database_failure_rate", (0.0,)),
        ("long_pause_rate", (0.0,)),
        ("double_delivery_rate", (0.0,)),
        ("shuffles_callbacks", (False,)),
        ("fault_rate", (0.0, 0.03, 0.1)),
        ("person_count", (2, 3)),
        ("channel_count", (1,)),
        ("action_count", (2, 4, 6, 8, 10, 14)),
    ):
        for value in values:
            changed: dict[str, Any] = {name: value}
            tried = replace(best.plan, **changed)
            if tried == best.plan or budget <= 0:
                continue
            if name in ("action_count", "person_count", "fault_rate") and value > getattr(best.plan, name):
                continue
            budget -= 1
            found = run_plan(tried)
            if found.problems:
                best = found
                break
    return best
