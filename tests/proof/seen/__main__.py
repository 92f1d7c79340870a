"""Play a first visit and whole matches, and record where each sentence appears: ``python -m
tests.proof.seen``.

Examples and pictures are stored in ``build/seen`` for ``python -m tools.translate``. ``--tests`` also records
the texts in the end-to-end tests, such as texts of tournaments and refusals, and updates each sentence's
places and limits in ``tools/places.json``. This takes many minutes.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import sys
from collections import Counter

import pytest

from games.registry import GAMES
from tests.proof.pseudo.reading import read_match
from tests.proof.seen.index import SentenceIndex, make_index
from tests.proof.seen.recording import record_texts_and_requests
from tests.proof.seen.visiting import visit_game
from tools import locales, places

TEST_FOLDERS = ("tests/bot/features", "tests/bot/cogs", "tests/bot/ui")
"""Folders of the end-to-end tests whose texts ``--tests`` records."""


async def play_as_newcomer(games: list[str], min_steps_between_positions: int) -> None:
    """Play a first match as a newcomer, then a match of each game, pressing the buttons shown."""
    print("opening the playground…", flush=True)
    await visit_game()
    for game in games:
        print(f"playing {GAMES[game].title}…", flush=True)
        async for _ in read_match(game, min_steps_between_positions=min_steps_between_positions):
            pass


def map_forms_to_msgids() -> dict[str, str]:
    """Return the msgid of every translatable text in the code, including plural forms."""
    every = [locales.list_forms(message.id) for message in locales.extract_texts() if message.id]
    return {form: forms[0] for forms in every for form in forms}


def store_examples(index: SentenceIndex, *, known: set[str] | None = None) -> None:
    """Replace the stored examples and their pictures.

    :param known: msgids in the code, whose places are stored as well, or ``None`` to store no places.
    """
    shutil.rmtree(places.SEEN_FOLDER, ignore_errors=True)
    places.SEEN_FOLDER.mkdir(parents=True)
    for name, content in index.pictures.items():
        (places.SEEN_FOLDER / name).write_bytes(content)
    places.write_examples(index.examples)
    if known is None:
        return
    # Keep the places of sentences that this run didn't show, because no run shows every sentence.
    spaces = {**places.read_spaces(), **index.spaces}
    places.write_spaces({msgid: one for msgid, one in spaces.items() if msgid in known})


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.proof.seen", description=__doc__)
    parser.add_argument(
        "--game", action="append", choices=list(GAMES), help="only this game; may be repeated"
    )
    parser.add_argument("--apart", type=int, default=9, help="moves between two positions (default: 9)")
    parser.add_argument("--tests", action="store_true", help="read the end-to-end tests as well")
    chosen = parser.parse_args()
    with record_texts_and_requests() as found:
        asyncio.run(play_as_newcomer(chosen.game or list(GAMES), chosen.apart))
        if chosen.tests:
            # Ctrl-C ends the tests early but keeps the sentences recorded so far.
            pytest.main(["-q", "-n0", "-k", "e2e", "-p", "no:cacheprovider", *TEST_FOLDERS])
    known = map_forms_to_msgids()
    index = make_index(found, known)
    store_examples(index, known=set(known.values()) if chosen.tests else None)
    kinds = Counter(place for spaces in index.spaces.values() for place in spaces)
    print(
        f"seen: {len(index.spaces)} of {len(set(known.values()))} sentences, pictures: {len(index.pictures)}"
    )
    print(", ".join(f"{count} {place}" for place, count in kinds.most_common()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
