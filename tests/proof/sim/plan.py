"""The plan of a simulated run, determined by its seed, and the run's result."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from random import Random

from tests.proof.sim.discord_side import FAULT_KINDS
from tests.support.toy import TOY


@dataclass(frozen=True, slots=True)
class Plan:
    """The random parameters of a run, such as its numbers of people and faults. Shrinking reduces them."""

    seed: int
    person_count: int
    channel_count: int
    action_count: int
    fault_rate: float
    """Share of requests that get a fault."""
    fault_kinds: tuple[str, ...]
    """Kinds of faults that requests can get."""
    database_failure_rate: float
    """Share of database calls that fail."""
    crash_count: int
    cancellation_count: int
    double_delivery_rate: float
    """Share of presses that are delivered twice."""
    shuffles_callbacks: bool
    """Whether callbacks run in a random order instead of asyncio's."""
    long_pause_rate: float
    """Share of pauses between presses that last for hours."""
    process_count: int = 1
    suspension_count: int = 0
    """Number of times that the hosting process is suspended."""
    slowdown_count: int = 0
    """Number of times that the database becomes slow."""
    clock_error_seconds: float = 0.0
    """Clock error of each process in seconds, with alternating signs."""
    stop_count: int = 0
    """Number of times that a process is stopped normally."""
    only_stops: bool = False
    """Whether stops are the only incidents, and nothing fails."""
    command_rate: float = 0.0
    """Share of actions that are typed commands instead of presses."""
    game: str = TOY.key

    @classmethod
    def draw(cls, seed: int, process_count: int = 1, game: str = TOY.key) -> Plan:
        plan = replace(cls._draw_alone(seed), game=game)
        # Separate generators don't change the seeds' other parameters.
        stops = Random(f"{game} planned stops {seed}")
        plan = replace(
            plan,
            stop_count=stops.choice((0, 0, 1, 3)),
            command_rate=Random(f"slash {seed}").choice((0.0, 0.0, 0.15, 0.4)),
        )
        if plan.stop_count and stops.random() < 0.25:
            plan = replace(
                plan,
                only_stops=True,
                fault_rate=0.0,
                database_failure_rate=0.0,
                crash_count=0,
                cancellation_count=0,
            )
        if process_count == 1:
            return plan
        chance = Random(f"several {seed}")
        return replace(
            plan,
            long_pause_rate=0.0,
            crash_count=min(plan.crash_count, 1),
            process_count=process_count,
            suspension_count=0 if plan.only_stops else chance.choice((0, 1, 1, 2, 3)),
            slowdown_count=0 if plan.only_stops else chance.choice((0, 0, 1, 2)),
            clock_error_seconds=chance.choice((0.0, 0.0, 5.0, 60.0)),
        )

    @classmethod
    def _draw_alone(cls, seed: int) -> Plan:
        chance = Random(f"plan {seed}")
        calm = chance.random() < 0.15
        kinds = tuple(kind for kind in FAULT_KINDS if chance.random() < 0.6) or FAULT_KINDS
        return cls(
            seed=seed,
            person_count=chance.choice((2, 2, 2, 3, 3, 4, 6, 12)),
            channel_count=chance.choice((1, 1, 1, 2)),
            action_count=chance.choice((6, 10, 14, 20)),
            fault_rate=0.0 if calm else chance.choice((0.0, 0.03, 0.1, 0.25)),
            fault_kinds=kinds,
            database_failure_rate=0.0 if calm else chance.choice((0.0, 0.0, 0.0, 0.01, 0.04)),
            crash_count=0 if calm else chance.choice((0, 0, 1, 1, 2)),
            cancellation_count=0 if calm else chance.choice((0, 0, 1, 2)),
            double_delivery_rate=chance.choice((0.0, 0.1, 0.4)),
            shuffles_callbacks=chance.random() < 0.5,
            long_pause_rate=chance.choice((0.0, 0.02, 0.1)),
        )


@dataclass(slots=True)
class RunResult:
    """The problems and figures of a run."""

    plan: Plan
    problems: list[str]
    step_count: int = 0
    digest: int = 0
    request_count: int = 0
    press_count: int = 0
    row_count: int = 0
    faults: Counter[str] = field(default_factory=Counter)
    rare_counts: Counter[str] = field(default_factory=Counter)
    """Number of times that each rare situation occurred."""
    disk_call_count: int = 0
    bot_step_count: int = 0
