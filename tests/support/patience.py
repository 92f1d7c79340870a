"""How long tests wait before they count work as hanging."""

from __future__ import annotations

HANG_TIMEOUT_SECONDS = 150.0
"""Seconds after which work counts as hanging, even on a slow machine. A whole test may take longer."""
