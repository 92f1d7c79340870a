"""Computes a mark for each measured player. It shows whether an old result is still valid.

A mark is a hash of the player's choices in :data:`POSITION_COUNT` fixed positions, reached by random play.
Renaming a variable doesn't change the mark. Changing the behaviour of a rule, an estimate or a search does.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from itertools import count, islice
from typing import Any

from games.core.rng import Chance
from games.players import COMPUTER_LEVELS, SEARCHING_LEVELS, think
from games.registry import GAMES
from tests.proof.strength.matches import OPTIONS_BY_GAME, Pairing
from tests.proof.strength.players import Player

POSITION_COUNT = 200
"""Number of positions in which a player's choices are hashed, for each game and number of seats."""
ITERATION_COUNT = 8
"""Iterations of the searching levels per position, enough to run each part of the search."""
MIN_MOVES_BETWEEN_POSITIONS = 7
"""Minimum number of moves between two positions from the same random match."""

Position = tuple[Any, int]
"""The view of a seat to act, and the seat."""


def compute_pairing_mark(pairing: Pairing) -> str:
    """Return a pairing's mark: ten hexadecimal digits that depend on the behaviour of both players."""
    marks = [
        compute_player_mark(pairing.key, pairing.seat_count, player)
        for player in (pairing.one, pairing.other)
    ]
    return hashlib.sha256(" ".join(marks).encode()).hexdigest()[:10]


def compute_player_mark(key: str, seat_count: int, player: Player) -> str:
    """Return a player's mark. It doesn't depend on the player's number of iterations.

    The mark of another revision's player consists of the revision, whose code never changes, and a hash of
    today's rules.
    """
    if player.revision:
        return f"{player.revision} {_hash_choices(key, seat_count, '')}"
    return _hash_choices(key, seat_count, player.level)


@cache
def list_positions(key: str, seat_count: int) -> tuple[Position, ...]:
    """Return a game's fixed positions, in which the seat to act has a choice."""
    return tuple(islice(_play_at_random(key, seat_count), POSITION_COUNT))


def _play_at_random(key: str, seat_count: int) -> Iterator[Position]:
    """Play random matches; yield positions with a choice, some moves apart."""
    game = GAMES[key]
    rules = game.rules[game.version]
    for number in count():
        seed = hashlib.sha256(f"mark {key} {seat_count} {number}".encode()).digest()
        dice = Chance(seed, 0)
        state, _ = rules.setup(
            seat_count, {**game.get_default_options(), **OPTIONS_BY_GAME.get(key, {})}, dice
        )
        for ply in range(1, game.max_plies + 1):
            if not (to_act := rules.to_act(state)):
                break
            seat = to_act[0]
            actions = sorted(rules.legal_actions(state, seat), key=lambda action: action.token)
            if len(actions) > 1 and (ply + number) % MIN_MOVES_BETWEEN_POSITIONS == 0:
                yield rules.recall(state, seat), seat
            state, _ = rules.apply(state, seat, dice.choice(actions), Chance(seed, ply))


@cache
def _hash_choices(key: str, seat_count: int, level: str) -> str:
    """Return a hash of a level's choices. For an empty level, hash the legal actions."""
    game = GAMES[key]
    mark = hashlib.sha256(f"{key} {seat_count} {game.version}".encode())
    for number, (view, seat) in enumerate(list_positions(key, seat_count)):
        dice = Chance(b"mark", number)
        if level in COMPUTER_LEVELS:
            iterations = ITERATION_COUNT if level in SEARCHING_LEVELS else None
            found = think(game, game.version, view, seat, level, dice, lambda: False, iterations)
            choice = [found[0].action.token]
        elif level:
            choice = [Player(level).choose_move(game, game.version, view, seat, dice, seat_count)]
        else:
            actions = game.rules[game.version].legal_actions(
                game.rules[game.version].sample(view, dice), seat
            )
            choice = sorted(action.token for action in actions)
        mark.update(repr(choice).encode())
    return mark.hexdigest()
