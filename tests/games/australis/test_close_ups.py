"""Pages of a replay about points show their sources, and the last frame compares them."""

from __future__ import annotations

from typing import cast

import pytest

from games.australis import GAME
from games.australis.draw_close_ups import (
    FRAME_SIZE,
    MAX_SHOWN_SOURCES,
    SCORE_LABELS,
    SCORING_EVENTS,
    count_scored_points,
)
from games.australis.events import Event
from games.core.match import view_at
from games.core.words import Msg, load_words
from games.drawing.replay_frames import Replay
from tests.games.contract.texts import make_names
from tools.walks import Case


@pytest.mark.parametrize("seat_count", [2, 4])
def test_the_compared_sources_add_up_to_the_points_of_all_seats(seat_count: int) -> None:
    match = Case(GAME, seat_count, GAME.get_default_options(), 7, rich=True).match
    assert match.outcome is not None
    sources = GAME.list_sources(view_at(match, match.ply, None), (), load_words())
    totals = [sum(source.values[seat] for source in sources) for seat in range(seat_count)]
    assert totals == list(match.outcome.scores)
    assert all(any(source.values) for source in sources)


@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_the_table_of_a_round_shows_what_decided_it_above_each_plate(seat_count: int) -> None:
    match = Case(GAME, seat_count, GAME.get_default_options(), 7, rich=True).match
    replay, seen = Replay(match, make_names(seat_count), load_words()), 0
    scorings = [
        index
        for index, turn in enumerate(replay.turns)
        if isinstance(next(iter(replay.list_later_events(turn)), None), SCORING_EVENTS)
    ]
    shots = [shot for shot in replay.plan_shots([], scorings=scorings) if shot.since is not None]
    for shot in shots:
        assert shot.turn is not None
        written = [part for part in replay.list_close_ups(shot) if part.text]
        labels = [part for part in written if isinstance(part.text, Msg)]
        assert 1 <= len(labels) <= MAX_SHOWN_SOURCES
        events, wide = (
            cast(tuple[Event, ...], replay.list_later_events(shot.turn)),
            FRAME_SIZE[0] // seat_count,
        )
        for label in labels:
            below = [part for part in written if part.target.y > label.target.y and part not in labels]
            values = sorted(below, key=lambda part: part.target.y)[:seat_count]
            (source,) = (name for name, text in SCORE_LABELS.items() if text == label.text)
            for part in values:
                seat = part.target.x // wide
                gained = int(str(part.text))
                assert gained <= shot.entries[seat].change
                if source != "circles":
                    assert gained == count_scored_points(seat, events)[source]
        assert max(part.target.y + part.target.h for part in written) <= FRAME_SIZE[1]
        assert shot.ticks >= 180 + 6 * len(written)
        seen += 1
    assert seen == len(scorings)
