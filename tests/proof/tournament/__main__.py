"""Simulate a tournament, or check the pairings of thousands of rounds: ``python -m tests.proof.tournament``.

``--people 64 --rounds 6 --silent 10 --kills 100`` simulates a tournament in which nobody intervenes.
``--pairings 5000`` pairs rounds, and checks each with our rules and the library's checker. ``--repeats 1000``
counts rematches in tournaments with three and four seats.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from pathlib import Path

from games.registry import GAMES
from games.tournament.terms import ABSENCE_RULES, FORMATS, SWISS_FORMAT, TournamentTerms
from tests.proof.tournament.checking import check_swiss
from tests.proof.tournament.repeats import measure_rematches
from tests.proof.tournament.simulation import simulate_tournament


def main() -> int:
    """Run the command; return 1 if there were faults."""
    parser = argparse.ArgumentParser(prog="python -m tests.proof.tournament")
    parser.add_argument("--people", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--silent", type=float, default=10, help="percentage of people who never act")
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--game", choices=GAMES, default="das_riff")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--format", choices=FORMATS, default=SWISS_FORMAT)
    parser.add_argument("--absent", choices=ABSENCE_RULES, default="forfeit")
    parser.add_argument("--duplicate", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pairings", type=int, default=0, help="only draw this many rounds")
    parser.add_argument(
        "--repeats", type=int, default=0, help="only count repeated pairings in this many tournaments"
    )
    args = parser.parse_args()
    began = time.monotonic()
    if args.pairings:
        checked = check_swiss(args.pairings, args.seed)
        took = time.monotonic() - began
        print(*checked.faults[:20], *checked.differences[:20], sep="\n")
        print(
            f"rounds={checked.round_count}"
            f" drawn_by_the_library={checked.requested_round_count - checked.own_round_count}"
            f" drawn_by_us={checked.own_round_count} faults={len(checked.faults)}"
            f" seen_by_its_checker={checked.examined_round_count} differences={len(checked.differences)}"
            f" seconds={took:.0f}"
        )
        return bool(checked.faults or checked.differences)
    if args.repeats:
        found = measure_rematches(args.repeats, args.seed)
        print(
            f"tournaments={args.repeats} rounds={found.round_count} again={found.rematch_count}"
            f" at_least={found.unavoidable_rematch_count} apart={found.points_difference:.2f}"
            f" seconds={time.monotonic() - began:.0f}"
        )
        return 0
    sizes = tuple(GAMES[args.game].seat_counts)
    terms = TournamentTerms(args.format, args.rounds, args.seats, sizes, args.duplicate, args.absent)
    with tempfile.TemporaryDirectory() as folder:
        report = asyncio.run(
            simulate_tournament(
                Path(folder),
                GAMES,
                args.game,
                terms,
                args.people,
                args.silent / 100,
                args.kills,
                args.seed,
            )
        )
    print(*report.faults[:20], sep="\n")
    print(
        f"people={args.people} rounds={report.round_count} matches={report.match_count}"
        f" moves={report.move_count}"
        f" kills={report.kill_count} withdrawn={report.withdrawal_count} days={report.duration_days:.1f}"
        f" faults={len(report.faults)} seconds={time.monotonic() - began:.0f}"
    )
    return bool(report.faults)


if __name__ == "__main__":
    raise SystemExit(main())
