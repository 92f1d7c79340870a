"""The lesson: eight steps, from the kinds of dice to the end of the match."""

from __future__ import annotations

from typing import Final

from games.australis.lessons import dice, rounds

LESSON_STEPS: Final = (*dice.LESSON_STEPS, *rounds.LESSON_STEPS)
