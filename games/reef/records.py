"""Records that players can set in Reef."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.records import MOST_POINTS, GenericMatchStory, GenericRecord, format_points
from games.core.words import N_, Msg, plural
from games.reef.events import Event, HandScored, PatternScored


def _list_pattern_scores(story: GenericMatchStory[Event]) -> Iterator[tuple[int, int]]:
    return (
        (event.seat, event.points) for _, event in story.list_events() if isinstance(event, PatternScored)
    )


def _list_match_counts(story: GenericMatchStory[Event]) -> Iterator[tuple[int, int]]:
    return (
        (event.seat, len(event.matches))
        for _, event in story.list_events()
        if isinstance(event, PatternScored)
    )


def _list_hand_points(story: GenericMatchStory[Event]) -> Iterator[tuple[int, int]]:
    hands: dict[int, int] = {}
    for _, event in story.list_events():
        if isinstance(event, HandScored):
            hands[event.seat] = hands.get(event.seat, 0) + event.points
    return iter(hands.items())


RECORDS: tuple[GenericRecord[Event], ...] = (
    MOST_POINTS,
    GenericRecord("pattern", Msg(N_("Best pattern")), format_points, _list_pattern_scores),
    GenericRecord(
        "at_once",
        Msg(N_("Most patterns in one go")),
        lambda n: plural("{n} pattern", "{n} patterns", n),
        _list_match_counts,
    ),
    GenericRecord("hand", Msg(N_("Best last hand")), format_points, _list_hand_points),
)
