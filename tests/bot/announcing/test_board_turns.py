"""A posted board is matched to its turn by its stored row, including rows that version 1.0 stored."""

from __future__ import annotations

import random

import pytest

from bot.model.turns import count_ended_turns
from bot.ui.play.board import PostedBoard, is_same_turn, make_turn_key
from games.core.match import Match
from games.registry import GAMES
from tools.walks import Case, Walker


def play_steps(key: str, max_steps: int) -> list[Match]:
    """Play at most ``max_steps`` random steps; return the match at its start and after each step."""
    case = Case(GAMES[key], 2, GAMES[key].get_default_options(), 7, is_rich=True, max_plies=max_steps)
    matches = [case.begin_match()]
    for step in case.match.steps:
        matches.append(matches[-1].act(step.seat, step.action.token))
    return matches


def make_old_turn_key(match: Match) -> int:
    """Return version 1.0's key of a turn: twice the number of turn changes, plus 1 after the end."""
    holder, passed = match.rules.find_active_seat(match.opening_state), 0
    for step in match.steps:
        passed += match.rules.find_active_seat(step.state) != holder
        holder = match.rules.find_active_seat(step.state)
    return 2 * passed + (match.outcome is not None)


def count_turns_by_rules(match: Match) -> int:
    """Return the number of turns that have ended, counted by the rules at every step."""
    ended = match.rules.count_ended_turns(None, match.opening_state, match.opening_events)
    for ply, step in enumerate(match.steps):
        ended += match.rules.count_ended_turns(match.state_at(ply), step.state, step.events)
    return ended


@pytest.mark.parametrize("key", GAMES)
def test_undos_leave_the_turn_count_and_outcome_correct(key: str) -> None:
    game, dice = GAMES[key], random.Random(f"turns {key}")
    seats = game.seat_counts[-1]
    match = Match.begin(game, seats, game.get_default_options(), bytes(32))
    walker, undone, most = Walker(match.rules, 5, is_rich=True), 0, 0
    while match.outcome is None and match.seq < 200:
        # Undo more often at first, so that even a short match contains several undos.
        if match.ply and dice.random() < (0.5 if undone < 5 else 0.2):
            undone += 1
            match = match.undo(match.steps[-1].seat, dice.randrange(max(0, match.ply - 3), match.ply))
        else:
            match = match.act(*walker.choose_action(match))
        assert count_ended_turns(match) == count_turns_by_rules(match)
        most = max(most, count_turns_by_rules(match))
        assert match.outcome == match.rules.outcome(match.state)
    assert undone > 4 and most > 4
    assert count_ended_turns(
        Match.begin(game, seats, game.get_default_options(), bytes(32)).replay(match.rows)
    ) == count_turns_by_rules(match)


@pytest.mark.parametrize("key", ["coral_reef", "das_riff"])
def test_a_board_goes_stale_only_when_its_turn_ends(key: str) -> None:
    matches = play_steps(key, 30)
    for ply, match in enumerate(matches):
        posted = PostedBoard(1, match.seq, max(ply - 1, 0), make_old_turn_key(match))
        for later in matches[ply:]:
            over = count_ended_turns(later) > count_ended_turns(match)
            assert is_same_turn(later, posted.seq, posted.turn_key) == (not over)


def test_a_seats_next_turn_is_not_mistaken_for_its_earlier_one() -> None:
    matches = play_steps("coral_reef", 30)
    back = [m for m in matches[1:] if m.active_seat == m.steps[-1].seat]
    assert back
    for match in back:
        before = matches[match.ply - 1]
        assert make_turn_key(before) == make_turn_key(match)
        assert count_ended_turns(match) == count_ended_turns(before) + 2
        assert not is_same_turn(match, before.seq, make_turn_key(before))


def test_an_undo_within_a_turn_leaves_its_board_current() -> None:
    matches = play_steps("das_riff", 30)
    within = next(m for m in matches[1:] if not m.count_ended_turns(m.ply))
    before = matches[within.ply - 1]
    undone = within.undo(within.steps[-1].seat, before.ply)
    assert is_same_turn(undone, before.seq, make_turn_key(before))
    assert is_same_turn(undone, within.seq, make_turn_key(within))
