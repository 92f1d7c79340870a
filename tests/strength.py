"""Play the levels of the computer players against each other and write ``tests/strength.md``.

Everything is fixed, the iterations a move among it, so a slower machine takes longer and finds the same.
"""

from __future__ import annotations

import argparse
import hashlib
import math
import os
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from games.core.protocol import Game
from games.core.rng import Chance
from games.players import BUDGETS, think
from games.players.judge import result
from games.registry import GAMES

TABLE = Path(__file__).with_name("strength.md")
RANDOM = "random"
PAIRS = (("easy", RANDOM), ("normal", RANDOM), ("hard", "normal"))
OPTIONS: Mapping[str, Mapping[str, str]] = {"coral_reef": {"rounds_to_win": "5"}}
HARD = {"das_riff": 60, "coral_reef": 300, "australis": 40, "reef": 60}
"""Iterations a move of ``hard``: fewer than it has at a table, so that the whole table can be played."""
MATCHES = 200
HEAD = (
    "game",
    "options",
    "pairing",
    "matches",
    "score",
    "95 % interval",
    "iterations a move",
    "rules version",
)


def iterations(key: str, player: str) -> int:
    """Return how many iterations a move a level has here."""
    return HARD[key] if player == "hard" else BUDGETS[player]


@dataclass(frozen=True, slots=True)
class Pairing:
    """One row: how often ``one`` gets the better of ``other``, seats alternated, draws as half."""

    key: str
    one: str
    other: str
    matches: int

    @property
    def game(self) -> Game:
        return GAMES[self.key]

    @property
    def name(self) -> str:
        return f"{self.one} over {self.other}"

    @property
    def goal(self) -> tuple[str, float] | None:
        """What is asked for at least: of the score, or of the lower end of the ``interval``."""
        if self.one == "easy":
            return None
        if self.key == "coral_reef":
            return ("score", 0.85) if self.one == "normal" else ("interval", 0.5)
        return ("score", 0.95 if self.one == "normal" else 0.7)


def play(pairing: Pairing, number: int) -> float:
    """Play one match and return what ``one`` makes of it. Two in a row have the same deal, seats changed."""
    game, version = pairing.game, pairing.game.version
    rules = game.rules[version]
    key = hashlib.sha256(f"strength {pairing.key} {number // 2}".encode()).digest()
    options = {**game.defaults(), **OPTIONS.get(pairing.key, {})}
    state, _ = rules.setup(2, options, Chance(key, 0))
    players = (pairing.one, pairing.other) if number % 2 == 0 else (pairing.other, pairing.one)
    dice = [Chance(hashlib.sha256(key + name.encode()).digest(), number) for name in players]
    for ply in range(1, game.longest + 1):
        to_act = rules.to_act(state)
        if not to_act:
            break
        seat = to_act[0]
        action = chosen(game, version, rules.view(state, seat), seat, players[seat], dice[seat])
        state, _ = rules.apply(state, seat, action, Chance(key, ply))
    outcome = rules.outcome(state)
    assert outcome is not None
    return result(outcome, number % 2)


def chosen(game: Game, version: int, view: Any, seat: int, player: str, dice: Chance) -> Any:
    """Return the action of one player."""
    if player == RANDOM:
        rules = game.rules[version]
        return dice.choice(rules.legal_actions(rules.sample(view, dice), seat))
    return think(game, version, view, seat, player, dice, lambda: False, iterations(game.key, player))[
        0
    ].action


def interval(score: float, matches: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval."""
    z = 1.959964
    middle = score + z * z / (2 * matches)
    reach = z * math.sqrt(score * (1 - score) / matches + z * z / (4 * matches * matches))
    whole = 1 + z * z / matches
    return (middle - reach) / whole, (middle + reach) / whole


def row(pairing: Pairing, score: float) -> str:
    """Return one line of the table."""
    low, high = interval(score, pairing.matches)
    players = [player for player in (pairing.one, pairing.other) if player != RANDOM]
    cells = (
        pairing.key,
        ", ".join(f"{name} {value}" for name, value in OPTIONS.get(pairing.key, {}).items()),
        pairing.name,
        str(pairing.matches),
        f"{score:.2%}",
        f"{low:.2%} to {high:.2%}",
        ", ".join(f"{player} {iterations(pairing.key, player)}" for player in players),
        str(pairing.game.version),
    )
    return f"| {' | '.join(cells)} |"


def rows(pairings: list[Pairing], processes: int) -> Iterator[str]:
    """Play all pairings."""
    with ProcessPoolExecutor(processes) as pool:
        for pairing in pairings:
            scores = list(pool.map(partial(play, pairing), range(pairing.matches), chunksize=2))
            yield row(pairing, math.fsum(scores) / len(scores))


def table() -> dict[tuple[str, str], list[str]]:
    """Return the cells of the committed table by game and pairing."""
    lines = TABLE.read_text(encoding="utf-8").splitlines()[2:] if TABLE.exists() else []
    found = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {(cells[0], cells[2]): cells for cells in found}


def write(line: str) -> None:
    """Put one line into the table, in the place of an older one of the same pairing."""
    known = table()
    cells = [cell.strip() for cell in line.strip("|").split("|")]
    known[cells[0], cells[2]] = cells
    names = [(key, f"{one} over {other}") for key in GAMES for one, other in PAIRS]
    lines = [f"| {' | '.join(HEAD)} |", f"|{' --- |' * len(HEAD)}"]
    lines += [f"| {' | '.join(known[name])} |" for name in names if name in known]
    TABLE.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> int:
    """Play what was asked for. With fewer matches than usual nothing is written down."""
    parser = argparse.ArgumentParser(prog="python -m tests.strength", description=__doc__)
    parser.add_argument("--game", choices=sorted(GAMES), help="this game alone")
    parser.add_argument("--pair", choices=["-".join(pair) for pair in PAIRS], help="this pairing alone")
    parser.add_argument("--matches", type=int, default=MATCHES, help=f"of each pairing ({MATCHES})")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    pairings = [
        Pairing(key, one, other, asked.matches)
        for key in GAMES
        for one, other in PAIRS
        if asked.game in (None, key) and asked.pair in (None, f"{one}-{other}")
    ]
    print(f"| {' | '.join(HEAD)} |", flush=True)
    for line in rows(pairings, asked.processes):
        print(line, flush=True)
        if asked.matches >= MATCHES:
            write(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
