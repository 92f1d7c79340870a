"""Print the waiting time that premoves save, or kill the bot while they are played.

Run ``python -m tests.proof.premoves``, or with ``--kills N``.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from pathlib import Path

from games.registry import GAMES
from tests.proof.premoves.drill import run_drill
from tests.proof.premoves.waiting import DAY_COUNT, NEVER, PREMOVE_KINDS, measure_waiting_times


def print_waiting_times(match_count: int) -> None:
    """Simulate matches of each game with and without premoves, and print the waiting times."""
    print(
        f"Two people who look twice a day, {DAY_COUNT} days, {match_count} matches each; "
        "hours waited for a turn."
    )
    for game in GAMES.values():
        if 2 not in game.seat_counts:
            continue
        plain = 0.0
        for premove_kind in PREMOVE_KINDS:
            found = measure_waiting_times(game, premove_kind, range(1, match_count + 1))
            turns = sum(one.turn_count for one in found)
            per_turn = sum(one.waiting_hours for one in found) / max(turns, 1)
            plain = per_turn if premove_kind == NEVER else plain
            spared = f"{100 * (1 - per_turn / plain):.0f} % less" if premove_kind != NEVER and plain else ""
            made, prepared = (
                sum(one.played_premove_count for one in found),
                sum(one.prepared_answer_count for one in found),
            )
            over = sum(one.is_over for one in found)
            print(
                f"{game.title:12} {premove_kind:32} {turns / match_count:6.1f} turns  {per_turn:5.1f} h  "
                f"{spared:12}"
                f" {made} moves made of {prepared} lines, {over} of {match_count} over",
                flush=True,
            )


def main() -> None:
    """Run the command. Exit with 1 if a premove was lost or doubled."""
    parser = argparse.ArgumentParser(prog="python -m tests.proof.premoves", description=__doc__)
    parser.add_argument("--matches", type=int, default=5, help="matches per game and kind of premoves")
    parser.add_argument("--kills", type=int, default=0, help="kill the bot this many times instead")
    parser.add_argument("--seed", type=int, default=1, help="seed of the kills")
    chosen = parser.parse_args()
    if not chosen.kills:
        print_waiting_times(chosen.matches)
        return
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(run_drill(Path(folder) / "reefs.db", chosen.kills, chosen.seed))
    print(
        f"{found.kill_count} kills, {found.prepared_line_count} lines prepared, "
        f"{found.move_count} moves made from them"
    )
    for problem in found.problems:
        print(problem)
    if found.problems:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
