"""Fit the weights of the strongest computer player of Coral Reef: ``python -m tools.fit_coral_reef``.

Computers of level ``normal`` play against each other. The weights of a hand's traits are fitted to make the
winners of rounds as likely as possible after each move. With two seats, the hand that the active seat can't
see is also compared with random hands, to learn what distinguishes real hands. ``--write`` writes the weights
to their module.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from games.coral_reef import GAME
from games.coral_reef.events import RoundEnded
from games.coral_reef.legal import list_targets
from games.coral_reef.parts import format_letters
from games.coral_reef.player.insight import MIN_LATER_TURNS
from games.coral_reef.player.traits import find_traits
from games.coral_reef.player.weights import TWO_SEAT_WEIGHTS
from games.coral_reef.rules import RULES
from games.coral_reef.state import State
from games.core.rng import Chance
from games.core.shapes import ViewLike
from games.players import Thought, think
from tools.selfplay import make_parser, play_match, play_matches, write_result

WEIGHTS_FILE = Path(__file__).parents[1] / "games" / "coral_reef" / "player" / "weights.py"
DEFAULT_MATCH_COUNT = 3000
ROUNDS_TO_WIN = "5"
NEWTON_STEPS = 8
PENALTY = 2.0
"""Regularisation that keeps the weights of rare traits small."""
TRAIT_NAMES = tuple(TWO_SEAT_WEIGHTS)
TRAIT_INDEX_BY_NAME = {name: number for number, name in enumerate(TRAIT_NAMES)}
MODULE_HEAD = '''"""Weights of a hand's traits, learned by ``python -m tools.fit_coral_reef``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

'''
RANDOM_HAND_COUNT = 11
TWO_SEAT_DOCSTRING = "With two seats: the weights of each trait, for the active seat and for the other seat."
MANY_SEAT_DOCSTRING = (
    "With more seats: the weights of each trait, for the active seat, the next one, and later ones."
)

HELD_HAND_DOCSTRING = (
    "With two seats: the weight of each trait for telling hands of real matches from randomly dealt ones."
)

Array = NDArray[np.float64]
Position = tuple[Array, Array]
"""Traits of each hand, the active seat's first, and each hand's share of the round's win."""
Examples = tuple[list[Position], list[Position]]
"""Positions with results, and comparisons of a real hand, listed first, with random hands."""


def think_normally(view: ViewLike, seat: int, rng: Chance) -> Sequence[Thought]:
    """Return how the level ``normal`` rates the actions in a position."""
    return think(GAME, GAME.version, view, seat, "normal", rng, lambda: False)


def play_for_examples(seat_count: int, match_number: int) -> Examples:
    """Play the match with this number. Return its positions and, with two seats, the comparisons of hands."""
    options = {**GAME.get_default_options(), "rounds_to_win": ROUNDS_TO_WIN}
    positions: list[Position] = []
    held_among: list[Position] = []
    dice = Chance(hashlib.sha256(f"dealt {match_number}".encode()).digest(), 0)
    waiting: list[tuple[Array, int]] = []
    for step in play_match(
        GAME, seat_count, options, f"{GAME.key} {seat_count} {match_number}", think_normally
    ):
        ended = next((event for event in step.events if isinstance(event, RoundEnded)), None)
        if ended is None:
            waiting.append((describe_hands(step.state_after), step.state_after.round.seat))
            if seat_count == 2:
                held_among.append(compare_hands(step.state_after, dice))
            continue
        for held, turn in waiting:
            won = [(turn + away) % seat_count in ended.winners for away in range(seat_count)]
            positions.append((held, np.array(won) / len(ended.winners)))
        waiting.clear()
    return positions, held_among


def compare_hands(state: State, rng: Chance) -> Position:
    """Return the traits of the other seat's real hand and of random hands that it could have.

    The second array has a 1 for the real hand, which is the first, and a 0 for each other hand.
    """
    turn = state.round.seat
    view = RULES.view(state, turn)
    hands = [
        describe_hands(each)[1]
        for each in (state, *[RULES.sample(view, rng) for _ in range(RANDOM_HAND_COUNT)])
    ]
    return np.stack(hands), np.eye(1, 1 + RANDOM_HAND_COUNT)[0]


def describe_hands(state: State) -> Array:
    """Return the traits of each hand, the active seat's first."""
    asked, seats = tuple(sorted(list_targets(state.stacks))), len(state.hands)
    held = np.zeros((seats, len(TRAIT_NAMES)))
    for away in range(seats):
        hand = format_letters(state.hands[(state.round.seat + away) % seats])
        for name, amount in find_traits(hand, asked).items():
            held[away, TRAIT_INDEX_BY_NAME[name]] = amount
    return held


def fit_weights(positions: Sequence[Position], roles: int) -> Array:
    """Return the weights by role and trait that make the winners likeliest, found with Newton's method."""
    size = roles * len(TRAIT_NAMES)
    weights = np.zeros(size)
    for _ in range(NEWTON_STEPS):
        slope, bend = -PENALTY * weights, PENALTY * np.eye(size)
        for held, won in positions:
            seats = len(held)
            spread = np.zeros((seats, roles, len(TRAIT_NAMES)))
            spread[np.arange(seats), np.minimum(np.arange(seats), roles - 1)] = held
            rows = spread.reshape(seats, size)
            odds = np.exp(rows @ weights)
            chances = odds / odds.sum()
            slope += rows.T @ (won - chances)
            middle = chances @ rows
            bend += (rows * chances[:, None]).T @ rows - np.outer(middle, middle)
        weights += np.linalg.solve(bend, slope)
    return weights.reshape(roles, len(TRAIT_NAMES))


def format_table(name: str, docstring: str, weights: Array) -> str:
    """Format weights as the source code of their table."""
    lines = [f"{name}: Final[Mapping[str, tuple[float, ...]]] = {{"]
    for trait, each in zip(TRAIT_NAMES, weights.T, strict=True):
        numbers = ", ".join(str(round(float(one), 2) + 0.0) for one in each)
        lines.append(f'    "{trait}": ({numbers}{"," * (len(each) == 1)}),')
    return "\n".join([*lines, "}", f'"""{docstring}"""\n'])


def main(arguments: Sequence[str] | None = None) -> int:
    """Learn weights from matches, and write or print them."""
    options = make_parser("fit_coral_reef", __doc__, DEFAULT_MATCH_COUNT).parse_args(arguments)
    matches = {
        seats: list(play_matches(partial(play_for_examples, seats), options, f"{seats} seats"))
        for seats in GAME.seat_counts
    }
    two = [position for found, _ in matches[2] for position in found]
    many = [
        position
        for seats in GAME.seat_counts
        if seats > 2
        for found, _ in matches[seats]
        for position in found
    ]
    held = [position for _, among in matches[2] for position in among]
    tables = (
        format_table("TWO_SEAT_WEIGHTS", TWO_SEAT_DOCSTRING, fit_weights(two, 2)),
        format_table("MANY_SEAT_WEIGHTS", MANY_SEAT_DOCSTRING, fit_weights(many, MIN_LATER_TURNS + 1)),
        format_table("HELD_HAND_WEIGHTS", HELD_HAND_DOCSTRING, fit_weights(held, 1)),
    )
    write_result("".join([MODULE_HEAD, *tables]), WEIGHTS_FILE, options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
