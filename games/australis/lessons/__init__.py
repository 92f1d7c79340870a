"""What a newcomer learns by doing: eight steps, one for each kind of die and what becomes of it."""

from __future__ import annotations

from typing import Final

from games.australis.lessons import dice, rounds

STEPS: Final = (*dice.STEPS, *rounds.STEPS)
"""In their order."""
