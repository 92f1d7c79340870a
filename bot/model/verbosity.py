"""Values of the channel setting for the amount of posts during a match."""

from __future__ import annotations

NORMAL = "normal"
"""A new board is posted whenever the turn passes."""
QUIET = "quiet"
"""A single board is posted and then edited."""
STORY = "story"
"""A new board is posted for each move."""
VERBOSITIES = (NORMAL, QUIET, STORY)
