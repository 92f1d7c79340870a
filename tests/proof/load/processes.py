"""A bot process whose memory and CPU time can be measured."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.support.standin.process import BotProcess

CLOCK_TICKS_PER_SECOND = float(os.sysconf("SC_CLK_TCK"))

MAX_IDLE_SHARE = 0.1
"""Maximum CPU seconds per second of an idle process."""
MAX_BUSY_INTERVALS = 450
"""Maximum number of intervals to wait for a process to become idle."""


class MeasuredProcess(BotProcess):
    """A bot process whose memory and CPU time can be measured."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        # Start a new interpreter, because the memory that a fork shares with its parent would be counted.
        super().__init__(*args, **kwargs, uses_new_interpreter=True)

    def measure_memory(self) -> float:
        """Return the resident memory in MiB."""
        text = Path(f"/proc/{self.pid}/status").read_text()
        found = re.search(r"VmRSS:\s+(\d+) kB", text)
        return int(found.group(1)) / 1024 if found else 0.0

    def measure_cpu_time(self) -> float:
        return measure_cpu_time(self.pid)


def measure_cpu_time(pid: int) -> float:
    """Return the CPU seconds that a process has used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / CLOCK_TICKS_PER_SECOND


async def wait_until_idle(measure: Callable[[], float], interval: float = 2.0) -> None:
    """Wait until a process uses almost no CPU time for an interval.

    :param measure: returns the CPU seconds that the process has used so far.
    :param interval: in seconds.
    :raises TimeoutError: the process is busy in :data:`MAX_BUSY_INTERVALS` intervals.
    """
    before = measure()
    for _ in range(MAX_BUSY_INTERVALS):
        await asyncio.sleep(interval)
        after = measure()
        if after - before < MAX_IDLE_SHARE * interval:
            return
        before = after
    raise TimeoutError("the process is still busy")
