"""Scores the end of a round and of the match (AU-3, AU-6)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from games.australis.events import FinalPointsScored, MatchEnded, ReefScored, RoundPointsScored
from games.australis.mutable_state import MutableState
from games.australis.parts import (
    CORAL_POINTS,
    FIRST_PLACE_POINTS,
    REEF_NUMBERS,
    SCHOOL_FISH,
    SCHOOL_POINTS,
    SECOND_PLACE_POINTS,
    TOKEN_POINTS,
)
from games.australis.view import (
    FINAL_CORALS_SOURCE,
    OVER_STAGE,
    REEF_SOURCE,
    SCHOOL_SOURCE,
    TILES_SOURCE,
    TOKEN_SOURCE,
    TURTLE_SOURCE,
)

MOST_POINTS_ENDING = "most_points"
TURTLE_AHEAD_ENDING = "turtle_ahead"


def award_reef(index: int, corals: Sequence[int], turtle_order: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Return pairs of a seat and its points for reef ``3 + index``, the better place first (AU-3.1).

    :param corals: number of corals on the reef, by seat.
    :param turtle_order: the seats in order of their turtles, the furthest ahead first.
    """
    ranked = sorted([seat for seat in turtle_order if corals[seat]], key=corals.__getitem__, reverse=True)
    if not ranked:
        return ()
    first, second = (ranked[0], FIRST_PLACE_POINTS[index]), SECOND_PLACE_POINTS[index]
    return (first, (ranked[1], second)) if second and len(ranked) > 1 else (first,)


def find_school_level(cubes: int, fish: int) -> int:
    """Return the highest level that a school reaches, or 0 if it reaches none (AU-3.2)."""
    return min(cubes, bisect_right(SCHOOL_FISH, fish))


def score_school(cubes: int, fish: int) -> int:
    """Return the points for a school with these cubes and fish (AU-3.2)."""
    level = find_school_level(cubes, fish)
    return SCHOOL_POINTS[level - 1] if level else 0


def score_round(state_copy: MutableState) -> None:
    """Score reefs, schools and turtles (AU-3.1 to AU-3.3)."""
    turtle_order = state_copy.turtle_order
    reefs = [0] * len(state_copy.boards)
    for index, reef in enumerate(REEF_NUMBERS):
        awards = award_reef(index, [board.corals[index] for board in state_copy.boards], turtle_order)
        if awards:
            state_copy.add_event(ReefScored(reef, awards))
        for seat, points in awards:
            reefs[seat] += points
    for offset in range(len(state_copy.boards)):
        seat = (state_copy.start + offset) % len(state_copy.boards)
        board = state_copy.edit_board(seat)
        level = find_school_level(len(board.food), board.fish)
        school = SCHOOL_POINTS[level - 1] if level else 0
        board.ledger[REEF_SOURCE] += reefs[seat]
        board.ledger[SCHOOL_SOURCE] += school
        board.ledger[TURTLE_SOURCE] += board.space
        fed = SCHOOL_FISH[level - 1] if level else 0
        state_copy.add_event(RoundPointsScored(seat, reefs[seat], school, fed, board.space))


def score_end(state_copy: MutableState) -> None:
    """Score corals, the first-player token and tiles, and end the match (AU-6.1)."""
    for seat in range(len(state_copy.boards)):
        board = state_copy.edit_board(seat)
        corals = CORAL_POINTS * sum(board.corals)
        token = TOKEN_POINTS if state_copy.token == seat else 0
        tiles = sum(board.gold) + sum(board.silver)
        board.ledger[FINAL_CORALS_SOURCE] += corals
        board.ledger[TOKEN_SOURCE] += token
        board.ledger[TILES_SOURCE] += tiles
        state_copy.add_event(FinalPointsScored(seat, corals, token, tiles))
    state_copy.stage = OVER_STAGE
    points = sorted((sum(board.ledger) for board in state_copy.boards), reverse=True)
    state_copy.add_event(MatchEnded(TURTLE_AHEAD_ENDING if points[0] == points[1] else MOST_POINTS_ENDING))
