"""Values of the channel setting for how much is posted during a match."""

from __future__ import annotations

NORMAL = "normal"
"""A new board whenever the turn passes."""
QUIET = "quiet"
"""One board, edited in place."""
STORY = "story"
"""A new board for each move."""
VERBOSITIES = (NORMAL, QUIET, STORY)
