"""Counts the turns of a match."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import accumulate
from typing import NamedTuple

from games.core.match import UNDO_KIND, Match


class StepNumber(NamedTuple):
    """The turn and move of a step, as shown to people instead of its ply."""

    turn: int
    """Number of the turn, counted from 1 over all seats, including turns in which a seat had nothing to do.
    """
    move: int
    """Number of the step within the turn, counted from 1."""
    is_only_move: bool
    """Whether the turn has ended, or the match has, without another step in this turn."""


def list_step_numbers(match: Match) -> list[StepNumber]:
    """Return the number of each step in force."""
    turns = [1 + ended for ended in accumulate(match.count_ended_turns(ply) for ply in range(match.ply))]
    sizes, numbers = Counter(turns), list[StepNumber]()
    if match.outcome is None and match.ply and not match.count_ended_turns(match.ply):
        # Count the step to come, which belongs to the same turn as the newest one.
        sizes[turns[-1]] += 1
    for turn in turns:
        move = numbers[-1].move + 1 if numbers and numbers[-1].turn == turn else 1
        numbers.append(StepNumber(turn, move, sizes[turn] == 1))
    return numbers


def find_turn_number(match: Match, ply: int) -> int:
    """Return the number of the turn in which a step was made, counted from 1. ``ply`` counts from 0.

    For the number of steps, return the number of the turn in progress.
    """
    return 1 + sum([match.count_ended_turns(before) for before in range(ply + 1)])


def count_played_turns(match: Match) -> int:
    """Return the number of the turn of the newest step, or 0 if there are no steps.

    People see this as the number of turns. An unfinished turn counts, because the match may end in
    the middle of a turn.
    """
    return find_turn_number(match, match.ply - 1) if match.ply else 0


def count_ended_turns(match: Match) -> int:
    """Return the number of turns that have ended. For texts, use :func:`count_played_turns`."""
    return match.count_ended_turns(0) + sum([step.ended_turn_count for step in match.steps])


def count_turns_reached(match: Match) -> int:
    """Return the highest number of turns that the match has reached, even if some were undone later."""
    most, begun = count_ended_turns(match), 0
    past = replace(match, rows=(), steps=(), is_rated=True, early_outcome=None)
    for number, row in enumerate(match.rows):
        if row.kind == UNDO_KIND:
            past = past.replay(match.rows[begun:number])
            most, begun = max(most, count_ended_turns(past)), number
    return most
