"""Compares the speed of playouts and of listing legal actions with that of python-chess."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import chess

from games.core.protocol import Game
from games.core.rng import Chance
from games.players.judge import Judge
from games.registry import GAMES
from tests.proof.bench.harness import (
    AT_LEAST,
    AT_MOST,
    Effort,
    Figure,
    measure_medians,
    measure_ratio,
)
from tests.proof.bench.positions import find_rich_positions, make_chess_positions

MOVES_PER_PLAYOUT = 1500
MAX_CHESS_PLIES = 200
"""Maximum plies of a random chess game. In late endgames, listing moves would be unrealistically fast."""


def measure_figures(effort: Effort) -> Iterator[Figure]:
    """Yield figures for playouts and for listing legal actions, for each game and number of seats."""
    for game in GAMES.values():
        for seats in game.seat_counts:
            yield from _measure_case(game, seats, effort)


def _measure_case(game: Game, seat_count: int, effort: Effort) -> Iterator[Figure]:
    rules, what = game.rules[game.version], f"{game.key} {seat_count} seats"
    every, some, other = measure_medians(
        (
            make_playout(game, seat_count, rules.legal_actions),
            make_searched_playout(game, seat_count),
            make_chess_playout(),
        ),
        effort.count_rounds(24),
    )
    yield Figure(f"{what}: playout moves/s, all actions listed / python-chess", other / every, AT_LEAST, 1.5)
    path = "playout moves/s on the path that computer players search"
    yield Figure(f"{what}: {path} / python-chess", other / some, AT_LEAST, 2)

    positions, boards = find_rich_positions(game.key, seat_count), make_chess_positions()

    def list_all_actions() -> None:
        for position in positions:
            rules.legal_actions(position.state, position.seat)

    def list_all_chess_moves() -> None:
        for board in boards:
            list(board.legal_moves)

    listing = measure_ratio(list_all_actions, list_all_chess_moves, effort.count_rounds(24))
    yield Figure(f"{what}: listing 300 rich positions / python-chess middle games", listing, AT_MOST, 3)


def make_playout(
    game: Game, seat_count: int, list_actions: Callable[[Any, int], tuple[Any, ...]]
) -> Callable[[], None]:
    """Return a function that plays ``MOVES_PER_PLAYOUT`` moves of random matches.

    :param list_actions: returns the actions of a seat in a state, from which each move is chosen.
    """
    rules, dice = game.rules[game.version], random.Random("playout")
    options, key = game.get_default_options(), b"playout"
    numbers = iter(range(10**12))

    def deal_match() -> Any:
        return rules.setup(seat_count, options, Chance(key, next(numbers)))[0]

    held = [deal_match()]

    def play_moves() -> None:
        state = held[0]
        for _ in range(MOVES_PER_PLAYOUT):
            to_act = rules.to_act(state)
            if not to_act:
                state = deal_match()
                continue
            actions = list_actions(state, to_act[0])
            action = actions[int(dice.random() * len(actions))]
            state, _ = rules.apply(state, to_act[0], action, Chance(key, next(numbers)))
        held[0] = state

    return play_moves


def make_searched_playout(game: Game, seat_count: int) -> Callable[[], None]:
    """Return a function that plays ``MOVES_PER_PLAYOUT`` moves from the short lists that computers search."""
    rules, chance = game.rules[game.version], Chance(b"searched", 0)
    actions = Judge(game, game.version).list_actions
    held = [rules.setup(seat_count, game.get_default_options(), chance)[0]]

    def play_moves() -> None:
        state = held[0]
        for _ in range(MOVES_PER_PLAYOUT):
            to_act = rules.to_act(state)
            if not to_act:
                state, _ = rules.setup(seat_count, game.get_default_options(), chance)
                continue
            action = chance.choice(actions(state, to_act[0]))
            state, _ = rules.apply(state, to_act[0], action, chance)
        held[0] = state

    return play_moves


def make_chess_playout() -> Callable[[], None]:
    """Return a function that plays ``MOVES_PER_PLAYOUT`` random chess moves with python-chess."""
    dice, board = random.Random("playout"), chess.Board()

    def play_moves() -> None:
        for _ in range(MOVES_PER_PLAYOUT):
            moves = list(board.legal_moves)
            if not moves or len(board.move_stack) >= MAX_CHESS_PLIES:
                board.reset()
                continue
            board.push(moves[int(dice.random() * len(moves))])

    return play_moves
