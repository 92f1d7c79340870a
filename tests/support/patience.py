"""How long tests wait for real work: no test fails because the machine is slow."""

from __future__ import annotations

ENOUGH_SECONDS = 150.0
"""What takes longer than this hangs. A whole test has somewhat longer (pyproject.toml)."""
