"""A replay tells what follows from a turn's move in a caption of its own, and the scoreboard agrees."""

from __future__ import annotations

import pytest

from games.core.texts import Scene
from games.core.words import load_words
from games.drawing.replay import Replay
from games.registry import GAMES
from tests.games.contract.texts import make_names
from tools.walks import Case

GAMES_WITH_AFTERMATH = [key for key in GAMES if GAMES[key].aftermath_path]


def make_replay(key: str, seats: int) -> Replay:
    game = GAMES[key]
    match = Case(game, seats, game.get_default_options(), 7, rich=True).match
    return Replay(match, make_names(seats), load_words())


@pytest.mark.parametrize("key", ["australis", "reef"])
def test_captions_name_all_points_that_the_scoreboard_adds(key: str) -> None:
    replay = make_replay(key, 2)
    match, game, told = replay.match, replay.match.game, 0
    for turn in replay.turns:
        later = replay.list_later_events(turn)
        after = game.list_scoreboard_entries(match.rules.view(match.state_at(turn.ply), None))
        moved = game.list_scoreboard_entries(match.rules.view(match.state_at(turn.ply), None), later)
        before = game.list_scoreboard_entries(match.rules.view(match.state_at(turn.since), None))
        # Until the caption about the aftermath, only the mover's points have changed.
        waiting = [seat for seat in range(2) if before[seat].value != moved[seat].value]
        if later:
            assert set(waiting) <= {replay.find_actor(turn), turn.seat}
            text = game.tell_aftermath(replay.list_events(turn), Scene(replay.names, replay.w))
            assert text is not None
            for seat, name in enumerate(replay.names):
                gained = after[seat].value - moved[seat].value
                assert gained >= 0 and (not gained or str(gained) in text.text.partition(name)[2])
            told += 1
    assert told


@pytest.mark.parametrize("seats", [2, 6])
def test_cards_left_in_a_caption_equal_those_on_the_scoreboard(seats: int) -> None:
    replay = make_replay("coral_reef", seats)
    match, game, told = replay.match, replay.match.game, 0
    for turn in replay.turns:
        later = replay.list_later_events(turn)
        view, _, _ = replay.view_after(turn)
        for event in replay.list_own_events(turn):
            seat, left = getattr(event, "seat", None), getattr(event, "cards_left", None)
            if seat is not None and isinstance(left, int):
                assert game.list_scoreboard_entries(view, later)[seat].score == str(left)
        if later:
            caption = replay.caption_aftermath(turn)
            assert caption is not None and "draw" in " ".join(caption.lines)
            told += 1
    assert told and match.outcome is not None


@pytest.mark.parametrize("key", GAMES_WITH_AFTERMATH)
def test_the_aftermath_follows_the_move_even_in_a_short_replay(key: str) -> None:
    replay = make_replay(key, GAMES[key].seat_counts[0])
    turns = [index for index, turn in enumerate(replay.turns) if replay.list_later_events(turn)]
    assert turns
    for index in turns:
        shots = [shot for shot in replay.plan_shots([index], full=0) if shot.turn is not None]
        assert [shot.is_aftermath for shot in shots] == [False, False, True]
        moved, ended = (replay.draw_scores(shot, 700) for shot in shots[1:])
        assert shots[1].caption != shots[2].caption
        assert moved is None or ended is None or moved.tobytes() != ended.tobytes()
