"""Count the presses for each kind of move and compare them with the goals: ``python -m tests.proof.presses``.

The exit status is 1 if a goal is missed.
"""

from __future__ import annotations

import argparse
import asyncio
import sys

from bot.kit.progress import show_progress
from games.registry import GAMES
from tests.proof.presses.table import TableLine, summarize_presses, write_json, write_table
from tests.proof.presses.walking import CountedMove, count_presses_in_positions

POSITION_COUNT = 200


async def measure_presses(games: list[str], position_count: int, seed: int) -> list[TableLine]:
    lines = []
    for number, game in enumerate(games):
        counted: list[CountedMove] = []
        with show_progress("Pressing", "move") as report:
            async for move in count_presses_in_positions(game, position_count, seed):
                counted.append(move)
                report(len(counted), 0, f"{game}, {number + 1} of {len(games)}")
        lines += summarize_presses(game, counted)
    return lines


def main() -> int:
    """Run the command; return 1 if a goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.proof.presses", description=__doc__)
    parser.add_argument(
        "--game", action="append", choices=list(GAMES), help="only this game; may be repeated"
    )
    parser.add_argument(
        "--positions", type=int, default=POSITION_COUNT, help="positions per game (default: 200)"
    )
    parser.add_argument("--seed", type=int, default=1, help="seed of the random matches")
    parser.add_argument("--json", action="store_true", help="print JSON")
    chosen = parser.parse_args()
    lines = asyncio.run(measure_presses(chosen.game or list(GAMES), chosen.positions, chosen.seed))
    print(write_json(lines) if chosen.json else write_table(lines))
    return 0 if all(line.meets_goal for line in lines) else 1


if __name__ == "__main__":
    sys.exit(main())
