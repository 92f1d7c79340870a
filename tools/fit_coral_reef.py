"""Fit what the strongest computer player of Coral Reef goes by: ``python -m tools.fit_coral_reef``.

``normal`` plays against itself. Each position after a move is set beside who won its round, and the weights
of what holds of each hand are those that make these winners likeliest. ``--write`` puts them in their place.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from games.coral_reef import GAME
from games.coral_reef.events import RoundEnded
from games.coral_reef.insight import LATER
from games.coral_reef.legal import hand_letters, targets
from games.coral_reef.rules import RULES
from games.coral_reef.state import State
from games.coral_reef.traits import traits
from games.coral_reef.weights import OF_TWO
from games.core.rng import Chance
from games.players import think

PLACE = Path(__file__).parents[1] / "games" / "coral_reef" / "weights.py"
MATCHES = 3000
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
OF_TWO_IS = "With two seats: of the seat on turn, and of the other."
OF_MANY_IS = "With more seats: of the seat on turn, the one after it, and those that follow later."

Array = NDArray[np.float64]
Position = tuple[Array, Array]
"""What holds of each hand, the seat on turn first, and each one's part of the round."""


def positions(seats: int, number: int) -> Iterator[Position]:
    """Play a match, and yield its positions."""
    seed = hashlib.sha256(f"fit coral_reef {seats} {number}".encode()).digest()
    thinking = hashlib.sha256(seed).digest()
    options = {**GAME.defaults(), "rounds_to_win": "5"}
    state, _ = RULES.setup(seats, options, Chance(seed, 0))
    waiting: list[tuple[Array, int]] = []
    for ply in range(1, GAME.longest + 1):
        if state.ending:
            return
        seat = state.round.seat
        view = RULES.view(state, seat)
        found = think(GAME, GAME.version, view, seat, "normal", Chance(thinking, ply), lambda: False)
        state, events = RULES.apply(state, seat, RULES.read(found[0].action.token), Chance(seed, ply))
        ended = next((event for event in events if isinstance(event, RoundEnded)), None)
        if ended is None:
            waiting.append((describe(state), state.round.seat))
            continue
        for held, turn in waiting:
            won = [(turn + away) % seats in ended.winners for away in range(seats)]
            yield held, np.array(won) / len(ended.winners)
        waiting.clear()


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
        lines.append(f'    "{trait}": ({", ".join(str(round(float(one), 2) + 0.0) for one in each)}),')
    return "\n".join([*lines, "}", f'"""{text}"""\n'])


def gather(least: int, most: int, matches: int) -> list[Position]:
    """Return the positions of so many matches with each of these numbers of seats."""
    return [
        found
        for seats in range(least, most + 1)
        for number in range(matches)
        for found in positions(seats, number)
    ]


def main() -> None:
    """Print the weights, or write them where they are read."""
    parser = argparse.ArgumentParser(prog="python -m tools.fit_coral_reef", description=__doc__)
    parser.add_argument("--matches", type=int, default=MATCHES, help=f"with each number of seats ({MATCHES})")
    parser.add_argument("--write", action="store_true", help="put them in their place")
    asked = parser.parse_args()
    two = fit(gather(2, 2, asked.matches), 2)
    many = fit(gather(3, max(GAME.seats), asked.matches), LATER + 1)
    text = HEAD + table("OF_TWO", OF_TWO_IS, two) + table("OF_MANY", OF_MANY_IS, many)
    if asked.write:
        PLACE.write_text(text, encoding="utf-8")
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
