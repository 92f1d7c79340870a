"""Counts of turns: every text names the same turn for the same step."""

from __future__ import annotations

import re
from itertools import accumulate
from random import Random

import pytest

from bot.model.turns import count_ended_turns, count_played_turns, find_turn_number, list_step_numbers
from bot.ui.turn_numbers import write_turn, write_turn_in_sentence, write_turn_with_total
from games.core.match import Match
from games.core.words import load_words
from games.drawing.highlights import list_turns
from games.registry import GAMES


def play_random_match(key: str, ply_count: int) -> Match:
    """Play at most ``ply_count`` random steps of a match with the fewest seats."""
    game, chance = GAMES[key], Random(1)
    match = Match.begin(game, min(game.seat_counts), game.daily_options, bytes(32))
    while match.ply < ply_count and match.outcome is None:
        seat = match.to_act[0]
        match = match.act(seat, chance.choice(match.rules.list_candidates(match.state, seat)).token)
    return match


@pytest.mark.parametrize("key", GAMES)
def test_texts_number_a_step_like_the_replay(key: str) -> None:
    match, w = play_random_match(key, 400), load_words()
    numbers, turns = list_step_numbers(match), list_turns(match)
    assert len(numbers) == match.ply
    for turn in turns:
        steps = numbers[turn.since : turn.ply]
        assert {number.turn for number in steps} == {turn.number}
        assert [number.move for number in steps] == list(range(1, len(steps) + 1))
        assert all(number.is_only_move == (len(steps) == 1) for number in steps)
        assert {find_turn_number(match, ply) for ply in range(turn.since, turn.ply)} == {turn.number}
    last = count_played_turns(match)
    assert last == turns[-1].number == numbers[-1].turn
    told = write_turn_with_total(numbers[-1], last, w)
    assert told.startswith(f"Turn {last} of {last}")
    assert write_turn(numbers[-1], w) == told.replace(f" of {last}", "")
    assert write_turn_in_sentence(numbers[-1], w) == write_turn(numbers[-1], w).lower()


def test_an_unfinished_turn_is_counted_and_one_that_has_not_begun_is_not() -> None:
    match = play_random_match("das_riff", 60)
    ended = list(accumulate(step.ended_turn_count for step in match.steps))
    at = next(
        ply
        for ply in range(20, match.ply)
        if ended[ply - 1] > ended[ply - 2] and ended[ply] == ended[ply - 1]
    )
    begun = match.undo(0, at + 1)
    assert count_played_turns(begun) == count_ended_turns(begun) + 1
    finished = begun.undo(0, at)
    assert count_played_turns(finished) == count_ended_turns(finished) == count_played_turns(begun) - 1
    assert count_played_turns(finished.undo(0, 0)) == 0


def test_the_first_step_of_an_unfinished_turn_is_named_as_later() -> None:
    match, w = play_random_match("das_riff", 60), load_words()
    numbers = list_step_numbers(match)
    at = next(
        ply for ply, number in enumerate(numbers) if ply and (number.move, number.is_only_move) == (1, False)
    )
    begun = match.undo(0, at + 1)
    assert write_turn(list_step_numbers(begun)[at], w) == write_turn(numbers[at], w)
    assert write_turn(numbers[at], w).endswith(", move 1")
    assert write_turn(list_step_numbers(begun.resign(0))[at], w) == f"Turn {numbers[at].turn}"


def test_a_turn_of_a_single_step_needs_no_number_of_the_move() -> None:
    match, w = play_random_match("reef", 20), load_words()
    assert write_turn(list_step_numbers(match)[9], w) == "Turn 10"
    told = {write_turn(number, w) for number in list_step_numbers(play_random_match("das_riff", 60))}
    assert any(re.fullmatch(r"Turn \d+, move 2", one) for one in told)
