"""How long tests wait for real work, so that they don't fail on a slow machine."""

from __future__ import annotations

ENOUGH_SECONDS = 150.0
"""Seconds after which work counts as hanging. A whole test may take longer (see pyproject.toml)."""
