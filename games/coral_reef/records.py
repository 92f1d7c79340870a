"""Records that players can set in Coral Reef."""

from __future__ import annotations

from collections.abc import Iterator

from games.coral_reef.events import CoralsPlayed, Event, RoundBegan, RoundEnded
from games.core.records import GenericMatchStory, GenericRecord
from games.core.words import N_, Msg, plural


def _list_play_sizes(story: GenericMatchStory[Event]) -> Iterator[tuple[int, int]]:
    return (
        (event.seat, len(event.cards)) for _, event in story.list_events() if isinstance(event, CoralsPlayed)
    )


def _list_round_lengths(story: GenericMatchStory[Event]) -> Iterator[tuple[int, int]]:
    began = 1
    for turn, event in story.list_events():
        if isinstance(event, RoundBegan):
            began = turn
        elif isinstance(event, RoundEnded) and len(event.winners) == 1:
            yield event.winners[0], max(1, turn - began + 1)


def _list_win_streaks(story: GenericMatchStory[Event]) -> Iterator[tuple[int, int]]:
    run: dict[int, int] = {}
    for _, event in story.list_events():
        if isinstance(event, RoundEnded):
            run = {seat: run.get(seat, 0) + 1 for seat in event.winners}
            yield from run.items()


def _format_turns(n: int) -> Msg:
    return plural("{n} turn", "{n} turns", n)


RECORDS: tuple[GenericRecord[Event], ...] = (
    GenericRecord(
        "play",
        Msg(N_("Most cards at once")),
        lambda n: plural("{n} card", "{n} cards", n),
        _list_play_sizes,
    ),
    GenericRecord(
        "round", Msg(N_("Quickest round")), _format_turns, _list_round_lengths, smallest_is_best=True
    ),
    GenericRecord(
        "row",
        Msg(N_("Most rounds in a row")),
        lambda n: plural("{n} round", "{n} rounds", n),
        _list_win_streaks,
    ),
)
