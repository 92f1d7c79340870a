"""A replay tells in a frame of its own who leads after many turns, as far as there are time and bytes."""

from __future__ import annotations

import pytest

from games.core.words import load_words
from games.drawing import highlights, replay
from games.drawing.replay import MAX_BYTES, MAX_DURATION, make_replay, measure_duration, plan_within_limit
from games.drawing.replay_frames import Replay
from games.drawing.replay_plan import MAX_NOTED_TURNS
from games.registry import GAMES
from tools.walks import Case

NAMES = ("Ann", "Ben", "Cleo")
GAME = GAMES["reef"]


@pytest.mark.parametrize(("seats", "seed"), [(2, 2), (2, 4), (3, 4), (3, 9)])
def test_who_leads_after_a_wide_gap_is_told_over_the_leaders_reef(seats: int, seed: int) -> None:
    match = Case(GAME, seats, GAME.get_default_options(), seed, is_rich=True).match
    planning = Replay(match, NAMES[:seats], load_words())
    chosen = highlights.rank_turns(match)
    without, kept = plan_within_limit(planning, chosen)
    shots, still_kept = plan_within_limit(planning, chosen, 2)
    assert kept == still_kept and measure_duration(planning, shots) <= MAX_DURATION
    assert not any(shot.is_gap for shot in without)
    told = 0
    for earlier, shot, lead in zip(shots, shots[1:], shots[2:], strict=False):
        if shot.is_gap:
            assert lead.turn == shot.turn and not lead.note and lead.entries == shot.entries
            assert lead.number - earlier.number - 1 > MAX_NOTED_TURNS
            leaders = highlights.find_leaders(shot.entries)
            shown = planning.find_actor(lead.turn) if lead.turn and shot.seat is None else shot.seat
            assert shown in leaders and (len(leaders) > 1 or "leads" in " ".join(shot.caption.lines))
            assert (planning.list_close_ups(shot) == planning.list_close_ups(lead)) == (shot.seat is None)
            told += 1
    assert told


def test_a_frame_about_a_wide_gap_is_left_out_if_the_replay_would_be_too_large(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = Case(GAME, 2, GAME.get_default_options(), 4, is_rich=True).match
    sizes = list[int]()
    for count in (0, replay.MAX_BRIDGES):
        monkeypatch.setattr(replay, "MAX_BRIDGES", count)
        sizes.append(len(b"".join(make_replay(match, NAMES[:2], load_words()))))
    small, large = sizes
    assert small < large <= MAX_BYTES
    monkeypatch.setattr(replay, "MAX_BYTES", small)
    assert len(b"".join(make_replay(match, NAMES[:2], load_words()))) == small
