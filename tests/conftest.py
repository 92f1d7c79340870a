"""What holds for all tests: no clock, and no chance that another run would not have, decides one."""

from __future__ import annotations

import gc

from hypothesis import HealthCheck, settings

settings.register_profile(
    "reefs",
    # A busy machine is slow, and what a test has found once it is to find again.
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=True,
    database=None,
)
settings.load_profile("reefs")

GARBAGE = 2000, 10, 50
"""How many new objects there are before the youngest, the middle and all of them are looked through."""


def pytest_collection_finish() -> None:
    """Look only for the garbage of the tests: what has been imported and collected stays to the end.

    To look through all of that again and again took a tenth of the time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)
