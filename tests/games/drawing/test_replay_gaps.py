"""A replay has shots that say who leads after a long gap, as far as there are time and bytes."""

from __future__ import annotations

import pytest

from games.core.words import load_words
from games.drawing import highlights, replay, replay_cut
from games.drawing.replay import MAX_BYTES, make_replay
from games.drawing.replay_cut import (
    MAX_DURATION,
    MAX_GAP_SHOTS,
    MAX_NOTED_TURNS,
    MIN_FULL_TURNS,
    choose_cut,
    list_cuts_with_gap_shots,
    measure_duration,
)
from games.drawing.replay_frames import Replay
from games.drawing.replay_shots import BRISK_RESULT_TIME, Cut
from games.registry import GAMES
from tools.walks import Case

NAMES = ("Ann", "Ben", "Cleo")
GAME = GAMES["reef"]


@pytest.mark.parametrize(("seats", "seed"), [(2, 4), (2, 12), (3, 3), (3, 9)])
def test_who_leads_after_a_long_gap_is_told_over_the_leaders_reef(seats: int, seed: int) -> None:
    match = Case(GAME, seats, GAME.get_default_options(), seed, is_rich=True).match
    planning = Replay(match, NAMES[:seats], load_words())
    cut = choose_cut(planning, highlights.rank_turns(match))
    fullest, *others = list_cuts_with_gap_shots(planning, cut)
    counts = [len(one.turns_with_gap_shot) for one in (fullest, *others)]
    assert counts == [*range(len(counts), 0, -1)] and counts[0] <= MAX_GAP_SHOTS
    shots = planning.plan_shots(fullest)
    assert fullest.turns == cut.turns and measure_duration(planning, shots) <= MAX_DURATION
    assert not any(shot.is_gap for shot in planning.plan_shots(cut))
    assert sum(shot.is_gap for shot in shots) == counts[0]
    count = 0
    for earlier, shot, lead in zip(shots, shots[1:], shots[2:], strict=False):
        if shot.is_gap:
            assert lead.turn == shot.turn and not lead.note and lead.entries == shot.entries
            assert lead.number - earlier.number - 1 > MAX_NOTED_TURNS
            leaders = highlights.find_leaders(shot.entries)
            assert shot.turn and shot.seat in leaders
            assert len(leaders) > 1 or "leads" in " ".join(shot.caption.lines)
            view = match.rules.view(match.state_at(shot.turn.since), None)
            shown = planning.list_close_ups(shot)
            assert shown == GAME.list_close_ups(view, view, shot.seat, ()) != planning.list_close_ups(lead)
            count += 1
    assert count


def test_a_shot_about_a_long_gap_is_left_out_if_the_replay_would_be_too_large(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = Case(GAME, 2, GAME.get_default_options(), 4, is_rich=True).match
    sizes = list[int]()
    for count in (0, MAX_GAP_SHOTS):
        monkeypatch.setattr(replay_cut, "MAX_GAP_SHOTS", count)
        sizes.append(len(b"".join(make_replay(match, NAMES[:2], load_words()))))
    small, large = sizes
    assert small < large <= MAX_BYTES
    monkeypatch.setattr(replay, "MAX_BYTES", small)
    assert len(b"".join(make_replay(match, NAMES[:2], load_words()))) == small


@pytest.mark.parametrize(("seats", "seed"), [(2, 5), (2, 15), (3, 8)])
def test_a_turn_is_left_out_only_if_there_is_no_time_for_it_at_any_pace(seats: int, seed: int) -> None:
    match = Case(GAME, seats, GAME.get_default_options(), seed, is_rich=True).match
    planning, ranked = Replay(match, NAMES[:seats], load_words()), highlights.rank_turns(match)
    cut = choose_cut(planning, ranked)
    count = len(cut.turns)
    assert MIN_FULL_TURNS < count < len(ranked)
    turns = ranked[: count + 1]
    fuller = Cut(
        turns, planning.find_changes_of_lead(turns), cut.summed_up, MIN_FULL_TURNS, BRISK_RESULT_TIME
    )
    assert measure_duration(planning, planning.plan_shots(fuller)) > MAX_DURATION
