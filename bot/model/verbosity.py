"""How much is posted in a channel."""

from __future__ import annotations

NORMAL = "normal"
"""A new board when the turn passes."""
QUIET = "quiet"
"""One board, which is edited."""
STORY = "story"
"""A new board for each move."""
VERBOSITIES = (NORMAL, QUIET, STORY)
