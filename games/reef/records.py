"""Records that players can set in Reef."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.records import MOST_POINTS, GenericMatchStory, GenericRecord, format_points
from games.core.words import N_, Msg, plural
from games.reef.events import Event, HandScored, Scored


def _find_patterns(story: GenericMatchStory[Event]) -> Iterator[tuple[int, int]]:
    return ((event.seat, event.points) for _, event in story.list_events() if isinstance(event, Scored))


def _count_matches(story: GenericMatchStory[Event]) -> Iterator[tuple[int, int]]:
    return ((event.seat, len(event.matches)) for _, event in story.list_events() if isinstance(event, Scored))


def _sum_hands(story: GenericMatchStory[Event]) -> Iterator[tuple[int, int]]:
    hands: dict[int, int] = {}
    for _, event in story.list_events():
        if isinstance(event, HandScored):
            hands[event.seat] = hands.get(event.seat, 0) + event.points
    return iter(hands.items())


RECORDS: tuple[GenericRecord[Event], ...] = (
    MOST_POINTS,
    GenericRecord("pattern", Msg(N_("Best pattern")), format_points, _find_patterns),
    GenericRecord(
        "at_once",
        Msg(N_("Most patterns in one go")),
        lambda n: plural("{n} pattern", "{n} patterns", n),
        _count_matches,
    ),
    GenericRecord("hand", Msg(N_("Best last hand")), format_points, _sum_hands),
)
