"""What a game keeps records of: found in what everybody heard of a finished match, and in how it ended."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic

from games.core.outcome import FORFEITED, RESIGNED, Outcome
from games.core.shapes import EventLike, EventT_co
from games.core.words import N_, Msg, plural


@dataclass(frozen=True, slots=True)
class StoryOf(Generic[EventT_co]):
    """A finished match: what everybody heard of each step, that of the deal first, and the turn of each step.

    Turns count from 1, those of all seats together.
    """

    steps: tuple[tuple[EventT_co, ...], ...]
    turns: tuple[int, ...]
    outcome: Outcome

    def told(self) -> Iterable[tuple[int, EventT_co]]:
        """Return every event with its turn."""
        for turn, events in zip(self.turns, self.steps, strict=True):
            for event in events:
                yield turn, event

    @property
    def played_out(self) -> bool:
        """Whether its rules ended it, and nobody who gave up or had no time left."""
        return self.outcome.ending not in (RESIGNED, FORFEITED)


@dataclass(frozen=True, slots=True)
class RecordOf(Generic[EventT_co]):
    """Something that a game keeps the best of. A name that was used once keeps its meaning.

    ``find`` yields what seats reached, several times where they did so; the best of a seat counts, which is
    the ``least`` value where that is so. ``tell`` puts a value into words ("12 points").
    """

    name: str
    label: Msg
    tell: Callable[[int], Msg]
    find: Callable[[StoryOf[EventT_co]], Iterable[tuple[int, int]]]
    least: bool = False

    def best(self, story: StoryOf[EventT_co]) -> dict[int, int]:
        """Return the best value of each seat that has any."""
        found: dict[int, int] = {}
        for seat, value in self.find(story):
            known = found.get(seat, value)
            found[seat] = min(known, value) if self.least else max(known, value)
        return found


if TYPE_CHECKING:
    Record = RecordOf[EventLike]
    Story = StoryOf[EventLike]
    """Those of any game."""
else:
    Record, Story = RecordOf, StoryOf


def format_points(n: int) -> Msg:
    """Put points into words."""
    return plural("{n} point", "{n} points", n)


def format_turn(n: int) -> Msg:
    """Say in which turn something happened."""
    return Msg(N_("in turn {n}"), {"n": n})


def find_scores(story: StoryOf[Any]) -> Sequence[tuple[int, int]]:
    """Yield what each seat scored in a match that was played to its end."""
    return tuple(enumerate(story.outcome.scores)) if story.played_out else ()


MOST_POINTS: RecordOf[Any] = RecordOf("points", Msg(N_("Most points")), format_points, find_scores)
"""For games whose outcome has scores."""
