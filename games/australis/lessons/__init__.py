"""The lesson: eight steps, from the kinds of dice to the end of the match."""

from __future__ import annotations

from typing import Final

from games.australis.lessons import dice, rounds

STEPS: Final = (*dice.STEPS, *rounds.STEPS)
"""All steps of the lesson, in order."""
