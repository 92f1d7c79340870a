"""Play computer players against each other, and write the results to ``tests/proof/strength.md``.

Without ``--one``, every pairing of :mod:`tests.proof.strength.ladder` is played. A player is a level,
optionally with iterations per move (``hard:60``) or from another git revision (``hard@main:60``), or is one
of ``beginner``, ``greedy``, ``cautious``, ``hasty`` and ``random``.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from bot.kit.progress import show_progress
from games.registry import GAMES
from tests.proof.strength import budgets, table
from tests.proof.strength.contest import RivalScores, play_blocks
from tests.proof.strength.figures import decide_test, find_evidence
from tests.proof.strength.ladder import list_pairings
from tests.proof.strength.matches import Pairing
from tests.proof.strength.players import NoSuchPlayer, Player, parse_player
from tests.proof.strength.results import Results
from tests.support.arguments import make_integer_type, parse_positive_number

BLOCK_COUNT = 200
RESULTS_PATH = Path(__file__).with_name("results.jsonl")


def main() -> int:
    parser = _make_parser()
    options = parser.parse_args()
    if options.clock:
        budgets.store_measurements(options.seconds)
        print(budgets.STORED_FILE.read_text(encoding="utf-8"), end="")
        return 0
    if options.stale:
        stale = table.list_stale_rows()
        print("\n".join(stale) or "no row is stale, and no pairing is missing")
        return 1 if stale else 0
    if bool(options.one) != bool(options.other):
        parser.error("--one and --other go together")
    keys = [options.game] if options.game else list(GAMES)
    pairings = list(list_pairings(keys, options.seats))
    if options.one:
        pairings = [
            Pairing(key, seats, options.one, options.other)
            for key in keys
            for seats in GAMES[key].seat_counts
            if options.seats in (None, seats)
        ]
    results = Results(options.results)
    with ProcessPoolExecutor(options.processes) as pool:
        for pairing in pairings:
            _play_pairing(pairing, options.blocks, results, pool, options)
    return 0


def _play_pairing(
    pairing: Pairing,
    max_blocks: int,
    results: Results,
    pool: ProcessPoolExecutor,
    arguments: argparse.Namespace,
) -> None:
    """Play a pairing, print its line, and update the stored table."""
    test: RivalScores | None = tuple(arguments.test) if arguments.test else None
    blocks: list[float] = []
    with show_progress(f"{pairing.key} {pairing.seat_count}: {pairing.name}", " blocks") as report:
        played = play_blocks(pairing, max_blocks, results, pool, arguments.processes, test)
        until = time.monotonic() + 60 * arguments.minutes
        for blocks in played:
            report(len(blocks), max_blocks)
            if time.monotonic() >= until and len(blocks) > 1:
                break
        played.close()
    cells = table.format_cells(pairing, blocks)
    print(table.format_line(cells), flush=True)
    if test is not None:
        print(
            f"{decide_test(blocks, *test)}: "
            f"{find_evidence(blocks, *test):+.2f} for {test[1]} against {test[0]}",
            flush=True,
        )
    if arguments.keep:
        table.write_line(cells)


def _make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.proof.strength", description=__doc__)
    parser.add_argument("--game", choices=sorted(GAMES), help="only this game")
    parser.add_argument("--seats", type=make_integer_type(2), help="only this number of seats")
    parser.add_argument("--one", type=_parse_player, metavar="PLAYER", help="the player to measure")
    parser.add_argument("--other", type=_parse_player, metavar="PLAYER", help="the player in all other seats")
    parser.add_argument(
        "--blocks",
        type=make_integer_type(2),
        default=BLOCK_COUNT,
        help=f"maximum number of blocks per pairing ({BLOCK_COUNT})",
    )
    parser.add_argument(
        "--test",
        type=parse_positive_number,
        nargs=2,
        metavar=("LOW", "HIGH"),
        help="stop once a sequential test decides between LOW and HIGH (5 %% error each)",
    )
    parser.add_argument(
        "--minutes",
        type=parse_positive_number,
        default=math.inf,
        help="maximum time per pairing; a later run continues from there",
    )
    parser.add_argument("--processes", type=make_integer_type(1), default=os.cpu_count() or 1)
    parser.add_argument(
        "--results", type=Path, default=RESULTS_PATH, help="file with the results of all blocks"
    )
    parser.add_argument("--no-table", dest="keep", action="store_false", help="don't update the table")
    parser.add_argument(
        "--clock",
        action="store_true",
        help="measure and store how many iterations hard and expert do at a table",
    )
    parser.add_argument(
        "--stale",
        action="store_true",
        help="list rows whose players behave differently today, and pairings without a row",
    )
    parser.add_argument(
        "--seconds",
        type=parse_positive_number,
        default=budgets.THINKING_SECONDS,
        help="seconds per table, with --clock",
    )
    return parser


def _parse_player(name: str) -> Player:
    """Parse a player's name for argparse."""
    try:
        return parse_player(name)
    except NoSuchPlayer as error:
        raise argparse.ArgumentTypeError(str(error)) from None


if __name__ == "__main__":
    sys.exit(main())
