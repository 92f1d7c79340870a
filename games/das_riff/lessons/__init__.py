"""The lesson: ten steps, from the first coral to the fifth brood."""

from __future__ import annotations

from typing import Final

from games.das_riff.lessons import fishing, river

LESSON_STEPS: Final = (*fishing.LESSON_STEPS, *river.LESSON_STEPS)
