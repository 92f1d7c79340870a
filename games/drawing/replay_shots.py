"""Describes the frames of a match's animated replay."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.core.picture import ScoreboardEntry
from games.drawing import captions
from games.drawing.fitting import FittedText
from games.drawing.highlights import MatchTurn

NO_CAPTION: Final = FittedText(captions.MIN_CAPTION_SIZE, (), is_whole=True)
MIN_CAPTION_TIME: Final = 150
"""Minimum time for the first caption after a turn if another one follows over the same board."""
MIN_FULL_TIME: Final = 250
"""Minimum time for a caption in two lines, and for one about a turn that changes a score. It is enough for
turns that have neither.
"""


USUAL_RESULT_TIME: Final = 300
BRISK_RESULT_TIME: Final = 250
"""Minimum time for the board after a turn that changes a score, usually and in a replay with less time."""
NUMBER_TIME: Final = round(captions.WORD_READING_TIME)
"""Time for a number in the table of an aftermath. It is as long as for a word."""

MIN_TABLE_NUMBERS: Final = 3
MIN_TABLE_TIME: Final = 400
"""Number of numbers from which the picture of an aftermath is a table, and the minimum time for a table."""


class Cut(NamedTuple):
    """What a replay shows of its match."""

    turns: tuple[int, ...]
    """Indices of the turns chosen, the most important first."""
    lead_changes: tuple[int, ...] = ()
    """Indices of further turns, which are shown because they change the lead."""
    summed_up: frozenset[int] = frozenset()
    """Indices of turns whose aftermath is shown even if they aren't chosen."""
    full_count: int | None = None
    """Number of turns that get all of their captions. With ``None``, all do, and aftermaths that change no
    score are shown as well.
    """
    result_time: int = USUAL_RESULT_TIME
    """Minimum time for the board after a turn that changes a score."""
    turns_with_gap_shot: frozenset[MatchTurn] = frozenset()
    """Turns before which a shot of the gap, instead of a note, says who leads."""


class ReplayShot(NamedTuple):
    """A still picture of a replay: a board with a caption, shown for ``ticks`` hundredths of a second.

    Without a turn, it is the title or the result. ``number`` is the turn's number, or 0 for the title.
    """

    ticks: int
    caption: FittedText
    number: int
    turn: MatchTurn | None = None
    is_before_turn: bool = False
    """Whether the board is shown before the turn instead of after it."""
    is_result: bool = False
    """Whether a shot without a turn is the result instead of the title."""
    is_gap: bool = False
    """Whether the caption is about the turns left out before this turn."""
    seat: int | None = None
    """The seat that leads, if the shot of such a gap shows its part of the board instead of the next turn. In
    an aftermath, the only seat whose points are shown.
    """
    is_settled: bool = False
    """Whether the sprites that are shown only for a moment after the turn have disappeared."""
    is_aftermath: bool = False
    """Whether the caption is about the turn's aftermath. Until then, the scoreboard doesn't count it."""
    since: int | None = None
    """The ply of the last turn shown before, if only the aftermath of this turn is shown."""
    is_ending: bool = False
    """Whether the caption is about the end of the match, so that it is large."""
    counter: str = ""
    """The number of the turn, as text."""
    note: str = ""
    """A note about the turns left out before this turn or, after the turn, about its result."""
    entries: tuple[ScoreboardEntry, ...] = ()
    """The scoreboard with its changes. The title and boards that show the result have none."""
    round_winners: tuple[int, ...] = ()
    """The seats that win a round in the turns that are left out, or in an aftermath."""


def measure_note_time(note: str) -> int:
    """Return the time for reading a note, in hundredths of a second."""
    return round(captions.WORD_READING_TIME * captions.count_words(note))


def measure_still_time(caption: FittedText) -> int:
    """Return the time for which a caption is shown that wasn't shown before, in hundredths of a second."""
    return max(captions.measure_reading_time(caption), MIN_FULL_TIME if len(caption.lines) > 1 else 0)
