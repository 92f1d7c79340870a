"""Records that players can set in Australis."""

from __future__ import annotations

from collections.abc import Iterator

from games.australis.events import Event, SeatScored, TileTaken
from games.core.records import MOST_POINTS, GenericMatchStory, GenericRecord, format_points
from games.core.words import N_, Msg, plural


def _find_rounds(story: GenericMatchStory[Event]) -> Iterator[tuple[int, int]]:
    for _, event in story.list_events():
        if isinstance(event, SeatScored):
            yield event.seat, event.reefs + event.school + event.turtle


def _find_schools(story: GenericMatchStory[Event]) -> Iterator[tuple[int, int]]:
    return ((event.seat, event.fed_fish) for _, event in story.list_events() if isinstance(event, SeatScored))


def _count_tiles(story: GenericMatchStory[Event]) -> Iterator[tuple[int, int]]:
    tiles: dict[int, int] = {}
    for _, event in story.list_events():
        if isinstance(event, TileTaken) and event.gold:
            tiles[event.seat] = tiles.get(event.seat, 0) + 1
    return iter(tiles.items())


RECORDS: tuple[GenericRecord[Event], ...] = (
    MOST_POINTS,
    GenericRecord("round", Msg(N_("Best round")), format_points, _find_rounds),
    GenericRecord(
        "school", Msg(N_("Most fish fed")), lambda n: Msg(N_("{n} fed in a round"), {"n": n}), _find_schools
    ),
    GenericRecord(
        "gold",
        Msg(N_("Most gold tiles")),
        lambda n: plural("{n} gold tile", "{n} gold tiles", n),
        _count_tiles,
    ),
)
