"""Play whole matches of each game in a language that is 40 % longer: ``python -m tests.proof.pseudo``.

Every sentence must be marked as translated, and must fit into its message, list, form, button or picture. The
exit status is 1 if a text is unmarked, truncated or too long.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from games.registry import GAMES
from tests.proof.pseudo.judging import MAX_SHORT_LABEL_LENGTH, find_faults
from tests.proof.pseudo.language import collect_truncated_lines, show_pseudo_language
from tests.proof.pseudo.reading import GameText, read_match


async def read_texts(games: list[str], match_count: int) -> list[GameText]:
    return [
        text for game in games for number in range(match_count) async for text in read_match(game, number)
    ]


def main() -> int:
    """Run the command; return 1 if a text has a fault."""
    parser = argparse.ArgumentParser(prog="python -m tests.proof.pseudo", description=__doc__)
    parser.add_argument(
        "--game", action="append", choices=list(GAMES), help="only this game; may be repeated"
    )
    parser.add_argument("--matches", type=int, default=1, help="matches per game (default: 1)")
    parser.add_argument("--backwards", action="store_true", help="with marks of right-to-left text")
    chosen = parser.parse_args()
    with (
        TemporaryDirectory() as folder,
        show_pseudo_language(Path(folder), backwards=chosen.backwards),
        collect_truncated_lines() as cuts,
    ):
        texts = asyncio.run(read_texts(chosen.game or list(GAMES), chosen.matches))
    found = find_faults(texts)
    for fault, times in found.most_common():
        print(f"{times} × {fault}")
    for cut in sorted(cuts):
        print(f"cut in a picture: {cut}")
    labels = {one.text for one in texts if one.place == "button"}
    places = Counter(one.place for one in texts)
    print(f"texts read: {len(texts)} ({', '.join(f'{n} {place}' for place, n in places.most_common())})")
    print(
        f"different: {len({one.text for one in texts})}; "
        f"buttons of more than {MAX_SHORT_LABEL_LENGTH} characters: "
        f"{sum(len(label) > MAX_SHORT_LABEL_LENGTH for label in labels)} of {len(labels)}"
    )
    print(f"faults: {len(found) + len(cuts)}")
    return 1 if found or cuts else 0


if __name__ == "__main__":
    sys.exit(main())
