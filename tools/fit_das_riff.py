"""``python -m tools.fit_das_riff``: finds ``SCALE`` of the estimate of Das Riff.

``normal`` plays against itself, in matches that no test plays. At each of its moves it says what the best one
is worth; the scale is the one at which what it said is likeliest to have come true.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Iterable
from math import exp, log
from typing import Final

from games.core.rng import Chance
from games.das_riff import GAME
from games.das_riff.estimate import SCALE
from games.das_riff.rules import RULES
from games.players import think

MATCHES: Final = 2000
STEPS: Final = 20
NEARLY: Final = 1e-6

Said = tuple[float, float]
"""A lead, as the weights add up, and the part of the win that came of it."""


def play(number: int) -> list[Said]:
    """Play the match of a number."""
    seed = hashlib.sha256(f"fit {GAME.key} {number}".encode()).digest()
    thinking = hashlib.sha256(seed).digest()
    state, _ = RULES.setup(2, GAME.defaults(), Chance(seed, 0))
    said: list[tuple[int, float]] = []
    for ply in range(1, GAME.longest + 1):
        to_act = RULES.to_act(state)
        if not to_act:
            break
        seat, dice = to_act[0], Chance(thinking, ply)
        found = think(GAME, RULES.version, RULES.view(state, seat), seat, "normal", dice, lambda: False)
        if len(found) > 1:
            said.append((seat, max(thought.value for thought in found)))
        state, _ = RULES.apply(state, seat, RULES.read(found[0].action.token), Chance(seed, ply))
    outcome = RULES.outcome(state)
    winners = () if outcome is None else outcome.winners
    return [(_lead(value), (seat in winners) / max(len(winners), 1)) for seat, value in said]


def _lead(value: float) -> float:
    likely = min(max(value, NEARLY), 1 - NEARLY)
    return log(likely / (1 - likely)) / SCALE


def fit(said: Iterable[Said]) -> float:
    """Return the likeliest scale, by Newton's way: there is but one."""
    known = list(said)
    scale = SCALE
    for _ in range(STEPS):
        slope = bend = 0.0
        for lead, won in known:
            likely = 1 / (1 + exp(-scale * lead))
            slope += lead * (won - likely)
            bend += lead * lead * likely * (1 - likely)
        scale += slope / bend
    return scale


def main() -> int:
    """Print the scale, and from how much it was found."""
    parser = argparse.ArgumentParser(prog="python -m tools.fit_das_riff", description=__doc__)
    parser.add_argument("--matches", type=int, default=MATCHES, help=f"how many ({MATCHES})")
    asked = parser.parse_args()
    said = [one for number in range(asked.matches) for one in play(number)]
    print(f"SCALE {fit(said):.3f} by {len(said)} values of {asked.matches} matches; it is {SCALE} now")
    return 0


if __name__ == "__main__":
    sys.exit(main())
