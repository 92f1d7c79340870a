"""Records that players can set in Australis."""

from __future__ import annotations

from collections.abc import Iterator

from games.australis.events import Event, RoundPointsScored, TileTaken
from games.core.records import MOST_POINTS, GenericMatchStory, GenericRecord, format_points
from games.core.words import N_, Msg, plural


def _list_round_scores(story: GenericMatchStory[Event]) -> Iterator[tuple[int, int]]:
    for _, event in story.list_events():
        if isinstance(event, RoundPointsScored):
            yield event.seat, event.reefs + event.school + event.turtle


def _list_fed_fish(story: GenericMatchStory[Event]) -> Iterator[tuple[int, int]]:
    return (
        (event.seat, event.fed_fish)
        for _, event in story.list_events()
        if isinstance(event, RoundPointsScored)
    )


def _list_gold_tile_counts(story: GenericMatchStory[Event]) -> Iterator[tuple[int, int]]:
    tiles: dict[int, int] = {}
    for _, event in story.list_events():
        if isinstance(event, TileTaken) and event.is_gold:
            tiles[event.seat] = tiles.get(event.seat, 0) + 1
    return iter(tiles.items())


RECORDS: tuple[GenericRecord[Event], ...] = (
    MOST_POINTS,
    GenericRecord("round", Msg(N_("Best round")), format_points, _list_round_scores),
    GenericRecord(
        "school", Msg(N_("Most fish fed")), lambda n: Msg(N_("{n} fed in a round"), {"n": n}), _list_fed_fish
    ),
    GenericRecord(
        "gold",
        Msg(N_("Most gold tiles")),
        lambda n: plural("{n} gold tile", "{n} gold tiles", n),
        _list_gold_tile_counts,
    ),
)
