"""The longest wait for real work in tests, sufficient even on a slow machine."""

from __future__ import annotations

ENOUGH_SECONDS = 150.0
"""Seconds after which work counts as hanging. A whole test may take longer (see pyproject.toml)."""
