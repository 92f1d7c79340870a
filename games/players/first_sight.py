"""Finds the moves of a position that a player sees at first sight. They are too obvious for puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.core.match import Match
from games.core.rng import Chance
from games.core.shapes import ActionLike
from games.players.puzzles import make_seed, never_stop
from games.players.thinking import think

EASY_TRIES: Final = 3
"""Number of times that `easy` tries a puzzle. If one of the tries finds the answer, the puzzle is dropped."""


def find_greedy_moves(match: Match, seat: int) -> frozenset[str]:
    """Return the tokens of the moves with the largest immediate gain, and of moves equal to these.

    Return an empty set if no move gains anything, or if the game doesn't count gains.
    """
    gain, rules = match.game.computer_settings.measure_gain, match.rules
    if gain is None:
        return frozenset()
    view, seed = rules.recall(match.state, seat), make_seed(match, "greedy")
    state, gained = rules.sample(view, Chance(seed, match.ply)), dict[ActionLike, float]()
    actions = rules.legal_actions(state, seat)
    for action in actions:
        # All moves use the same random numbers, so that gains differ only because of the moves.
        after = rules.apply(state, seat, action, Chance(seed, match.ply + 1))[0]
        gained[action] = gain(after, seat) - gain(state, seat)
    most = max(gained.values())
    best = [action for action, each in gained.items() if most > 0 and each == most]
    return frozenset(
        [one.token for one in actions if any(are_equal_moves(match, one, other) for other in best)]
    )


def is_found_by_easy(match: Match, seat: int, token: str) -> bool:
    """Return whether `easy` finds a move, or an equal one, in any of several tries."""
    action = match.rules.read(token)
    return any(are_equal_moves(match, easy_move, action) for easy_move in find_easy_moves(match, seat))


def find_easy_moves(match: Match, seat: int) -> Iterator[ActionLike]:
    """Yield the move that `easy` chooses in each of several tries."""
    view = match.rules.recall(match.state, seat)
    for number in range(EASY_TRIES):
        chance = Chance(make_seed(match, f"try {number}"), match.ply)
        thoughts = think(match.game, match.rules.version, view, seat, "easy", chance, never_stop, 1)
        yield thoughts[0].action


def find_first_sight_moves(match: Match, seat: int) -> frozenset[ActionLike]:
    """Return the moves of a greedy player and of `easy`."""
    greedy = [match.rules.read(token) for token in find_greedy_moves(match, seat)]
    return frozenset([*greedy, *find_easy_moves(match, seat)])


def are_equal_moves(match: Match, one: ActionLike, other: ActionLike) -> bool:
    """Return whether two moves are the same, or differ only in an irrelevant place or payment."""
    alike = match.game.computer_settings.are_alike
    return one == other or (alike is not None and alike(match.state, one, other))
