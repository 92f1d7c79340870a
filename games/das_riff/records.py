"""Records that players can set in Das Riff."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from games.core.records import GenericMatchStory, GenericRecord, format_turn
from games.core.words import N_, Msg, plural
from games.das_riff.events import Event, FishBred


def _list_brood_turns(story: GenericMatchStory[Event]) -> Iterator[tuple[int, int]]:
    return ((event.seat, turn) for turn, event in story.list_events() if isinstance(event, FishBred))


def _list_brood_counts(story: GenericMatchStory[Event]) -> Iterator[tuple[int, int]]:
    bred = Counter((event.seat, turn) for turn, event in story.list_events() if isinstance(event, FishBred))
    return ((seat, count) for (seat, _), count in bred.items())


def _list_winning_turns(story: GenericMatchStory[Event]) -> Iterator[tuple[int, int]]:
    if story.is_played_out and not story.outcome.is_draw:
        for seat in story.outcome.winners:
            yield seat, story.turn_numbers[-1]


RECORDS: tuple[GenericRecord[Event], ...] = (
    GenericRecord("brood", Msg(N_("Quickest brood")), format_turn, _list_brood_turns, smallest_is_best=True),
    GenericRecord(
        "at_once",
        Msg(N_("Most broods in a turn")),
        lambda n: plural("{n} brood", "{n} broods", n),
        _list_brood_counts,
    ),
    GenericRecord("win", Msg(N_("Quickest win")), format_turn, _list_winning_turns, smallest_is_best=True),
)
