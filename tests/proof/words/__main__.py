"""Count the words and buttons that people see: ``python -m tests.proof.words``.

The exit status is 1 if a goal is missed.
"""

from __future__ import annotations

import argparse
import asyncio
import sys

from games.registry import GAMES
from tests.proof.words.reading import iterate_boards_against_computers, read_matches
from tests.proof.words.table import ShownMessage, summarize_messages, write_json, write_table

MATCH_COUNT = 4


async def measure_words(games: list[str], match_count: int, seed: int) -> list[ShownMessage]:
    return [message for game in games async for message in read_matches(game, match_count, seed)]


def main() -> int:
    """Run the command; return 1 if a goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.proof.words", description=__doc__)
    parser.add_argument(
        "--game", action="append", choices=list(GAMES), help="only this game; may be repeated"
    )
    parser.add_argument("--matches", type=int, default=MATCH_COUNT, help="matches per game (default: 4)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random matches")
    parser.add_argument(
        "--computers", action="store_true", help="read only boards of a person who plays against computers"
    )
    parser.add_argument("--longest", action="store_true", help="print the longest message of each kind, too")
    parser.add_argument("--json", action="store_true", help="print JSON")
    chosen = parser.parse_args()
    games = chosen.game or list(GAMES)
    if chosen.computers:
        shown = [
            board
            for game in games
            for board in iterate_boards_against_computers(game, chosen.matches, chosen.seed)
        ]
    else:
        shown = asyncio.run(measure_words(games, chosen.matches, chosen.seed))
    lines = summarize_messages(shown)
    print(write_json(lines) if chosen.json else write_table(lines))
    if chosen.longest:
        for line in lines:
            longest = max(
                (one for one in shown if (one.game, one.kind) == (line.game, line.kind)),
                key=lambda one: one.word_count,
            )
            print(f"\n--- {line.game}, {line.kind}: {longest.word_count} words\n{longest.text}")
    return 0 if all(line.meets_goal for line in lines) else 1


if __name__ == "__main__":
    sys.exit(main())
