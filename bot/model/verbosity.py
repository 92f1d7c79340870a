"""Values of the channel setting that determines how much is posted during a match."""

from __future__ import annotations

NORMAL_VERBOSITY = "normal"
"""A new board is posted whenever the turn passes."""
QUIET_VERBOSITY = "quiet"
"""A single board is posted and then edited."""
STORY_VERBOSITY = "story"
"""A new board is posted for each move."""
VERBOSITIES = (NORMAL_VERBOSITY, QUIET_VERBOSITY, STORY_VERBOSITY)
