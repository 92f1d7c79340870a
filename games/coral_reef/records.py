"""Records that players can set in Coral Reef."""

from __future__ import annotations

from collections.abc import Iterator

from games.coral_reef.events import Event, Played, RoundBegan, RoundEnded
from games.core.records import GenericMatchStory, GenericRecord
from games.core.words import N_, Msg, plural


def _find_plays(story: GenericMatchStory[Event]) -> Iterator[tuple[int, int]]:
    return ((event.seat, len(event.cards)) for _, event in story.list_events() if isinstance(event, Played))


def _find_rounds(story: GenericMatchStory[Event]) -> Iterator[tuple[int, int]]:
    began = 1
    for turn, event in story.list_events():
        if isinstance(event, RoundBegan):
            began = turn
        elif isinstance(event, RoundEnded) and len(event.winners) == 1:
            yield event.winners[0], max(1, turn - began + 1)


def _find_win_streaks(story: GenericMatchStory[Event]) -> Iterator[tuple[int, int]]:
    run: dict[int, int] = {}
    for _, event in story.list_events():
        if isinstance(event, RoundEnded):
            run = {seat: run.get(seat, 0) + 1 for seat in event.winners}
            yield from run.items()


def _format_turns(n: int) -> Msg:
    return plural("{n} turn", "{n} turns", n)


RECORDS: tuple[GenericRecord[Event], ...] = (
    GenericRecord(
        "play", Msg(N_("Most corals at once")), lambda n: plural("{n} coral", "{n} corals", n), _find_plays
    ),
    GenericRecord("round", Msg(N_("Quickest round")), _format_turns, _find_rounds, least=True),
    GenericRecord(
        "row",
        Msg(N_("Most rounds in a row")),
        lambda n: plural("{n} round", "{n} rounds", n),
        _find_win_streaks,
    ),
)
