"""Describes the frames of a match's animated replay."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.core.picture import ScoreboardEntry
from games.drawing import captions
from games.drawing.fitting import FittedText
from games.drawing.highlights import MatchTurn

NO_CAPTION: Final = FittedText(captions.MIN_CAPTION_SIZE, (), is_whole=True)
RESULT_TIMES: Final = (300, 250)
"""Minimum time for the board after a turn, in hundredths of a second: the usual one, and a shorter one with
which a replay has room for all rounds.
"""
MIN_CAPTION_TIME: Final = 150
"""Minimum time for the first caption after a turn if another one follows over the same board."""


class ReplayShot(NamedTuple):
    """A frame of a replay: a board with a caption, shown for ``ticks`` hundredths of a second.

    Without a turn, the frame is the title or the result. ``number`` is the turn's number, or 0 for the title.
    """

    ticks: int
    caption: FittedText
    number: int
    turn: MatchTurn | None = None
    is_before_turn: bool = False
    """Whether the board is shown before the turn instead of after it."""
    is_result: bool = False
    """Whether a frame without a turn is the result instead of the title."""
    is_gap: bool = False
    """Whether the caption is about the turns left out before this turn."""
    seat: int | None = None
    """The seat that leads, if the frame of such a gap shows its part of the board instead of the mover's."""
    is_aftermath: bool = False
    """Whether the caption is about the turn's aftermath. Until then, the scoreboard doesn't count it."""
    since: int | None = None
    """The ply of the last turn shown before, if only the aftermath of this turn is shown."""
    is_ending: bool = False
    """Whether the caption is about the end of the match, so that it is large."""
    counter: str = ""
    """The number of the turn, as text."""
    note: str = ""
    """A note about the turns left out before this turn, if no score changed in them."""
    entries: tuple[ScoreboardEntry, ...] = ()
    """The scoreboard with its changes. The title and boards that show the result have none."""


def measure_result_time(caption: FittedText, seen_time: int, shortest: int) -> int:
    """Return the time for which a caption is shown after a turn, in hundredths of a second.

    :param seen_time: time for which the caption was already shown before that.
    :param shortest: minimum time, because the board must be looked at, too.
    """
    return max(shortest, captions.measure_reading_time(caption) - seen_time)
