"""A replay describes what follows from a turn's move in a separate caption, and the scoreboard agrees."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from games.coral_reef.events import RoundEnded
from games.coral_reef.view import HAND_EMPTY_ENDING
from games.core.picture import CloseUp
from games.core.texts import Scene
from games.core.words import load_words
from games.drawing.gaps import Gap
from games.drawing.highlights import find_scoring_turns
from games.drawing.replay_frames import Replay
from games.drawing.replay_shots import Cut
from games.registry import GAMES
from tests.games.contract.texts import make_names
from tools.walks import Case

NO_GAP = Gap(1, 1, (), ())

GAMES_WITH_AFTERMATH = [key for key in GAMES if GAMES[key].aftermath_path]


def make_replay(key: str, seat_count: int) -> Replay:
    game = GAMES[key]
    match = Case(game, seat_count, game.get_default_options(), 7, is_rich=True).match
    return Replay(match, make_names(seat_count), load_words())


def sum_signs(parts: Sequence[CloseUp]) -> int:
    return sum(int(part.text) for part in parts if isinstance(part.text, str) and part.text)


@pytest.mark.parametrize("key", ["australis", "reef"])
def test_captions_name_all_points_that_the_scoreboard_adds(key: str) -> None:
    replay = make_replay(key, 2)
    match, game, count = replay.match, replay.match.game, 0
    for turn in replay.turns:
        later = replay.list_later_events(turn)
        after = game.list_scoreboard_entries(match.rules.view(match.state_at(turn.ply), None))
        moved = game.list_scoreboard_entries(match.rules.view(match.state_at(turn.ply), None), later)
        before = game.list_scoreboard_entries(match.rules.view(match.state_at(turn.since), None))
        # Until the caption about the aftermath, only the mover's points have changed.
        waiting = [seat for seat in range(2) if before[seat].value != moved[seat].value]
        if later:
            count += 1
            assert set(waiting) <= {replay.find_actor(turn), turn.seat}
            text = game.tell_aftermath(replay.list_events(turn), Scene(replay.names, replay.w))
            view = match.rules.view(match.state_at(turn.ply), None)
            signs = sum_signs(game.list_close_ups(view, view, 0, later))
            assert text is not None
            gains = [after[seat].value - moved[seat].value for seat in range(2)]
            assert min(gains) >= 0
            if text.precedes_leader:
                # The caption names no points, because a table or the scoreboard shows them.
                assert 0 <= signs <= sum(gains)
                continue
            for name, gained in zip(replay.names, gains, strict=True):
                assert not gained or str(gained) in text.text.partition(name)[2]
    assert count


@pytest.mark.parametrize("seat_count", [2, 6])
def test_cards_left_in_a_caption_equal_those_on_the_scoreboard(seat_count: int) -> None:
    replay = make_replay("coral_reef", seat_count)
    match, game, count = replay.match, replay.match.game, 0
    for turn in replay.turns:
        later = replay.list_later_events(turn)
        view, _, _ = replay.view_after(turn)
        for event in replay.list_own_events(turn):
            seat, left = getattr(event, "seat", None), getattr(event, "cards_left", None)
            if seat is not None and isinstance(left, int):
                assert game.list_scoreboard_entries(view, later)[seat].score == str(left)
        if later:
            caption = replay.caption_aftermath(turn, NO_GAP)
            assert caption is not None
            assert ("draw" in " ".join(caption.lines)) != any(isinstance(e, RoundEnded) for e in later)
            count += 1
    assert count and match.outcome is not None


def test_the_end_of_a_round_says_who_won_it_and_how_many_are_needed() -> None:
    game = GAMES["coral_reef"]
    match = Case(game, 6, {"rounds_to_win": "3"}, 7, is_rich=True).match
    replay, count = Replay(match, make_names(6), load_words()), 0
    for turn in replay.turns:
        for event in replay.list_later_events(turn):
            if isinstance(event, RoundEnded):
                caption = replay.caption_aftermath(turn, NO_GAP)
                (winner,) = event.winners
                assert caption is not None
                words = " ".join(caption.lines)
                assert replay.names[winner] in words
                assert words.startswith("No cards left. ") == (event.ending == HAND_EMPTY_ENDING)
                assert len(caption.lines) <= 2
                won = event.wins[winner]
                if won == 3:
                    assert f"wins the match with round {event.number}, 3 to " in words
                else:
                    assert f"wins round {event.number}: {won} of 3." in words
                count += 1
    assert count >= 3


@pytest.mark.parametrize("key", GAMES_WITH_AFTERMATH)
def test_the_aftermath_follows_the_move_even_in_a_short_replay(key: str) -> None:
    replay = make_replay(key, GAMES[key].seat_counts[0])
    turns = [index for index, turn in enumerate(replay.turns) if replay.list_later_events(turn)]
    assert turns
    scorings = find_scoring_turns(replay.match)
    for index in turns:
        shots = [
            shot for shot in replay.plan_shots(Cut((index,), full_count=0)) if shot.turn and not shot.is_gap
        ]
        assert shots[-1].is_aftermath == (index in scorings or shots[-1].caption != shots[1].caption)
        assert [shot.is_aftermath for shot in shots[:2]] == [False, False]
        # A complete replay also tells which cards were drawn.
        shots = [shot for shot in replay.plan_shots(Cut((index,))) if shot.turn and not shot.is_gap]
        assert shots[-1].is_aftermath and shots[-1].caption != shots[1].caption


@pytest.mark.parametrize("seat_count", [2, 4])
def test_a_turn_of_which_only_the_scoring_is_shown_has_one_frame(seat_count: int) -> None:
    replay = make_replay("australis", seat_count)
    scorings = find_scoring_turns(replay.match)
    index = min(scorings)
    scored, *_ = [shot for shot in replay.plan_shots(Cut((), summed_up=frozenset({index}))) if shot.turn]
    assert scored.since == 0 and scored.counter == f"Turns 1–{replay.turns[index].number}"
    assert 0 < sum_signs(replay.list_close_ups(scored)) <= sum(entry.change for entry in scored.entries)
    assert " ".join(scored.caption.lines).startswith("Round 1:")
