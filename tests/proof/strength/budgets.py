"""Numbers of iterations of the searching levels at a table, measured once and stored in a file."""

from __future__ import annotations

import json
import platform
import time
from functools import cache
from pathlib import Path
from statistics import median
from typing import Any

from games.core.rng import Chance
from games.players import SEARCHING_LEVELS, find_max_iterations, list_levels, think
from games.players.tree import DEAL_COUNT
from games.registry import GAMES

STORED_FILE = Path(__file__).with_name("budgets.json")
THINKING_SECONDS = 1.5
"""Default thinking time of a computer player, in seconds."""
POSITION_COUNT = 5
MOVES_BETWEEN_POSITIONS = 2
"""Number of moves per seat between two measured positions. One more move then changes the measured seat."""


@cache
def read_stored_measurements() -> dict[str, Any]:
    """Return the content of the file written by :func:`store_measurements`."""
    found: dict[str, Any] = json.loads(STORED_FILE.read_text(encoding="utf-8"))
    return found


def find_budget(key: str, seat_count: int, level: str = "hard") -> int:
    """Return a searching level's number of iterations at a table."""
    return int(read_stored_measurements()["iterations"][level][key][str(seat_count)])


def measure_iterations(
    key: str, seat_count: int, seconds: float, position_count: int = POSITION_COUNT, level: str = "hard"
) -> int:
    """Return the number of iterations that fit into ``seconds``, the median over some positions.

    CPU time is measured, because other processes may use the machine too.
    """
    game = GAMES[key]
    rules = game.rules[game.version]
    dice = Chance(b"clock", seat_count)
    state, _ = rules.setup(seat_count, game.get_default_options(), dice)
    counts: list[int] = []
    while len(counts) < position_count:
        for _ in range(MOVES_BETWEEN_POSITIONS * seat_count + 1):
            if not rules.to_act(state):
                state, _ = rules.setup(seat_count, game.get_default_options(), dice)
            seat = rules.to_act(state)[0]
            found = think(game, game.version, rules.recall(state, seat), seat, "easy", dice, lambda: False)
            state, _ = rules.apply(state, seat, found[0].action, dice)
        if not (to_act := rules.to_act(state)) or len(rules.list_candidates(state, to_act[0])) < 2:
            continue
        count = _count_iterations(seconds, game, rules.recall(state, to_act[0]), to_act[0], level, dice)
        if count is not None:
            counts.append(count)
    return int(median(counts))


def _count_iterations(seconds: float, game: Any, view: Any, seat: int, level: str, rng: Chance) -> int | None:
    """Return the number of iterations in ``seconds``, or None if thinking ended early."""
    until = time.process_time() + seconds
    asked = 0

    def should_stop() -> bool:
        nonlocal asked
        asked += 1
        return time.process_time() >= until

    think(game, game.version, view, seat, level, rng, should_stop)
    done = asked - DEAL_COUNT - (time.process_time() >= until)
    # Ignore positions with an immediate win, which ends thinking early.
    return max(done, 1) if done >= find_max_iterations(game, level) or time.process_time() >= until else None


def store_measurements(seconds: float, path: Path = STORED_FILE) -> None:
    """Measure every game and number of seats, and store the results with the name of the machine."""
    iterations = {
        level: {
            key: {
                str(seats): measure_iterations(key, seats, seconds, level=level) for seats in game.seat_counts
            }
            for key, game in sorted(GAMES.items())
            if level in list_levels(game)
        }
        for level in SEARCHING_LEVELS
    }
    about = {"machine": get_processor_name(), "python": platform.python_version(), "seconds": seconds}
    path.write_text(json.dumps({**about, "iterations": iterations}, indent=2) + "\n", encoding="utf-8")
    read_stored_measurements.cache_clear()


def get_processor_name() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()
