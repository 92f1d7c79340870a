"""``python -m tools.fit_australis``: learns from matches that computer players of Australis play.

Without ``--scale`` it finds the weights of ``expert`` and writes ``games/australis/insight.json``: for each
number of seats and each stage of a match, a ridge regression of the points that a seat got in the end beyond
those that it had for sure. Seats play by what is known so far and err more or less, for who always plays the
same way does not learn what else is worth; so run it again with its own weights, until nothing changes.

With ``--scale`` it prints ``NARROW`` and ``WIDE`` of ``games/australis/estimate.py``, under
which what ``normal`` says of its moves is likeliest to come true.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from games.australis import GAME, insight
from games.australis.estimate import expected
from games.australis.insight import FEATURES, FILE, features
from games.australis.parts import DICE_PER_SEAT, ROUNDS
from games.australis.rules import RULES
from games.australis.state import State
from games.australis.view import OVER, TILE
from games.core.odds import chance_of
from games.core.protocol import Lapses
from games.core.rng import Chance
from games.players.judge import Judge
from games.players.lapses import err
from games.players.look import look

MANNERS: Final = (Lapses(3, 0.15), Lapses(0, 0.5), Lapses(15, 0.1), Lapses(5, 0.3))
"""How seats err in matches to learn from."""
RIDGE: Final = 20.0
LEAST: Final = 100
"""A stage of which fewer positions are known keeps its weights."""
EVERY: Final = 5
"""Of so many positions of a match one is learned from."""
ALIKE: Final = (1.0, 0.5, 0.1)
"""Steps in which the scale is sought."""

Floats = npt.NDArray[np.float64]
Said = tuple[float, list[float], int, float]
"""Rounds left, points expected of each seat, whose move it was, and its part of the win."""


def play(
    seats: int, number: int, use: str, manners: Sequence[Lapses], judge: Judge
) -> Iterator[tuple[int, State]]:
    """Play a match; yield who moved and what came of it."""
    key = hashlib.sha256(f"fit {use} australis {seats} {number}".encode()).digest()
    thinking = hashlib.sha256(key).digest()
    state, _ = RULES.setup(seats, GAME.defaults(), Chance(key, 0))
    own = [Chance(thinking, 0).choice(manners) for _ in range(seats)]
    for ply in range(1, GAME.longest):
        if state.stage == OVER:
            return
        seat, dice = state.seat, Chance(thinking, ply)
        thoughts = look(judge, RULES.view(state, seat), seat, dice, lambda: False, 2)
        action: Any = err(thoughts, dice, own[seat])[0].action
        state, _ = RULES.apply(state, seat, action, Chance(key, ply))
        yield seat, state


def stage_of(state: State, seat: int) -> tuple[str, int]:
    """Return the row of weights that a position is judged by."""
    rounds = ROUNDS - state.round
    if state.stage == TILE:
        return "scored", rounds
    return "open", rounds * (DICE_PER_SEAT + 1) + DICE_PER_SEAT - len(state.boards[seat].dice)


def learn(seats: int, matches: int) -> dict[str, Any]:
    """Return the weights for a number of seats, as they stand in the file."""
    judge = Judge(GAME, RULES.version, GAME.expert)
    known: dict[tuple[str, int], list[tuple[list[float], float]]] = defaultdict(list)
    for number in range(matches):
        met = [state for _, state in play(seats, number, "weights", MANNERS, judge)]
        for state in met[number % EVERY : -1 : EVERY]:
            for seat, (sure, found) in enumerate(features(state)):
                known[stage_of(state, seat)].append((found, met[-1].boards[seat].points - sure))
    before = insight.LEARNED[seats]
    rows = {"open": [*before.open], "scored": [*before.scored]}
    for (name, place), examples in known.items():
        if len(examples) >= LEAST:
            rows[name][place] = solve(examples)
    return {**rows, "narrow": before.narrow, "wide": before.wide}


def solve(examples: Sequence[tuple[list[float], float]]) -> list[float]:
    """Return the weights of features, and what is expected beside them."""
    found = np.array([row for row, _ in examples], dtype=np.float64)
    points = np.array([more for _, more in examples], dtype=np.float64)
    middle, spread = found.mean(axis=0), found.std(axis=0)
    told = spread > 1e-6
    spread[~told] = 1
    even = np.where(told, (found - middle) / spread, 0)
    weights = np.linalg.solve(even.T @ even + RIDGE * np.eye(FEATURES), even.T @ (points - points.mean()))
    weights = weights / spread
    return [float(f"{weight:.4g}") for weight in (*weights, points.mean() - middle @ weights)]


def hear(seats: int, matches: int) -> list[Said]:
    """Return what ``normal`` expected after its moves, and what came of it."""
    said: list[Said] = []
    judge = Judge(GAME, RULES.version)
    for number in range(matches):
        met = list(play(seats, number, "scale", [GAME.lapses["normal"]], judge))
        outcome = RULES.outcome(met[-1][1])
        assert outcome is not None
        for seat, state in met[:-1]:
            left = ROUNDS + 1 - state.round - state.taken / (DICE_PER_SEAT * seats)
            said.append((left, expected(state), seat, float(seat in outcome.winners)))
    return said


def unlikely(said: Sequence[Said], narrow: float, wide: float) -> float:
    """Return how far what was said is from what came of it, as a mean log loss."""
    total = 0.0
    for left, points, seat, won in said:
        value = min(max(chance_of(points, seat, narrow + wide * left * left), 1e-4), 1 - 1e-4)
        total -= np.log(value if won else 1 - value)
    return float(total / len(said))


def descend(loss: Callable[[float, float], float], start: tuple[float, float]) -> tuple[float, float]:
    """Return where a loss of two numbers is least, as far as small steps lead."""
    best, least = start, loss(*start)
    for size in ALIKE:
        moved = True
        while moved:
            moved = False
            for step in product((-size, 0, size), repeat=2):
                there = (max(best[0] + step[0], 0.1), max(best[1] + step[1], 0.1))
                if (found := loss(*there)) < least:
                    best, least, moved = there, found, True
    return best


def main() -> int:
    """Learn, and write or print what was learned."""
    parser = argparse.ArgumentParser(prog="python -m tools.fit_australis", description=__doc__)
    parser.add_argument("--matches", type=int, default=20_000, help="of each number of seats (20,000)")
    parser.add_argument("--seats", type=int, choices=GAME.seats, help="this number of seats alone")
    parser.add_argument("--scale", action="store_true", help="print the scale of the estimate instead")
    asked = parser.parse_args()
    written = json.loads(FILE.read_text(encoding="utf-8"))
    for seats in [asked.seats] if asked.seats else GAME.seats:
        if asked.scale:
            said = hear(seats, asked.matches)
            narrow, wide = descend(partial(unlikely, said), (5.0, 2.0))
            print(f"{seats} seats: NARROW {narrow:.1f}, WIDE {wide:.1f}", flush=True)
        else:
            written[str(seats)] = learn(seats, asked.matches)
            text = json.dumps(written, separators=(",", ":")).replace("],[", "],\n[")
            FILE.write_text(text + "\n", encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
