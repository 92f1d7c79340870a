"""Fit what the strongest computer player of Coral Reef goes by: ``python -m tools.fit_coral_reef``.

``normal`` plays against itself. Each position after a move is set beside who won its round, and the weights
of what holds of each hand are those that make these winners likeliest. With two seats the hand that the one
on turn does not see is set beside hands that chance could have dealt instead: what tells it from them is
learned in the same way. ``--write`` puts the weights in their place.
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
from games.coral_reef.legal import hand_letters, targets
from games.coral_reef.player.insight import LATER
from games.coral_reef.player.traits import traits
from games.coral_reef.player.weights import OF_TWO
from games.coral_reef.rules import RULES
from games.coral_reef.state import State
from games.core.rng import Chance
from games.core.shapes import ViewLike
from games.players import Thought, think
from tools.selfplay import gather, keep, parser_of, played

PLACE = Path(__file__).parents[1] / "games" / "coral_reef" / "player" / "weights.py"
MATCHES = 3000
ROUNDS = "5"
"""So many are won by who wins a match."""
STEPS = 8
KEPT_SMALL = 2.0
"""How much a large weight costs: what is hardly ever seen gets none."""
NAMES = tuple(OF_TWO)
NUMBER = {name: number for number, name in enumerate(NAMES)}
HEAD = '''"""Weights for what holds of a hand. ``python -m tools.fit_coral_reef`` learns them anew."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

'''
TWO = 2
DEALT = 11
"""So many hands stand beside the one that is held."""
OF_TWO_IS = "With two seats: of the seat on turn, and of the other."
OF_MANY_IS = "With more seats: of the seat on turn, the one after it, and those that follow later."

HELD_IS = "With two seats: what tells a hand that is held from one that is dealt."

Array = NDArray[np.float64]
Position = tuple[Array, Array]
"""What holds of each hand, the seat on turn first, and each one's part of the round."""
Found = tuple[list[Position], list[Position]]
"""Positions, and the hand that is held in each, the first, among hands that are dealt."""


def choose(view: ViewLike, seat: int, dice: Chance) -> Sequence[Thought]:
    """Think as ``normal`` does."""
    return think(GAME, GAME.version, view, seat, "normal", dice, lambda: False)


def positions(seats: int, number: int) -> Found:
    """Play a match, and return its positions; what is held in them with two seats alone."""
    options = {**GAME.defaults(), "rounds_to_win": ROUNDS}
    found: list[Position] = []
    held_among: list[Position] = []
    dice = Chance(hashlib.sha256(f"dealt {number}".encode()).digest(), 0)
    waiting: list[tuple[Array, int]] = []
    for step in played(GAME, seats, options, f"{GAME.key} {seats} {number}", choose):
        ended = next((event for event in step.events if isinstance(event, RoundEnded)), None)
        if ended is None:
            waiting.append((describe(step.after), step.after.round.seat))
            if seats == TWO:
                held_among.append(compare(step.after, dice))
            continue
        for held, turn in waiting:
            won = [(turn + away) % seats in ended.winners for away in range(seats)]
            found.append((held, np.array(won) / len(ended.winners)))
        waiting.clear()
    return found, held_among


def compare(state: State, dice: Chance) -> Position:
    """Return what holds of the other's hand, and of hands that the one on turn could take it for."""
    turn = state.round.seat
    view = RULES.view(state, turn)
    hands = [describe(each)[1] for each in (state, *[RULES.sample(view, dice) for _ in range(DEALT)])]
    return np.stack(hands), np.eye(1, 1 + DEALT)[0]


def describe(state: State) -> Array:
    """Return what holds of each hand, the seat on turn first."""
    asked, seats = tuple(sorted(targets(state.stacks))), len(state.hands)
    held = np.zeros((seats, len(NAMES)))
    for away in range(seats):
        hand = hand_letters(state.hands[(state.round.seat + away) % seats])
        for name, amount in traits(hand, asked).items():
            held[away, NUMBER[name]] = amount
    return held


def fit(found: Sequence[Position], roles: int) -> Array:
    """Return the weights by role and trait that make the winners likeliest (Newton's method)."""
    size = roles * len(NAMES)
    weights = np.zeros(size)
    for _ in range(STEPS):
        slope, bend = -KEPT_SMALL * weights, KEPT_SMALL * np.eye(size)
        for held, won in found:
            seats = len(held)
            spread = np.zeros((seats, roles, len(NAMES)))
            spread[np.arange(seats), np.minimum(np.arange(seats), roles - 1)] = held
            rows = spread.reshape(seats, size)
            odds = np.exp(rows @ weights)
            chances = odds / odds.sum()
            slope += rows.T @ (won - chances)
            middle = chances @ rows
            bend += (rows * chances[:, None]).T @ rows - np.outer(middle, middle)
        weights += np.linalg.solve(bend, slope)
    return weights.reshape(roles, len(NAMES))


def table(name: str, text: str, weights: Array) -> str:
    """Write weights as the module that holds them does."""
    lines = [f"{name}: Final[Mapping[str, tuple[float, ...]]] = {{"]
    for trait, each in zip(NAMES, weights.T, strict=True):
        numbers = ", ".join(str(round(float(one), 2) + 0.0) for one in each)
        lines.append(f'    "{trait}": ({numbers}{"," * (len(each) == 1)}),')
    return "\n".join([*lines, "}", f'"""{text}"""\n'])


def main(arguments: Sequence[str] | None = None) -> int:
    """Learn, and write or print what was learned."""
    asked = parser_of("fit_coral_reef", __doc__, MATCHES).parse_args(arguments)
    matches = {
        seats: list(gather(partial(positions, seats), asked, f"{seats} seats")) for seats in GAME.seats
    }
    two = [position for found, _ in matches[TWO] for position in found]
    many = [
        position for seats in GAME.seats if seats > TWO for found, _ in matches[seats] for position in found
    ]
    held = [position for _, among in matches[TWO] for position in among]
    tables = (
        table("OF_TWO", OF_TWO_IS, fit(two, TWO)),
        table("OF_MANY", OF_MANY_IS, fit(many, LATER + 1)),
        table("HELD", HELD_IS, fit(held, 1)),
    )
    keep("".join([HEAD, *tables]), PLACE, asked)
    return 0


if __name__ == "__main__":
    sys.exit(main())
