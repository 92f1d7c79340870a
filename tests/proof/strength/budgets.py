"""How many iterations a table gives the levels that search: measured once on a stated machine, and kept."""

from __future__ import annotations

import json
import platform
import time
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any

from games.core.rng import Chance
from games.players import SEARCHING, find_max_iterations, list_levels, think
from games.players.tree import DEALS
from games.registry import GAMES

KEPT = Path(__file__).with_name("budgets.json")
SECONDS = 1.5
"""What a table gives a computer player, unless its host says otherwise."""
POSITIONS = 5
FORWARD = 2
"""How many moves of ``easy`` lie between two positions that are measured, for each seat."""


@cache
def kept() -> dict[str, Any]:
    """Return what was measured."""
    found: dict[str, Any] = json.loads(KEPT.read_text(encoding="utf-8"))
    return found


def at_table(key: str, seats: int, level: str = "hard") -> int:
    """Return the iterations that a level which searches has at a table of a game."""
    return int(kept()["iterations"][level][key][str(seats)])


def measure(key: str, seats: int, seconds: float, positions: int = POSITIONS, level: str = "hard") -> int:
    """Return how many iterations the processor does in that time, in the middle one of some positions.

    The time of the processor is counted, not that of the wall: others may use this machine too.
    """
    game = GAMES[key]
    rules = game.rules[game.version]
    dice = Chance(b"clock", seats)
    state, _ = rules.setup(seats, game.defaults(), dice)
    counts: list[int] = []
    while len(counts) < positions:
        for _ in range(FORWARD * seats + 1):
            if not rules.to_act(state):
                state, _ = rules.setup(seats, game.defaults(), dice)
            seat = rules.to_act(state)[0]
            found = think(game, game.version, rules.recall(state, seat), seat, "easy", dice, lambda: False)
            state, _ = rules.apply(state, seat, found[0].action, dice)
        if not (to_act := rules.to_act(state)) or len(rules.candidates(state, to_act[0])) < 2:
            continue
        count = _within(seconds, game, rules.recall(state, to_act[0]), to_act[0], level, dice)
        if count is not None:
            counts.append(count)
    return int(median(counts))


def _within(seconds: float, game: Any, view: Any, seat: int, level: str, dice: Chance) -> int | None:
    until = time.process_time() + seconds
    asked = 0

    def should_stop() -> bool:
        nonlocal asked
        asked += 1
        return time.process_time() >= until

    think(game, game.version, view, seat, level, dice, should_stop)
    done = asked - DEALS - (time.process_time() >= until)
    # A win that is there to be taken ends the thinking at once, and tells nothing.
    return max(done, 1) if done >= find_max_iterations(game, level) or time.process_time() >= until else None


def write(seconds: float, path: Path = KEPT) -> None:
    """Measure every game with every number of seats, and keep it with the name of the machine."""
    iterations = {
        level: {
            key: {str(seats): measure(key, seats, seconds, level=level) for seats in game.seats}
            for key, game in sorted(GAMES.items())
            if level in list_levels(game)
        }
        for level in SEARCHING
    }
    about = {"machine": machine(), "python": platform.python_version(), "seconds": seconds}
    path.write_text(json.dumps({**about, "iterations": iterations}, indent=2) + "\n", encoding="utf-8")
    kept.cache_clear()


def machine() -> str:
    """Name the processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()
