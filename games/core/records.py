"""Records that players can set in a game, such as the most points in a match."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Generic

from games.core.outcome import FORFEITED_ENDING, RESIGNED_ENDING, Outcome
from games.core.shapes import EventLike, EventT_co
from games.core.values import value_class
from games.core.words import N_, Msg, plural


@value_class
class GenericMatchStory(Generic[EventT_co]):
    """A finished match, as spectators saw it."""

    steps: tuple[tuple[EventT_co, ...], ...]
    """Public events of each step, beginning with the deal."""
    turn_numbers: tuple[int, ...]
    """Number of the turn to which each step belongs. Turns are counted from 1 over all seats."""
    outcome: Outcome

    def list_events(self) -> Iterable[tuple[int, EventT_co]]:
        """Yield every event with the number of its turn."""
        for turn, events in zip(self.turn_numbers, self.steps, strict=True):
            for event in events:
                yield turn, event

    @property
    def is_played_out(self) -> bool:
        """Whether the match was neither resigned nor lost on time."""
        return self.outcome.ending not in (RESIGNED_ENDING, FORFEITED_ENDING)


@value_class
class GenericRecord(Generic[EventT_co]):
    """A record that players can set, such as the most points."""

    name: str
    """Name under which values are stored. It must never be reused with another meaning."""
    label: Msg
    format_value: Callable[[int], Msg]
    """Returns a text for a value, such as "12 points"."""
    find_values: Callable[[GenericMatchStory[EventT_co]], Iterable[tuple[int, int]]]
    """Yields pairs of a seat and a value. If a seat has several values, the best one counts."""
    smallest_is_best: bool = False
    """Whether the smallest value is the best instead of the largest."""

    def find_best(self, story: GenericMatchStory[EventT_co]) -> dict[int, int]:
        """Return the best value of each seat. Seats without a value are left out."""
        best_by_seat: dict[int, int] = {}
        for seat, value in self.find_values(story):
            known = best_by_seat.get(seat, value)
            best_by_seat[seat] = min(known, value) if self.smallest_is_best else max(known, value)
        return best_by_seat


if TYPE_CHECKING:
    Record = GenericRecord[EventLike]
    Story = GenericMatchStory[EventLike]
    """The story of any game's match."""
else:
    Record, Story = GenericRecord, GenericMatchStory


def format_points(n: int) -> Msg:
    """Return a text for a number of points, such as "12 points"."""
    return plural("{n} point", "{n} points", n)


def format_turn(n: int) -> Msg:
    """Return a text for the number of a turn, such as "in turn 7"."""
    return Msg(N_("in turn {n}"), {"n": n})


def find_scores(story: GenericMatchStory[Any]) -> Sequence[tuple[int, int]]:
    """Return each seat's score, unless the match was resigned or lost on time."""
    return tuple(enumerate(story.outcome.scores)) if story.is_played_out else ()


MOST_POINTS: GenericRecord[Any] = GenericRecord("points", Msg(N_("Most points")), format_points, find_scores)
"""The record for games whose outcome has scores."""
