"""What holds for all tests: no clock, and no chance that another run would not have, decides one."""

from __future__ import annotations

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
