"""How long tests wait for real work, so that no test fails because the machine is slow."""

from __future__ import annotations

ENOUGH_SECONDS = 150.0
"""Seconds after which work counts as hanging. A whole test has somewhat longer (pyproject.toml)."""
