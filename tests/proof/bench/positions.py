"""Positions for the rules benchmarks, from random matches of each game and of chess with fixed seeds."""

from __future__ import annotations

import random
from functools import cache
from typing import Any, NamedTuple

import chess

from games.core.protocol import Game
from games.registry import GAMES
from tools.walks import Case

RICH_POSITION_COUNT = 300


class Position(NamedTuple):
    state: Any
    seat: int


def play_walks(game: Game, seat_count: int, count: int, is_rich: bool) -> list[Case]:
    """Return reproducible matches with the default options. For ``is_rich``, see :mod:`tools.walks`."""
    return [Case(game, seat_count, game.get_default_options(), 7000 + seed, is_rich) for seed in range(count)]


@cache
def find_rich_positions(key: str, seat_count: int) -> tuple[Position, ...]:
    """Return 300 positions in which the active seat has many legal actions.

    They are evenly spaced among the half of all positions that has the most legal actions.
    """
    found: list[tuple[int, Position]] = []
    for case in play_walks(GAMES[key], seat_count, 8, is_rich=True):
        for ply in range(case.match.ply):
            state = case.match.state_at(ply)
            active_seat = case.rules.find_active_seat(state)
            if active_seat in case.rules.to_act(state):
                found.append(
                    (len(case.rules.legal_actions(state, active_seat)), Position(state, active_seat))
                )
    found.sort(key=lambda pair: -pair[0])
    half = [position for _, position in found[: len(found) // 2]]
    return tuple(half[i * len(half) // RICH_POSITION_COUNT] for i in range(RICH_POSITION_COUNT))


@cache
def make_chess_positions() -> tuple[chess.Board, ...]:
    """Return 300 chess positions from the middle of random games."""
    dice = random.Random("middle games")
    boards: list[chess.Board] = []
    while len(boards) < RICH_POSITION_COUNT:
        board = chess.Board()
        for ply in range(60):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(dice.choice(moves))
            if ply >= 20 and ply % 5 == 0 and len(boards) < RICH_POSITION_COUNT:
                boards.append(board.copy(stack=False))
    return tuple(boards)
